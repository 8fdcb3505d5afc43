import { isUtf8 } from 'node:buffer'
import { isNestedDeeper } from '#ground/base/json/depth.ts'
import { readJson } from '#ground/base/json/read.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { isChannel } from '#ground/hub/channels.ts'
import type { Delivery } from './inbox.ts'

/** JSON nested deeper is kept as text: many readers can't take it, and `JSON.stringify` can't write it again. */
const MAX_DEPTH = 1000

/** Longer bodies are parsed over several turns of the event loop. */
const LONG_BYTES = 128 * 1024

/** Whether a long body is JSON that an event file takes as it is; null for a short one, which `eventFile` looks at. */
export async function isLongJson({ body, contentType }: Delivery): Promise<boolean | null> {
  if (body.byteLength <= LONG_BYTES) return null
  const { text, lossy } = decode(body, contentType)
  if (lossy) return false
  try {
    await readJson(text, { turns: processTurns, maxDepth: MAX_DEPTH, maxValues: Infinity })
    return true
  } catch {
    return false
  }
}

/**
 * The content of an event file: one JSON object with `surface`, `name`, `received_at` (epoch seconds), `query`,
 * `content_type` and `body`. A JSON body is put in as it was written, so that no digit of it changes; anything else
 * is a string, with `body_base64` beside it when the bytes can't be had back from that string.
 *
 * @param isJson What `isLongJson` found.
 */
export function eventFile(
  name: string,
  receivedAtMs: number,
  delivery: Delivery,
  isJson: boolean | null = null,
): Buffer {
  const { query, contentType, body } = delivery
  const head = JSON.stringify({
    surface: isChannel(name) ? name : 'webhook',
    name,
    received_at: receivedAtMs / 1000,
    query: queryObject(query),
    content_type: contentType,
  })
  const { text, lossy } = decode(body, contentType)
  const value = !lossy && (isJson ?? isPlainJson(text)) ? text.trim() : JSON.stringify(text)
  const base64 = lossy ? `,"body_base64":"${Buffer.from(body).toString('base64')}"` : ''
  return Buffer.from(`${head.slice(0, -1)},"body":${value}${base64}}\n`)
}

/** A key that comes several times holds a list of its values. Without a prototype: `__proto__` is a key like others. */
const queryObject = (query: Delivery['query']): Record<string, string | string[]> => {
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
  /** Some bytes were not text and were replaced. */
  lossy: boolean
}

/**
 * UTF-8 where the bytes are that, whatever was declared; else the declared charset; else UTF-8 with replacements.
 * UTF-16 is asked first, since its bytes often are UTF-8 as well, full of zeros.
 */
const decode = (body: Uint8Array, contentType: string): Decoded => {
  const declared = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  const charsets = /^utf-?16/i.test(declared) ? [declared, 'utf-8'] : ['utf-8', declared]
  for (const charset of charsets) {
    const text = decodeExactly(body, charset)
    if (text !== null) return { text, lossy: false }
  }
  return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(body), lossy: true }
}

const decodeExactly = (body: Uint8Array, charset: string): string | null => {
  if (/^utf-?8$/i.test(charset)) return isUtf8(body) ? bufferOf(body).toString() : null // faster than what follows
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return null // bytes outside the charset, or a charset nobody knows
  }
}

const bufferOf = ({ buffer, byteOffset, length }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, length)

const isPlainJson = (text: string): boolean => {
  if (isNestedDeeper(text, MAX_DEPTH)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
