import { isRecord } from '#ground/base/json/lenient.ts'
import { z } from 'zod'
import { NO_MESSAGES } from '#ground/base/openai-error.ts'
import { issueText } from '#ground/base/json/issue-text.ts'
import { JsonTooDeep } from '#ground/base/json/depth.ts'
import { JsonTooLarge, readJson } from '#ground/base/json/read.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import { withPlainNumbers } from '#ground/base/json/plain.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { decodeUtf8 } from '#ground/base/utf8.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { invalidRequest, type BridgeError } from '../error.ts'
import { findContradiction, settingsFields } from './settings.ts'

const MessageContentPart = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.union([z.string(), z.object({ url: z.string() })]) }),
  z.object({
    type: z.literal('input_audio'),
    input_audio: z.object({ data: z.string(), format: z.string().nullish() }),
  }),
  z.object({
    type: z.literal('file'),
    file: z.object({
      file_data: z.string().nullish(),
      filename: z.string().nullish(),
      file_id: z.string().nullish(),
    }),
  }),
])
export type MessageContentPart = z.infer<typeof MessageContentPart>

const Content = z.union([z.string(), z.array(MessageContentPart)])

const ToolCall = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })

const Message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content: Content }),
  z.object({ role: z.literal('user'), content: Content }),
  z.object({
    role: z.literal('assistant'),
    content: Content.nullish(),
    refusal: z.string().nullish(),
    tool_calls: z.array(ToolCall).nullish(),
  }),
  z.object({ role: z.literal('tool'), content: Content.nullish(), tool_call_id: z.string() }),
])
export type ChatMessage = z.infer<typeof Message>

/** Unknown fields are ignored, because chat clients send many. */
export const ChatCompletionRequest = z.object({
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  chat_id: z.unknown().optional(),
  metadata: z.unknown().optional(),
  user: z.unknown().optional(),
  ...settingsFields,
})
export type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>

export async function readCompletionRequest(
  body: Buffer | undefined,
): Promise<Result<ChatCompletionRequest, BridgeError>> {
  const json = await readObject(body)
  if (!json.ok) return json
  const excess = excessRefusal('messages', json.value['messages'])
  if (excess) return refused(excess)
  const parsed = ChatCompletionRequest.safeParse(json.value)
  if (!parsed.success) return refused(describe(parsed.error.issues[0]!))
  const wrong = findContradiction(parsed.data)
  return wrong ? refused(invalidRequest(wrong.message, { param: wrong.param })) : accepted(parsed.data)
}

export async function readObject(
  body: Buffer | undefined,
): Promise<Result<Record<string, unknown>, BridgeError>> {
  const json = await parseBody(body)
  if (!json.ok) return json
  return isRecord(json.value)
    ? accepted(json.value)
    : refused(invalidRequest('The body must be a JSON object.', { code: 'invalid_json' }))
}

async function parseBody(body: Buffer | undefined): Promise<Result<unknown, BridgeError>> {
  try {
    if (body && body.length > LONG_BODY_BYTES) await processTurns.nextTurn()
    const text = body ? await decodeUtf8(body, processTurns) : ''
    const value = await readJson(text, { turns: processTurns })
    return accepted(
      isRecord(value) && (await needsDigits(value)) ? await withExactFields(value, text) : value,
    )
  } catch (error) {
    if (error instanceof JsonTooDeep) return refused(invalidRequest(error.message, { code: 'invalid_json' }))
    if (error instanceof JsonTooLarge)
      return refused(invalidRequest(error.message, { status: 413, code: 'too_large' }))
    return refused(invalidRequest('The body is not valid JSON.', { code: 'invalid_json' }))
  }
}

const LONG_BODY_BYTES = 2 * 1024 * 1024
/** Whether `JSON.parse` may have rounded a number in a field that is passed to the model. */
async function needsDigits({ seed, tools }: Record<string, unknown>): Promise<boolean> {
  if (isRounded(seed)) return true
  for (const tool of Array.isArray(tools) ? tools : []) {
    if (isRounded(tool)) return true
    if (processTurns.isSpent()) await processTurns.nextTurn()
  }
  return false
}

const isRounded = (value: unknown): boolean =>
  typeof value === 'number'
    ? !Number.isSafeInteger(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(isRounded)

/** `JSON.parse` would round 64-bit seeds. */
async function withExactFields(value: Record<string, unknown>, text: string): Promise<unknown> {
  const exact = (await readJson(text, { turns: processTurns, parse: parseJson })) as Record<string, unknown>
  const { seed, tools } = exact
  return { ...value, seed, tools: withPlainNumbers(tools) }
}

const MAX_MESSAGES = 20_000

/** Counts messages before validation, because validation takes long for thousands of messages. */
export function excessRefusal(name: string, messages: unknown): BridgeError | null {
  if (!Array.isArray(messages)) return null
  let count = messages.length
  for (const message of messages as ({ content?: unknown; output?: unknown } | null)[])
    for (const parts of [message?.content, message?.output]) if (Array.isArray(parts)) count += parts.length
  if (count <= MAX_MESSAGES) return null
  const text = `${name} has more than ${MAX_MESSAGES} messages and parts. Remove the oldest.`
  return invalidRequest(text, { status: 413, code: 'too_large', param: name })
}

export const describe = (issue: z.core.$ZodIssue): BridgeError => {
  const nested = issue.code === 'invalid_union' ? deepest(issue) : issue
  const param = nested.path.reduce<string>(
    (text, key) =>
      typeof key === 'number' ? `${text}[${key}]` : text ? `${text}.${String(key)}` : String(key),
    '',
  )
  if (param === 'messages') return invalidRequest(NO_MESSAGES.message, { param })
  return invalidRequest(`Invalid value at ${param}: ${issueText(nested.message)}.`, {
    param,
  })
}

const deepest = (issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue => {
  const inner = issue.errors.flat().map((nested) => ({ ...nested, path: [...issue.path, ...nested.path] }))
  const isOfType = ({ code }: z.core.$ZodIssue) => Number(code === 'invalid_type')
  const best = inner.toSorted((a, b) => b.path.length - a.path.length || isOfType(a) - isOfType(b))[0]
  if (!best) return issue
  return best.code === 'invalid_union' ? deepest(best) : best
}

export const plainTextOf = (
  content: string | readonly MessageContentPart[] | null | undefined,
  readText: (text: string) => string = (text) => text,
): string =>
  typeof content === 'string'
    ? readText(content)
    : (content ?? [])
        .map((part) =>
          part.type === 'text' ? readText(part.text) : part.type === 'refusal' ? part.refusal : '',
        )
        .filter(Boolean)
        .join('\n')
