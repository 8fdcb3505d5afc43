import type { AgentFile, Hub } from '#ground/hub/hub.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { FinishReason, TokenUsage, ToolCall, TurnEvent } from '#ground/turn/schema.ts'
import type { ClientCalls } from './client-tools.ts'
import type { Contexts, FittedModel, FittedRequest } from './context/contexts.ts'
import { withAttachedTexts, type AttachedTexts } from './attachments/attached-texts.ts'
import { createEnding } from './ending-call.ts'
import { createEventIds } from './event-ids.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import { addUsage, withoutCalls } from '#core/agent/model/add-usage.ts'
import type { ModelChooser } from '#core/agent/model/choose.ts'
import type { TurnMessage, LanguageModel } from '#core/agent/model/model.ts'
import { shownFile } from './made-file.ts'
import { offeredTools, type TurnTools } from './offered-tools.ts'
import { createIdenticalCalls } from './identical-calls.ts'
import { runCalls, type RunCallsDeps } from './run-calls.ts'
import type { PromptPrefix, PromptPrefixes } from './prompt-prefixes.ts'
import { openModelList } from './open-model-list.ts'
import { checkSpending, type OpenSpending, type TurnSpending } from './spending.ts'
import { listedSkills } from './started-skill.ts'
import { dayOf, factsOf, systemPrompt, type TimeZones } from './system-prompt.ts'
import { endTurn, messageOf, type KeepTurn } from './suspended-turn.ts'
import { askForTitle } from './title.ts'
import type { AgentTurn, TurnUsage } from './turn.ts'
import { TurnRefused } from './turn-refused.ts'
import type { TurnNesting } from './turn-tool.ts'

export interface RunTurnDeps extends RunCallsDeps, TimeZones {
  hub: Pick<Hub, 'folder' | 'slug' | 'agent'> & Partial<Pick<Hub, 'skills'>>
  models: ModelChooser
  /** Called once for every turn, including failed and cancelled ones. */
  recordUsage(usage: TurnUsage): unknown
  /** Default: no budgets. */
  openSpending?: OpenSpending
  recall?(caller: Caller): Promise<readonly string[]>
  contexts: Contexts
  promptPrefixes: PromptPrefixes
  clientCalls: ClientCalls
  attachedTexts: AttachedTexts
  nesting?: TurnNesting
  /** Stores a turn that waits for a person's answer. Never rejects. */
  keepTurn?: KeepTurn
  events: AgentEvents
}

export async function* runTurn(
  deps: RunTurnDeps,
  turn: AgentTurn,
  signal: AbortSignal,
): AsyncGenerator<TurnEvent> {
  const startedAt = deps.clock.now()
  const agent = { ...deps.hub.agent(), ...definedOverrides(turn.overrides ?? {}) }
  const offer = offeredTools(deps.toolbox, turn)
  const usage: TokenUsage = { input: 0, output: 0, cached: 0, reasoning: 0 }
  const chosen = deps.models.modelsFor(agent.model)
  const { email } = turn.caller
  using spending = deps.openSpending?.({
    email,
    runId: turn.runId ?? null,
    models: chosen.map(({ id }) => id),
    startedAt,
  })
  const model = openModelList(deps, turn, chosen, { usage, spending })
  const stop = linkedController(signal)
  const progress: Progress = { usage, steps: 0, outcome: 'aborted' }
  let isRefused = false
  await checkSpending(spending) // checks first, because a refused turn records no usage
  try {
    const [files, remembered, day] = await Promise.all([
      turn.files.list(),
      deps.recall?.(turn.caller),
      dayOf(startedAt, turn, deps),
    ])
    const facts = factsOf(day, files, remembered, listedSkills(deps.hub, offer.toolbox))
    const system: TurnMessage = { role: 'system', text: systemPrompt(agent, facts) }
    const tools = toolSpecs(offer, offer.clientTools)
    const read = await withAttachedTexts(deps, turn, { model, system, tools }, stop.signal)
    const talk = deps.clientCalls.restore(turn.chatId, read)
    const prefix = deps.promptPrefixes.prefixFor(turn, agent, facts, talk)
    const reason = yield* steps(
      { ...deps, toolbox: offer.toolbox },
      turn,
      {
        ...offer,
        agent,
        model,
        prefix,
        signal: stop.signal,
      },
      progress,
    )
    // A model server that handles one request at a time would delay the answer, so the title is requested afterwards.
    const title =
      turn.wantsTitle &&
      (await askForTitle(model.current().budgeted, turn.messages, usage, deps.clock, stop.signal))
    if (title) yield { type: 'title', title }
    recordTurn(deps, turn, { model, spending }, startedAt, { ...progress, outcome: reason })
    progress.outcome = 'recorded'
    yield { type: 'finish', reason, usage: withoutCalls(progress.usage), model: model.id }
  } catch (error) {
    if (progress.outcome !== 'recorded') progress.outcome = 'failed'
    isRefused = error instanceof TurnRefused
    throw error
  } finally {
    stop.abort()
    if (isRefused && isUnused(usage)) await spending?.release().catch(() => {})
    else if (progress.outcome !== 'recorded')
      recordTurn(deps, turn, { model, spending }, startedAt, { ...progress, outcome: progress.outcome })
  }
}

