import { isUtf8 } from 'node:buffer'
import { withoutMark } from '#ground/base/json/byte-order-mark.ts'
import { isNestedDeeper } from '#ground/base/json/depth.ts'
import { readJson } from '#ground/base/json/read.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { isChannel } from '#ground/hub/channels.ts'
import type { InboxDelivery } from './inbox.ts'

/** JSON with deeper nesting is stored as text: many readers fail on it, and `JSON.stringify` cannot write it again. */
const MAX_DEPTH = 1000

const LONG_BYTES = 128 * 1024

export async function isLongJson({ body, contentType }: InboxDelivery): Promise<boolean | null> {
  if (body.byteLength <= LONG_BYTES) return null
  const text = possibleJson(body, decode(body, contentType))
  if (text === null) return false
  try {
    await readJson(text, { turns: processTurns, maxDepth: MAX_DEPTH, maxValues: Infinity })
    return true
  } catch {
    return false
  }
}

/**
 * One JSON object with `surface`, `name`, `received_at` (epoch seconds), `query`, `content_type`, `body`, `ce` for
 * a CloudEvent in binary mode, and `headers` if the endpoint keeps any. A JSON body stays as sent, so that no digit changes. Any other body is a string,
 * with `body_base64` beside it if the string loses bytes.
 */
export function eventFile(
  name: string,
  receivedAtMs: number,
  delivery: InboxDelivery,
  isJson: boolean | null = null,
): Buffer {
  const { query, contentType, body, cloudEvent, headers } = delivery
  const head = JSON.stringify({
    surface: isChannel(name) ? name : 'webhook',
    name,
    received_at: receivedAtMs / 1000,
    query: queryObject(query),
    ce: cloudEvent,
    headers,
    content_type: contentType,
  })
  const decoded = decode(body, contentType)
  const possible = possibleJson(body, decoded)
  const json = possible !== null && (isJson ?? isPlainJson(possible)) ? possible : null
  const value = json ?? JSON.stringify(decoded.text)
  const base64 =
    decoded.lossy && json === null ? `,"body_base64":"${Buffer.from(body).toString('base64')}"` : ''
  return Buffer.from(`${head.slice(0, -1)},"body":${value}${base64}}\n`)
}

/** The value of a repeated key is a list. Without a prototype, `__proto__` is an ordinary key. */
const queryObject = (query: InboxDelivery['query']): Record<string, string | string[]> => {
  const object: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of query) {
    const earlier = object[key]
    object[key] =
      earlier === undefined ? value : Array.isArray(earlier) ? [...earlier, value] : [earlier, value]
  }
  return object
}

interface Decoded {
  text: string
  lossy: boolean
}

/** Tries UTF-8 before the declared charset, except UTF-16, whose bytes are often valid UTF-8 too. */
const decode = (body: Uint8Array, contentType: string): Decoded => {
  const declared = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const charsets = /^utf-?16/i.test(declared) ? [declared, 'utf-8'] : ['utf-8', declared]
  for (const charset of charsets) {
    const text = decodeExactly(body, charset)
    if (text !== null) return { text, lossy: false }
  }
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body), lossy: true }
}

const byMark = (body: Uint8Array): string | null => {
  const [first, second] = body
  if (first === 0xff && second === 0xfe) return decodeExactly(body, 'utf-16le')
  return first === 0xfe && second === 0xff ? decodeExactly(body, 'utf-16be') : null
}

const decodeExactly = (body: Uint8Array, charset: string): string | null => {
  if (/^utf-?8$/i.test(charset)) return isUtf8(body) ? bufferOf(body).toString() : null // faster than `TextDecoder`
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null // bytes outside the charset, or an unknown charset
  }
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)

const possibleJson = (body: Uint8Array, { text, lossy }: { text: string; lossy: boolean }): string | null =>
  jsonTextOf(lossy ? byMark(body) : text)

const jsonTextOf = (text: string | null): string | null => (text === null ? null : withoutMark(text).trim())

const isPlainJson = (text: string): boolean => {
  if (isNestedDeeper(text, MAX_DEPTH)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
