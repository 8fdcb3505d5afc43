import { isRecord } from '#ground/base/json/lenient.ts'
import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { blockOf } from './lenient-block.ts'

type Json = Record<string, unknown>

/**
 * The client library rejects a whole message for one invalid field, so this function drops only that field or block.
 * - `null` in an optional field counts as an absent field.
 * - Tools are moved unchecked to the key `RAW_TOOLS`, so that `listTools` checks each tool.
 * - An unreadable content block becomes a text block with the reason.
 * - Structured data that is not an object is put under the key `BARE_DATA`.
 */
export function lenientMessage(message: unknown): unknown {
  if (!isRecord(message)) return message
  if (typeof message.method === 'string') return notificationOf(message)
  const { error, result, ...rest } = message
  if (error !== undefined && error !== null) return result === null ? { ...rest, error } : message
  if (!('result' in message)) return message
  return { ...rest, result: isRecord(result) ? resultOf(withoutNulls(result)) : (result ?? {}) }
}

export const RAW_TOOLS = 'hub-service/tools'

export const BARE_DATA = '\uE000data'

const notificationOf = (message: Json): Json => {
  const isNotification = !('id' in message) && isRecord(message.params)
  if (isNotification) return { ...message, params: withoutNulls(message.params as Json) }
  if (message.params !== null) return message
  const { params: _, ...rest } = message
  return rest
}

function resultOf(result: Json): Json {
  if (Array.isArray(result.tools) && !('content' in result)) return listOf(result, result.tools)
  if ('supportedVersions' in result) return { ...result, ...cacheFields(result) }
  const isToolResult =
    ['content', 'structuredContent', 'isError'].some((key) => key in result) ||
    Object.keys(result).every((key) => key === '_meta' || key === 'resultType')
  return isToolResult ? toolResultOf(result) : result
}

const listOf = (result: Json, tools: unknown[]): Json => {
  const { nextCursor, ...rest } = result
  return {
    resultType: 'complete',
    ...rest,
    ...cacheFields(result),
    ...(typeof nextCursor === 'string' && { nextCursor }),
    tools: [],
    [RAW_TOOLS]: tools,
  }
}

/** Adds valid values for fields that the library requires and this client ignores. */
const cacheFields = ({ ttlMs, cacheScope }: Json): Json => ({
  ttlMs: Number.isInteger(ttlMs) && (ttlMs as number) >= 0 ? ttlMs : 0,
  cacheScope: cacheScope === 'public' ? 'public' : 'private',
})

function toolResultOf({ content, structuredContent: data, isError, ...rest }: Json): Json {
  const blocks = Array.isArray(content) ? content : content === undefined ? [] : [content]
  return {
    resultType: 'complete',
    ...rest,
    content: blocks.map(blockOf),
    ...(data !== undefined && { structuredContent: isRecord(data) ? data : { [BARE_DATA]: data } }),
    ...((isError === true || isError === 'true') && { isError: true }),
  }
}

const NULLABLE_FIELDS: ReadonlySet<string> = new Set(['structuredContent', 'inputSchema', 'outputSchema'])

function withoutNulls(value: Json): Json {
  const kept = Object.entries(value).flatMap(([key, part]) => {
    if (part === null || (key === '_meta' && !isRecord(part))) return []
    return [[key, NULLABLE_FIELDS.has(key) ? part : inside(part)]]
  })
  return Object.fromEntries(kept) as Json
}

const inside = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inside)
  return isRecord(value) && !isExactNumber(value) ? withoutNulls(value) : value
}