const isUnused = ({ input, output }: TokenUsage): boolean => input === 0 && output === 0

interface Progress {
  usage: TokenUsage
  steps: number
  outcome: TurnUsage['outcome'] | 'recorded'
}

const toolSpecs = ({ toolbox }: Pick<RunTurnDeps, 'toolbox'>, clientTools: TurnTools['clientTools']) =>
  clientTools.length > 0 ? [...toolbox.specs, ...clientTools] : toolbox.specs

interface Conversation extends TurnTools {
  agent: AgentFile
  model: FittedModel
  prefix: PromptPrefix
  signal: AbortSignal
}

async function* steps(
  deps: RunTurnDeps,
  turn: AgentTurn,
  { agent, model, prefix, clientTools: offered, signal }: Conversation,
  progress: Progress,
): AsyncGenerator<TurnEvent, FinishReason> {
  const { messages } = prefix
  const initialCount = messages.length
  const clientTools = new Set(offered.map(({ name }) => name))
  const request: FittedRequest = {
    messages,
    renewed: prefix.renewed,
    tools: toolSpecs(deps, offered),
    toolChoice: turn.toolChoice,
    responseFormat: turn.responseFormat,
    settings: turn.settings,
    language: turn.language,
    temperature: turn.temperature ?? agent.temperature ?? undefined,
    chosenSettings: turn.temperature === undefined ? ['temperature'] : [],
    maxOutputTokens: turn.maxOutputTokens,
    stop: turn.stop,
    offline: agent.offline,
    waited: turn.waited,
  }
  const { budget, depth } = deps.nesting ?? { budget: { left: agent.maxTurns }, depth: 0 }
  // Leaves each parent agent one more step, in which it uses this sub-agent's result.
  const isSpent = () => progress.steps >= agent.maxTurns || budget.left <= depth
  const ending = createEnding(deps.toolbox)
  const calling = { eventId: createEventIds(), repeats: createIdenticalCalls(), ending, budget, depth }
  let lastText = ''
  for (;;) {
    if (isSpent()) return yield* stopWith(lastText, stepLimitNotice(agent.maxTurns))
    progress.steps++
    budget.left--
    const answer: Answer = { text: '', toolCalls: [], reason: 'stop', replay: undefined, hasThought: false }
    for await (const streamed of model.stream(request, signal)) {
      const event = streamed.type === 'file' ? await shownFile(turn, streamed) : streamed
      if (event.type === 'text') {
        if (answer.text === '' && lastText && !/\s$/.test(lastText)) yield { type: 'text', text: '\n\n' }
        answer.text += event.text
        lastText = event.text || lastText
        yield event
      } else if (event.type === 'reasoning') {
        answer.hasThought = true
        yield event
      } else if (event.type === 'tool') yield event
      else if (event.type === 'tool-call') answer.toolCalls.push(event.call)
      else {
        addUsage(progress.usage, event.usage)
        answer.reason = event.reason
        answer.replay = event.replay
      }
    }
    if (answer.reason === 'length' && lastText === '' && answer.hasThought)
      yield { type: 'text', text: CUT_WHILE_THINKING }
    if (answer.reason !== 'stop' && answer.reason !== 'tool-calls') return answer.reason
    if (answer.toolCalls.length === 0) return 'stop'
    if (isSpent()) return yield* stopWith(lastText, stepLimitNotice(agent.maxTurns))
    const clientCalls = answer.toolCalls.filter(({ name }) => clientTools.has(name))
    const ours =
      clientCalls.length > 0
        ? answer.toolCalls.filter((call) => !clientCalls.includes(call))
        : answer.toolCalls
    const calledAt = performance.now()
    const results = yield* runCalls(deps, turn, ours, calling, signal)
    turn.waited?.(performance.now() - calledAt)
    if (signal.aborted) return 'aborted'
    if (ending.isOver()) return await endTurn(deps, turn, ending, { messages, initialCount, answer, results })
    const repeatedTool = calling.repeats.endlesslyCalledTool()
    if (repeatedTool) return yield* stopWith(lastText, repeatedCallNotice(repeatedTool))
    const message = messageOf(answer)
    if (clientCalls.length > 0) {
      const keptTurn = { earlier: messages.slice(initialCount), answer: message, results, clientCalls }
      yield { type: 'client-calls', calls: deps.clientCalls.keep(turn.chatId, keptTurn) }
      return 'tool-calls'
    }
    messages.push(message, { role: 'tool', results })
    // If the tool choice stayed `required`, the model could never answer.
    if (clientTools.size === 0 || typeof request.toolChoice === 'object') request.toolChoice = undefined
  }
}

