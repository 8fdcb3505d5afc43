import type { Clock } from '#base/clock.ts'
import { accepted, refused, type Result } from '#base/result.ts'
import { runForeignCode } from '#hub/tools/foreign-code.ts'
import { connectOfferOf, type ConnectOffer } from './connection-needed.ts'
import { atDepth } from './depth.ts'
import type { AgentEvents } from './events.ts'
import { createHiding } from './hiding.ts'
import { Cancelled, interruptible } from './interruptible.ts'
import type { ToolCall } from './model/model.ts'
import { Published, type PublishedArtifact } from './published.ts'
import type { CallPlace, MayUse, ProposeCall, Tool, ToolContext, ToolState } from './tool.ts'
import { toolContext, type ToolContextDeps } from './tool-context.ts'
import { outputText } from './tool-output.ts'
import type { Toolbox } from './toolbox.ts'
import type { Tracing } from './tracing.ts'
import type { Turn } from './turn.ts'
import { isTurnTool, type InsideTurn } from './turn-tool.ts'

export interface CallDeps extends ToolContextDeps {
  toolbox: Toolbox
  mayUse: MayUse
  /** Asks a person to confirm a call; without it nobody can be asked. */
  proposeCall?: ProposeCall
  clock: Clock
  limits: { toolTimeoutMs: number }
  /** Default no traces. */
  tracing?: Tracing
  events: Pick<AgentEvents, 'toolFailed' | 'toolSaid' | 'toolRefused' | 'toolAbandoned'>
}

/** How a prepared call is run. */
export interface CallOptions {
  /** The turn around it; a call from elsewhere has none. */
  inside?: InsideTurn
  /** The person has confirmed this very call. */
  isConfirmed?: boolean
}

/** A call whose tool was found and whose input was checked, or the reason it can't run. */
export interface PreparedCall {
  name: string
  title(state: ToolState): string
  /** `given` is the input as the model wrote it, `input` as the tool takes it. */
  ready: Result<{ tool: Tool; input: unknown; given: unknown }, string>
}

export interface CallOutcome {
  /** For the model; when it failed also for the person. */
  text: string
  failed: boolean
  /** What it published. */
  artifact?: PublishedArtifact
  /** It failed for want of an outside account, which the person may connect. */
  connect?: ConnectOffer
}

/** Find the tool a model named and check its input. */
export const prepareCall = (deps: Pick<CallDeps, 'toolbox'>, { name, input }: ToolCall): PreparedCall =>
  prepare(deps, name, (tool) => checkText(tool, input))

/** The same for an input that is a value already. */
export const prepareGiven = (
  deps: Pick<CallDeps, 'toolbox'>,
  { name, given }: { name: string; given: unknown },
): PreparedCall => prepare(deps, name, (tool) => checkInput(tool, given))

type Checked = Result<{ input: unknown; given: unknown }, string>

function prepare(
  { toolbox }: Pick<CallDeps, 'toolbox'>,
  name: string,
  check: (tool: Tool) => Checked,
): PreparedCall {
  const tool = toolbox.get(name)
  if (!tool) {
    const known =
      toolbox.names.length > 0 ? `The tools are ${toolbox.names.join(', ')}.` : 'There are no tools.'
    return { name, title: () => name, ready: refused(`There is no tool “${name}”. ${known}`) }
  }
  const checked = check(tool)
  const value = checked.ok ? checked.value.input : null
  return {
    name,
    title: (state) => safeTitle(tool, value, state),
    ready: checked.ok ? accepted({ tool, ...checked.value }) : checked,
  }
}

const checkText = (tool: Tool, text: string): Checked => {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    return refused(`The input of ${tool.name} is not valid JSON: ${(error as Error).message}`)
  }
  return checkInput(tool, value)
}

const checkInput = (tool: Tool, value: unknown): Checked => {
  try {
    const parsed = tool.parse(value)
    return parsed.ok
      ? accepted({ input: parsed.value, given: value })
      : refused(`Invalid input for ${tool.name}: ${parsed.refusal}`)
  } catch (error) {
    return refused(`The input of ${tool.name} could not be checked: ${messageOf(error)}`) // a refinement that throws
  }
}

const safeTitle = (tool: Tool, input: unknown, state: ToolState): string => {
  try {
    const title: unknown = tool.title(input, state) // an author's function, in any language
    return String(title).slice(0, 200) || tool.name
  } catch {
    return tool.name
  }
}

