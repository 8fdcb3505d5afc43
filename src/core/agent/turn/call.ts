import { variableOf } from '#ground/base/environment.ts'
import { runForeignCode } from '#ground/hub/tools/foreign-code.ts'
import type { ConnectOffer, ToolCall, ToolCard } from '#ground/turn/schema.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { failureKind } from './failure-kind.ts'
import { connectOfferOf } from '#core/agent/tools/connection-needed.ts'
import { atDepth } from './depth.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import type { AskPerson } from '#core/agent/tools/questions/ask.ts'
import { actsForCaller } from '#core/agent/tools/acts-for-caller.ts'
import { createHiding } from '#core/agent/tools/secret-masking.ts'
import { Cancelled, interruptible, type TurnTimeLimit } from './interruptible.ts'
import {
  callMessage,
  openCall,
  refusal,
  type Hindrance,
  type OpenCallDeps,
  type ReadyCall,
  type RequestedCall,
} from './open-call.ts'
import {
  MAX_PROLONGED,
  type ProposeCall,
  type Tool,
  type ToolContext,
  type ToolProgress,
} from '#core/agent/tools/tool.ts'
import { createSavedFiles } from './saved-files.ts'
import { createNamedSources } from './named-sources.ts'
import { toolContext, type ToolContextDeps } from './tool-context.ts'
import { onFiles } from './hold-chat-files.ts'
import { outputText } from '#core/agent/tools/tool-output.ts'
import { WithCard } from '#core/agent/tools/with-card.ts'
import { WithFiles, type ShownFile } from '#core/agent/tools/with-files.ts'
import { createAskPerson, type QuestionDeps } from './questions.ts'
import { shownInput, shownResult } from './shown-call.ts'
import type { Tracing } from './tracing.ts'
import type { AgentTurn } from './turn.ts'
import { isTurnTool, type InsideTurn } from './turn-tool.ts'

export interface ToolCallDeps extends OpenCallDeps, ToolContextDeps, QuestionDeps {
  /** If absent, calls that need a confirmation are refused. */
  proposeCall?: ProposeCall
  limits: { toolTimeoutMs: number }
  tracing?: Tracing
  events: Pick<AgentEvents, 'toolFailed' | 'toolMessage' | 'toolRefused' | 'toolAbandoned'>
}

export interface CallOptions {
  inside?: InsideTurn
  isConfirmed?: boolean
  hindrance?: string | null
  started?(title: string): void
}

export interface ToolCallOutcome {
  title: string
  /** Text for the model; if the call failed, also for the person. */
  text: string
  failed: boolean
  files?: readonly ShownFile[]
  card?: ToolCard
  connect?: ConnectOffer
}

/** Never rejects: an error becomes a failed outcome. */
export async function runCall(
  deps: ToolCallDeps,
  turn: AgentTurn,
  requested: RequestedCall,
  signal: AbortSignal,
  options: CallOptions = {},
): Promise<ToolCallOutcome> {
  const { title, ready } = await openCall(deps, turn, requested, signal)
  options.started?.(title('running'))
  const outcome = ready.ok
    ? await runReady(deps, turn, ready.value, signal, options)
    : hindered(deps, turn, requested.name, ready.refusal)
  const { isProposed, ...ended } = outcome
  return { ...ended, title: title(isProposed ? 'running' : outcome.failed ? 'failed' : 'done') }
}

/** `isProposed`: the call waits for a decision, so its title must not say that it is done. */
type Ended = Omit<ToolCallOutcome, 'title'> & { isProposed?: true }

const hindered = (
  { events }: ToolCallDeps,
  { chatId: chat }: AgentTurn,
  tool: string,
  { text, failed, event, reason }: Hindrance,
): Ended => {
  if (event === 'toolRefused') events.toolRefused({ tool, chat, reason })
  else if (event === 'toolFailed') events.toolFailed({ tool, chat, ms: 0, reason: firstLine(reason) })
  return { text, failed }
}

