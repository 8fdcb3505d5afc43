import type { Clock } from '#base/clock.ts'
import { accepted, refused, type Result } from '#base/result.ts'
import type { AgentEvents } from './events.ts'
import { Cancelled, interruptible } from './interruptible.ts'
import type { ToolCall } from './model/model.ts'
import type { MayUse, Tool, ToolState } from './tool.ts'
import { toolContext, type ToolContextDeps } from './tool-context.ts'
import { outputText } from './tool-output.ts'
import type { Toolbox } from './toolbox.ts'
import type { Turn } from './turn.ts'

export interface CallDeps extends ToolContextDeps {
  toolbox: Toolbox
  mayUse: MayUse
  clock: Clock
  limits: { toolTimeoutMs: number }
  events: Pick<AgentEvents, 'toolFailed' | 'toolSaid' | 'toolRefused'>
}

/** A call whose tool was found and whose input was checked, or the reason it can't run. */
export interface PreparedCall {
  name: string
  title(state: ToolState): string
  ready: Result<{ tool: Tool; input: unknown }, string>
}

export interface CallOutcome {
  /** For the model; when it failed also for the person. */
  text: string
  failed: boolean
}

/** Find the tool a model named and check its input. */
export function prepareCall({ toolbox }: Pick<CallDeps, 'toolbox'>, { name, input }: ToolCall): PreparedCall {
  const tool = toolbox.get(name)
  if (!tool) {
    const known =
      toolbox.names.length > 0 ? `The tools are ${toolbox.names.join(', ')}.` : 'There are no tools.'
    return { name, title: () => name, ready: refused(`There is no tool “${name}”. ${known}`) }
  }
  const checked = checkInput(tool, input)
  const value = checked.ok ? checked.value : null
  return {
    name,
    title: (state) => safeTitle(tool, value, state),
    ready: checked.ok ? accepted({ tool, input: value }) : checked,
  }
}

const checkInput = (tool: Tool, text: string): Result<unknown, string> => {
  let value: unknown
  try {
    value = text.trim() === '' ? {} : JSON.parse(text)
  } catch (error) {
    return refused(`The input of ${tool.name} is not valid JSON: ${(error as Error).message}`)
  }
  try {
    const parsed = tool.parse(value)
    return parsed.ok ? parsed : refused(`Invalid input for ${tool.name}: ${parsed.refusal}`)
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
): Promise<CallOutcome> {
  const startedAt = deps.clock.now()
  const failed = (text: string, reason: string): CallOutcome => {
    deps.events.toolFailed({ tool: name, chat: turn.chatId, ms: deps.clock.now() - startedAt, reason })
    return { text, failed: true }
  }
  if (!ready.ok) return failed(ready.refusal, 'bad call') // the text quotes what the model wrote
  const { tool, input } = ready.value
  const { clock } = deps
  const limitMs = deps.limits.toolTimeoutMs
  const tooLong = `${name} took longer than ${limitMs / 1000} s and was stopped.`
  try {
    const decide = () => hindranceOf(deps, turn, tool, input)
    const hindrance = await interruptible({ signal, clock, limitMs: null, tooLong }, decide)
    if (hindrance !== null) {
      deps.events.toolRefused({ tool: name, chat: turn.chatId, reason: hindrance })
      return { text: hindrance, failed: true }
    }
    const run = (stop: AbortSignal) => tool.run(input, toolContext(deps, turn, tool, stop))
    return { text: outputText(await interruptible({ signal, clock, limitMs, tooLong }, run)), failed: false }
  } catch (error) {
    const message = outputText(messageOf(error), MAX_ERROR)
    return error instanceof Cancelled ? { text: message, failed: true } : failed(message, firstLine(message))
  }
}

const MAX_ERROR = 2000

/** Why the tool may not or can't run now; null when nothing is in the way. */
const hindranceOf = async (
  deps: CallDeps,
  turn: Turn,
  tool: Tool,
  input: unknown,
): Promise<string | null> => {
  const missing = tool.needs.env.filter((variable) => !deps.environment[variable])
  if (missing.length > 0) return `${tool.name} needs ${missing.join(', ')} to be set in the Hub’s .env file.`
  if (!tool.restricted && !tool.confirm) return null
  const decision = await deps.mayUse(tool, input, turn.caller, { chatId: turn.chatId })
  return decision.allowed ? null : decision.reason
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || 'It failed without saying why.'

const firstLine = (text: string): string => text.split('\n', 1)[0]!.slice(0, 200)