/** Run a call within its time. Never throws: whatever goes wrong is a failed outcome. */
export async function runPrepared(
  deps: CallDeps,
  turn: Turn,
  { ready, name }: PreparedCall,
  signal: AbortSignal,
  options: CallOptions = {},
): Promise<CallOutcome> {
  const startedAt = deps.clock.now()
  const about = { tool: name, chat: turn.chatId }
  const elapsed = () => deps.clock.now() - startedAt
  const failed = (text: string, reason: string): CallOutcome => {
    deps.events.toolFailed({ ...about, ms: elapsed(), reason })
    return { text, failed: true }
  }
  if (!ready.ok) return failed(ready.refusal, 'bad call') // the text quotes what the model wrote
  const { tool, input } = ready.value
  const { clock } = deps
  const limitMs = limitOf(tool, deps.limits.toolTimeoutMs)
  const hiding = createHiding()
  const tooLong = `${name} took longer than ${(limitMs ?? 0) / 1000} s and was stopped.`
  try {
    const decide = () => hindranceOf(deps, turn, ready.value, options)
    const hindrance = isFree(tool)
      ? null
      : await interruptible({ signal, clock, limitMs: null, tooLong }, decide)
    if (hindrance !== null) {
      if (hindrance.isRefusal) deps.events.toolRefused({ ...about, reason: hindrance.text })
      return { text: hindrance.text, failed: hindrance.isRefusal }
    }
    const run = (stop: AbortSignal) =>
      runForeignCode(name, () =>
        atDepth((turn.depth ?? 0) + 1, () =>
          runTool(tool, input, toolContext(deps, turn, tool, stop, hiding), options.inside),
        ),
      )
    const onAbandoned = () => deps.events.toolAbandoned({ ...about, ms: elapsed() })
    const value = await interruptible({ signal, clock, limitMs, tooLong, onAbandoned }, run)
    if (!(value instanceof Published)) return { text: hiding.hidden(outputText(value)), failed: false }
    const { answer, artifact } = value
    return { text: hiding.hidden(outputText(answer)), failed: false, artifact }
  } catch (error) {
    const message = outputText(hiding.hidden(messageOf(error)), MAX_ERROR)
    if (error instanceof Cancelled) return { text: message, failed: true }
    const connect = connectOfferOf(error)
    return { ...failed(message, connect ? 'not connected' : firstLine(message)), ...(connect && { connect }) }
  }
}

const MAX_ERROR = 2000

/** The Hub's limit is the most; null is none. */
const limitOf = ({ timeoutMs }: Tool, most: number): number | null =>
  timeoutMs === Infinity ? null : Math.min(timeoutMs ?? most, most)

const runTool = (tool: Tool, input: unknown, context: ToolContext, inside: InsideTurn | undefined): unknown =>
  inside && isTurnTool(tool) ? tool.runInTurn(input, context, inside) : tool.run(input, context)

/** Nothing about it can be in the way. */
const isFree = ({ needs, restricted, confirm }: Tool): boolean =>
  needs.env.length === 0 && !restricted && !confirm

/** What the model is told in place of a result. */
interface Hindrance {
  text: string
  isRefusal: boolean
}

const refusal = (text: string): Hindrance => ({ text, isRefusal: true })

/** Why the tool does not run now; null when nothing is in the way. */
async function hindranceOf(
  deps: CallDeps,
  turn: Turn,
  { tool, input, given }: { tool: Tool; input: unknown; given: unknown },
  { isConfirmed = false }: CallOptions,
): Promise<Hindrance | null> {
  const missing = tool.needs.env.filter((variable) => !deps.environment[variable])
  if (missing.length > 0)
    return refusal(`${tool.name} needs ${missing.join(', ')} to be set in the Hub’s .env file.`)
  const isProposal = tool.confirm && !isConfirmed
  const place: CallPlace = { chatId: turn.chatId, runId: turn.runId ?? null, isProposal }
  if (tool.restricted) {
    const decision = await deps.mayUse(tool, input, turn.caller, place)
    if (!decision.allowed) return refusal(decision.reason)
  }
  if (!isProposal) return null
  if (!deps.proposeCall) return refusal(UNCONFIRMABLE(tool.name))
  const { caller } = turn
  const { chatId, runId } = place
  const proposed = await deps.proposeCall({ tool, input, given, caller, chatId, runId })
  return proposed.ok ? { text: proposed.value, isRefusal: false } : refusal(proposed.refusal)
}

const UNCONFIRMABLE = (name: string) =>
  `${name} runs only after a person’s confirmation in the Console, and nobody is signed in here. ` +
  'Use it in the web chat, or in the terminal with `hub chat --as <e-mail>`.'

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || 'It failed without saying why.'

const firstLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, 200)

/** What is shown of a call that has ended: how it went, and what its person can do now. */
export const howItEnded = (
  { text, failed, connect, artifact }: CallOutcome,
  { title }: Pick<PreparedCall, 'title'>,
  ms: number,
) =>
  failed
    ? { state: 'failed' as const, title: title('failed'), ms, error: text, ...(connect && { connect }) }
    : { state: 'done' as const, title: title('done'), ms, ...(artifact && { artifact }) }
