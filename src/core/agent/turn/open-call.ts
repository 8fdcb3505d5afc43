import type { Clock } from '#ground/base/clock.ts'
import { parseBoundedJson } from '#ground/base/json/parse.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { failureKind } from './failure-kind.ts'
import { Cancelled, interruptible } from './interruptible.ts'
import type { MayUse, Tool, ToolState } from '#core/agent/tools/tool.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import type { AgentTurn } from './turn.ts'

export interface OpenCallDeps {
  toolbox: Toolbox
  mayUse: MayUse
  clock: Clock
}

export type RequestedCall = { name: string; input: string } | { name: string; inputValue: unknown }

export interface Hindrance {
  text: string
  failed: boolean
  event: 'toolFailed' | 'toolRefused' | null
  reason: string
}

export interface ReadyCall {
  tool: Tool
  input: unknown
  inputValue: unknown
}

export interface OpenedCall {
  /**
   * For a refused caller, the tool's name: the tool's `title` function is code of the Hub's author and must not run.
   */
  title(state: ToolState): string
  ready: Result<ReadyCall, Hindrance>
}

/**
 * Checks permission before the input: a refused caller can run no code of the tool's author and learns nothing about
 * the tool. Never rejects.
 */
export async function openCall(
  deps: OpenCallDeps,
  turn: AgentTurn,
  requested: RequestedCall,
  signal: AbortSignal,
): Promise<OpenedCall> {
  const { name } = requested
  const unopened = (hindrance: Hindrance): OpenedCall => ({ title: () => name, ready: refused(hindrance) })
  const tool = deps.toolbox.get(name)
  if (!tool) return unopened(badCall(unknownTool(name, deps.toolbox.names)))
  const denial = tool.restricted ? await denialOf(deps, turn, tool, signal) : null
  if (denial) return unopened(denial)
  const checked = check(tool, requested)
  const shown = checked.ok ? checked.value.input : null
  return {
    title: (state) => safeTitle(tool, shown, state, turn.language),
    ready: checked.ok ? accepted({ tool, ...checked.value }) : refused(badCall(checked.refusal)),
  }
}

export const refusal = (text: string): Hindrance => ({
  text,
  failed: true,
  event: 'toolRefused',
  reason: text,
})

/** `text` quotes the model's input, which may be confidential, so the log gets a fixed reason instead. */
const badCall = (text: string): Hindrance => ({ text, failed: true, event: 'toolFailed', reason: 'bad call' })

const unknownTool = (name: string, names: readonly string[]): string =>
  `There is no tool “${name}”. ` +
  (names.length > 0 ? `The tools are ${names.join(', ')}.` : 'There are no tools.')

/** Null: the call is permitted, and the decision is recorded. */
async function denialOf(
  { mayUse, clock }: OpenCallDeps,
  { caller, chatId, runId }: AgentTurn,
  tool: Tool,
  signal: AbortSignal,
): Promise<Hindrance | null> {
  try {
    const decide = () => mayUse(tool, caller, { chatId, runId: runId ?? null })
    const decision = await interruptible({ signal, clock, limitMs: null, tooLong: '' }, decide)
    return decision.allowed ? null : refusal(decision.reason)
  } catch (error) {
    const text = callMessage(error)
    const event = error instanceof Cancelled ? null : 'toolFailed'
    return { text, failed: true, event, reason: failureKind(error) }
  }
}

type Checked = Result<Omit<ReadyCall, 'tool'>, string>

const check = (tool: Tool, requested: RequestedCall): Checked => {
  if ('inputValue' in requested) return checkInput(tool, requested.inputValue)
  let value: unknown
  try {
    value = requested.input.trim() === '' ? {} : parseBoundedJson(requested.input)
  } catch (error) {
    return refused(`The input of ${tool.name} is not valid JSON: ${(error as Error).message}`)
  }
  return checkInput(tool, value)
}

const checkInput = (tool: Tool, inputValue: unknown): Checked => {
  try {
    const parsed = tool.parse(inputValue)
    return parsed.ok
      ? accepted({ input: parsed.value, inputValue })
      : refused(`Invalid input for ${tool.name}: ${parsed.refusal}`)
  } catch (error) {
    return refused(`The input of ${tool.name} could not be checked: ${callMessage(error)}`) // a zod refinement threw
  }
}

const safeTitle = (tool: Tool, input: unknown, state: ToolState, language: AgentTurn['language']): string => {
  try {
    const title: unknown = tool.title(input, state, language) // untyped code of the tool's author may return any value
    return cutText(String(title), 200) || tool.name
  } catch {
    return tool.name
  }
}

export const callMessage = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || 'It failed without saying why.'
