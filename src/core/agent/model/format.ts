import { runInNewContext } from 'node:vm'
import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { addUsage } from './add-usage.ts'
import {
  ModelFailure,
  type TurnMessage,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
  type ResponseFormat,
} from './model.ts'
import { withoutPatterns } from './tool-schemas/pattern.ts'

type Finish = Extract<ModelEvent, { type: 'finish' }>
type JsonFormat = Extract<ResponseFormat, { type: 'json' }>

/** If the provider does not enforce the format, the response is buffered, checked, and corrected at most once. */
export const withFormat = (
  model: LanguageModel,
  enforces: (request: ModelRequest) => boolean,
): LanguageModel => ({
  ...model,
  stream: (request, signal) =>
    request.responseFormat?.type !== 'json' || enforces(request)
      ? model.stream(request, signal)
      : checked(model, request, request.responseFormat, signal),
})

async function* checked(
  model: LanguageModel,
  request: ModelRequest,
  format: JsonFormat,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const asked = { ...request, messages: withInstructions(request.messages, format) }
  const first = yield* heldBack(model, asked, signal)
  if (!first.finish) return
  const made = jsonIn(first.text, format)
  if (first.isStep || made.ok) return yield* release(first, made)
  const mend: ModelRequest = {
    ...asked,
    tools: [],
    toolChoice: undefined,
    messages: [
      ...asked.messages,
      { role: 'assistant', text: first.text || '(nothing)', toolCalls: [] },
      { role: 'user', parts: [{ type: 'text', text: mendText(made.refusal) }] },
    ],
  }
  const second = yield* heldBack(model, mend, signal)
  if (!second.finish) return
  const mended = jsonIn(second.text, format)
  if (!second.isStep && !mended.ok)
    throw new ModelFailure(
      'bad_answer',
      `The model did not answer in the requested format: ${mended.refusal}`,
    )
  const usage = { ...first.finish.usage }
  addUsage(usage, second.finish.usage)
  yield* release({ ...second, finish: { ...second.finish, usage } }, mended)
}

interface Held {
  text: string
  finish: Finish | null
  isStep: boolean
}

async function* heldBack(
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, Held> {
  let text = ''
  let calls = 0
  for await (const event of model.stream(request, signal)) {
    if (event.type === 'text') text += event.text
    else if (event.type === 'finish') {
      if (event.reason === 'aborted') yield event
      const isStep = calls > 0 || event.reason !== 'stop'
      return { text, finish: event.reason === 'aborted' ? null : event, isStep }
    } else {
      if (event.type === 'tool-call') calls++
      yield event
    }
  }
  return { text, finish: null, isStep: true }
}

function* release({ text, finish }: Held, made: Result<string, string>): Generator<ModelEvent> {
  const shown = made.ok ? made.value : text
  if (shown) yield { type: 'text', text: shown }
  yield finish!
}

export function jsonIn(text: string, { schema }: Pick<JsonFormat, 'schema'>): Result<string, string> {
  const json = (/^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/i.exec(text)?.[1] ?? text).trim()
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return refused(`it is not valid JSON (${(error as Error).message.slice(0, 200)})`)
  }
  if (!schema)
    return typeof value === 'object' && value !== null ? accepted(json) : refused('it is not a JSON object')
  const issue = inTime(() => validatorOf(schema)?.safeParse(value).error?.issues[0])
  if (!issue) return accepted(json)
  return refused(`${issue.path.join('.') || 'the answer'}: ${issue.message}`.slice(0, 300))
}

/** Null if the schema has unsupported keywords. Any JSON then counts as valid. */
const validatorOf = (schema: Record<string, unknown>): z.ZodType | null => {
  try {
    return z.fromJSONSchema(withoutPatterns(schema, needsUnicode))
  } catch {
    return null
  }
}

const CHECK_TIMEOUT_MS = 100

/**
 * A client's pattern can take exponential time. Node can interrupt a function only if it runs in another context.
 *
 * @returns Undefined if the check was interrupted: the response then counts as valid.
 */
function inTime<T>(check: () => T): T | undefined {
  try {
    return runInNewContext('check()', { check }, { timeout: CHECK_TIMEOUT_MS }) as T
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  }
}

/** Zod compiles patterns without the `u` flag, which `\p{…}` and `\u{…}` need. */
const needsUnicode = (pattern: string): boolean => /\\[pP]\{|\\u\{/.test(pattern)

/** Appends to the newest message, because a changed system message would invalidate the server's prompt cache. */
const withInstructions = (messages: readonly TurnMessage[], { schema }: JsonFormat): TurnMessage[] => {
  const text = schema
    ? `Answer with JSON only, valid against this JSON Schema, without any other text:\n${JSON.stringify(schema)}`
    : 'Answer with one JSON object only, without any other text.'
  const rule = { type: 'text' as const, text: `\n${text}` }
  const at = messages.findLastIndex(({ role }) => role === 'user')
  const newest = messages[at]
  if (newest?.role !== 'user') return [...messages, { role: 'user', parts: [rule] }]
  return messages.with(at, { ...newest, parts: [...newest.parts, rule] })
}

const mendText = (problem: string): string =>
  `That answer can’t be used: ${problem}. Answer again with the JSON only, without any other text.`