interface Answer {
  text: string
  toolCalls: ToolCall[]
  reason: FinishReason
  replay: unknown
  hasThought: boolean
}

const CUT_WHILE_THINKING =
  'The answer was cut off: the model used all the tokens that it may write for its thoughts. ' +
  'Ask again, more simply or with a higher limit.'

function* stopWith(lastText: string, why: string): Generator<TurnEvent, FinishReason> {
  yield { type: 'text', text: `${lastText ? '\n\n' : ''}${why}` }
  return 'length'
}

const stepLimitNotice = (maxTurns: number): string =>
  `I stopped here: the work needs more than ${maxTurns} ${maxTurns === 1 ? 'step' : 'steps'}, ` +
  'the most this agent may take for one answer (`max_turns`). Ask me to go on if you like.'

const repeatedCallNotice = (tool: string): string =>
  `I stopped here: I was going round in circles, calling ${tool} with the same input again and again.`

export const definedOverrides = (overrides: NonNullable<AgentTurn['overrides']>): Partial<AgentFile> =>
  Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined))

/** One error serves all turns, because an abort without a reason creates an error with a stack trace each time. */
const TURN_OVER = new Error('The turn has ended.')

const linkedController = (signal: AbortSignal) => {
  const controller = new AbortController()
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow, { once: true })
  return {
    signal: controller.signal,
    abort: () => {
      signal.removeEventListener('abort', follow)
      controller.abort(TURN_OVER)
    },
  }
}

export const recordTurn = (
  deps: Pick<RunTurnDeps, 'hub' | 'clock' | 'events' | 'recordUsage'>,
  turn: AgentTurn,
  { model, spending }: { model: Pick<LanguageModel, 'id'>; spending: Pick<TurnSpending, 'turn'> | undefined },
  startedAt: number,
  { usage, steps, outcome }: Omit<Progress, 'outcome'> & { outcome: TurnUsage['outcome'] },
): void => {
  const durationMs = deps.clock.now() - startedAt
  const { email, surface } = turn.caller
  const { chatId } = turn
  deps.events.turnFinished({ chat: chatId, surface, model: model.id, outcome, steps, ms: durationMs })
  const entry: TurnUsage = {
    ...usage,
    ...(spending && { id: spending.turn }),
    hub: deps.hub.slug,
    email,
    surface,
    chatId,
    runId: turn.runId ?? null,
    model: model.id,
    startedAt,
    durationMs,
    outcome,
  }
  const logLoss = (error: unknown) => deps.events.usageLost({ chat: chatId, reason: String(error) })
  try {
    Promise.resolve(deps.recordUsage(entry)).catch(logLoss)
  } catch (error) {
    logLoss(error)
  }
}