async function runReady(
  deps: ToolCallDeps,
  turn: AgentTurn,
  ready: ReadyCall,
  signal: AbortSignal,
  options: CallOptions,
): Promise<Ended> {
  const { clock, events } = deps
  const { tool, input } = ready
  const { name } = tool
  const startedAt = clock.now()
  const about = { tool: name, chat: turn.chatId }
  const elapsed = () => clock.now() - startedAt
  const limitMs = limitOf(tool, deps.limits.toolTimeoutMs)
  const tooLong = `${name} took longer than ${(limitMs ?? 0) / 1000} s and was stopped.`
  const hiding = createHiding()
  const sources = createNamedSources(hiding)
  const savedFiles = createSavedFiles(tool, hiding)
  try {
    const hindrance = hindranceOf(deps, ready, options)
    if (hindrance) return hindered(deps, turn, name, hindrance)
    if (mustBeConfirmed(ready, turn, options)) return await proposed(deps, turn, ready, signal)
    const run = (stop: AbortSignal, time: TurnTimeLimit) => {
      const context = toolContext(deps, turn, tool, stop, hiding, sources.name)
      const progress = (report: ToolProgress) => {
        time.prolong()
        context.progress(report)
      }
      const { inside } = options
      const ask = createAskPerson(deps, { turn, tool, inside, pause: time.pause, stop })
      return runForeignCode({ folder: deps.hub.folder, label: name }, () =>
        atDepth((turn.depth ?? 0) + 1, () =>
          runTool(tool, input, {
            context: { ...context, progress, saveFile: savedFiles.recording(context.saveFile) },
            inside,
            ask,
            toolNames: deps.toolbox.names,
          }),
        ),
      )
    }
    const runOnFiles = (stop: AbortSignal, time: TurnTimeLimit) => onFiles(turn.files, () => run(stop, time))
    const prolonging = prolongingOf(tool, limitMs)
    const onAbandoned = () => events.toolAbandoned({ ...about, ms: elapsed() })
    const value = await interruptible(
      { signal, clock, limitMs, tooLong, prolonging, onAbandoned },
      runOnFiles,
    )
    const { answer, card, files } = partsOf(value)
    const [shown, saved] = [sources.shown(), savedFiles.shown()]
    return {
      text: hiding.hidden(outputText(answer)),
      failed: false,
      ...(files && { files }),
      card: { ...card, ...(shown && { sources: shown }), ...(saved && { saved }) },
    }
  } catch (error) {
    const text = outputText(hiding.hidden(callMessage(error)), MAX_ERROR)
    if (error instanceof Cancelled) return { text, failed: true }
    const connect = connectOfferOf(error)
    events.toolFailed({ ...about, ms: elapsed(), reason: connect ? 'not connected' : failureKind(error) })
    return { text, failed: true, ...(connect && { connect }) }
  }
}

const MAX_ERROR = 2000

const partsOf = (value: unknown): { answer: unknown; card: ToolCard; files?: readonly ShownFile[] } => {
  if (value instanceof WithCard) return value
  if (value instanceof WithFiles) return { answer: value.answer, files: value.files, card: {} }
  return { answer: value, card: {} }
}

const limitOf = ({ timeoutMs }: Tool, most: number): number | null =>
  timeoutMs === Infinity ? null : Math.min(timeoutMs ?? most, most)

const prolongingOf = ({ name, prolongedByProgress }: Tool, limitMs: number | null) =>
  prolongedByProgress === true && limitMs !== null
    ? {
        maxMs: MAX_PROLONGED * limitMs,
        tooLong:
          `${name} reported no progress for ${limitMs / 1000} s, or took longer than ` +
          `${(MAX_PROLONGED * limitMs) / 1000} s in all, and was stopped.`,
      }
    : null

interface Running {
  context: ToolContext
  inside: InsideTurn | undefined
  ask: AskPerson
  toolNames: readonly string[]
}

function runTool(tool: Tool, input: unknown, { context, inside, ask, toolNames }: Running): unknown {
  if (tool.runWithQuestions) return tool.runWithQuestions(input, context, ask)
  if (tool.runWithToolNames) return tool.runWithToolNames(input, context, toolNames)
  return inside && isTurnTool(tool) ? tool.runInTurn(input, context, inside) : tool.run(input, context)
}

function hindranceOf(
  deps: ToolCallDeps,
  { tool }: ReadyCall,
  { hindrance = null }: CallOptions,
): Hindrance | null {
  if (hindrance !== null) return { text: hindrance, failed: true, event: null, reason: '' }
  const missing = tool.needs.env.filter((variable) => !variableOf(deps.environment, variable))
  if (missing.length > 0)
    return refusal(`${tool.name} needs ${missing.join(', ')} to be set in the Hub’s .env file.`)
  return null
}

const mustBeConfirmed = (
  { tool }: ReadyCall,
  turn: AgentTurn,
  { isConfirmed = false }: CallOptions,
): boolean => !isConfirmed && (tool.confirm || (turn.hasForeignText === true && actsForCaller(tool)))

async function proposed(
  deps: ToolCallDeps,
  turn: AgentTurn,
  { tool, input, inputValue }: ReadyCall,
  signal: AbortSignal,
): Promise<Ended> {
  const { clock, proposeCall } = deps
  if (!proposeCall) return hindered(deps, turn, tool.name, refusal(UNCONFIRMABLE(tool.name)))
  const { caller, chatId, runId } = turn
  const propose = () => proposeCall({ tool, input, inputValue, caller, chatId, runId: runId ?? null })
  const proposal = await interruptible({ signal, clock, limitMs: null, tooLong: '' }, propose)
  if (!proposal.ok) return hindered(deps, turn, tool.name, refusal(proposal.refusal))
  return {
    text: outputText(proposal.value.answer),
    failed: false,
    card: proposal.value.card,
    isProposed: true,
  }
}

const UNCONFIRMABLE = (name: string) =>
  `${name} runs only after a person’s confirmation in the Console, and no person is signed in for this request. ` +
  'Use it in the web chat, or in the terminal with `hub chat --as <e-mail>`.'

const firstLine = (text: string): string => cutText(text.split('\n', 1)[0]!, 200)

export function howItEnded(
  { input: written }: Pick<ToolCall, 'input'>,
  { title, text, failed, connect, card }: ToolCallOutcome,
  ms: number,
) {
  const input = shownInput(written)
  const about = { title, ms, ...(input !== undefined && { input }) }
  if (failed) return { ...about, state: 'failed' as const, error: text, ...(connect && { connect }) }
  const result = shownResult(text)
  return {
    ...about,
    state: 'done' as const,
    ...(result !== undefined && { result }),
    ...card,
  }
}
