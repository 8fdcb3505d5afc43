import type { AgentFile, Hub } from '#hub/hub.ts'
import { createEventIds } from './event-ids.ts'
import type { AgentEvents } from './events.ts'
import type { Models } from './model/choose.ts'
import type { FinishReason, Message, Model, TokenUsage, ToolCall } from './model/model.ts'
import { runCalls, type CallDeps } from './run-calls.ts'
import { systemPrompt } from './system-prompt.ts'
import type { Turn, TurnEvent, TurnUsage } from './turn.ts'

export interface TurnDeps extends CallDeps {
  hub: Pick<Hub, 'folder' | 'slug' | 'agent'>
  models: Models
  /** Called once for every turn, also for failed and cancelled ones. */
  recordUsage(usage: TurnUsage): unknown
  events: AgentEvents
}

/** Run one turn to its end: the promises are those of `Agent.runTurn`. */
export async function* runTurn(deps: TurnDeps, turn: Turn, signal: AbortSignal): AsyncGenerator<TurnEvent> {
  const startedAt = deps.clock.now()
  const agent = deps.hub.agent()
  const model = deps.models.modelFor(agent.model)
  const stop = linked(signal)
  const progress: Progress = {
    usage: { input: 0, output: 0, cached: 0, reasoning: 0 },
    steps: 0,
    outcome: 'aborted',
  }
  try {
    const files = await turn.files.list()
    const system: Message = { role: 'system', text: systemPrompt(agent, startedAt, files) }
    const reason = yield* steps(deps, turn, { agent, model, system, signal: stop.signal }, progress)
    record(deps, turn, model, startedAt, { ...progress, outcome: reason })
    progress.outcome = 'recorded'
    yield { type: 'finish', reason, usage: progress.usage, model: model.id }
  } catch (error) {
    if (progress.outcome !== 'recorded') progress.outcome = 'failed'
    throw error
  } finally {
    stop.abort()
    if (progress.outcome !== 'recorded')
      record(deps, turn, model, startedAt, { ...progress, outcome: progress.outcome })
  }
}

interface Progress {
  usage: TokenUsage
  steps: number
  outcome: TurnUsage['outcome'] | 'recorded'
}

interface Conversation {
  agent: AgentFile
  model: Model
  system: Message
  signal: AbortSignal
}

/** Model and tools in turns until the model has nothing more to run. */
async function* steps(
  deps: TurnDeps,
  turn: Turn,
  { agent, model, system, signal }: Conversation,
  progress: Progress,
): AsyncGenerator<TurnEvent, FinishReason> {
  const messages: Message[] = [system, ...turn.messages]
  const request = {
    messages,
    tools: deps.toolbox.specs,
    temperature: turn.temperature ?? agent.temperature ?? undefined,
    maxOutputTokens: turn.maxOutputTokens,
    stop: turn.stop,
  }
  const eventId = createEventIds()
  let spoken = '' // the end of what was said so far
  for (;;) {
    progress.steps++
    const answer: Answer = { text: '', toolCalls: [], reason: 'stop', replay: undefined }
    for await (const event of model.stream(request, signal)) {
      if (event.type === 'text') {
        // What a model says before and after a tool are separate paragraphs to a reader.
        if (answer.text === '' && spoken && !/\s$/.test(spoken)) yield { type: 'text', text: '\n\n' }
        answer.text += event.text
        spoken = event.text || spoken
        yield event
      } else if (event.type === 'reasoning') yield event
      else if (event.type === 'tool-call') answer.toolCalls.push(event.call)
      else {
        addUsage(progress.usage, event.usage)
        answer.reason = event.reason
        answer.replay = event.replay
      }
    }
    if (answer.reason !== 'stop' && answer.reason !== 'tool-calls') return answer.reason
    if (answer.toolCalls.length === 0) return 'stop'
    if (progress.steps >= agent.maxTurns) {
      yield { type: 'text', text: `${spoken ? '\n\n' : ''}${stoppedText(agent.maxTurns)}` }
      return 'length'
    }
    const results = yield* runCalls(deps, turn, answer.toolCalls, eventId, signal)
    if (signal.aborted) return 'aborted'
    const { text, toolCalls, replay } = answer
    messages.push({ role: 'assistant', text, toolCalls, replay }, { role: 'tool', results })
  }
}

interface Answer {
  text: string
  toolCalls: ToolCall[]
  reason: FinishReason
  replay: unknown
}

const stoppedText = (maxTurns: number): string =>
  `I stopped here: the work needs more than ${maxTurns} ${maxTurns === 1 ? 'step' : 'steps'}, ` +
  'the most this agent may take for one answer (`max_turns`). Ask me to go on if you like.'

const addUsage = (sum: TokenUsage, more: TokenUsage) => {
  sum.input += more.input
  sum.output += more.output
  sum.cached += more.cached
  sum.reasoning += more.reasoning
}

/** A controller that follows `signal` and can also be aborted by itself. */
const linked = (signal: AbortSignal) => {
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: () => {
      signal.removeEventListener('abort', follow)
      controller.abort()
    },
  }
}

/** The turn doesn't wait for its usage to be stored, and doesn't fail when that fails. */
const record = (
  deps: TurnDeps,
  turn: Turn,
  model: Model,
  startedAt: number,
  { usage, steps, outcome }: Progress & { outcome: TurnUsage['outcome'] },
) => {
  const durationMs = deps.clock.now() - startedAt
  const { email, surface } = turn.caller
  const { chatId } = turn
  deps.events.turnFinished({ chat: chatId, surface, model: model.id, outcome, steps, ms: durationMs })
  const entry: TurnUsage = {
    ...usage,
    hub: deps.hub.slug,
    email,
    surface,
    chatId,
    model: model.id,
    startedAt,
    durationMs,
    outcome,
  }
  const lost = (error: unknown) => deps.events.usageLost({ chat: chatId, reason: String(error) })
  try {
    Promise.resolve(deps.recordUsage(entry)).catch(lost)
  } catch (error) {
    lost(error)
  }
}
