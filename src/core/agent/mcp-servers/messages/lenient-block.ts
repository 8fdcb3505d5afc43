import { isRecord } from '#ground/base/json/lenient.ts'
import { isExactNumber } from '#ground/base/json/exact-number.ts'

type Json = Record<string, unknown>

/** Key in `_meta` of a text block that replaces an unreadable block. Its value is the reason. */
export const UNREADABLE = 'hub-service/unreadable'

export const UNKNOWN_TYPE = 'application/octet-stream'

export function blockOf(given: unknown): Json {
  if (typeof given === 'string') return { type: 'text', text: given }
  if (!isRecord(given)) return unreadable('a content block that is no object')
  switch (given.type) {
    case 'text':
      return isPlain(given.text)
        ? { type: 'text', text: String(given.text) }
        : unreadable('a text block without text')
    case 'image':
    case 'audio':
      return mediaOf(given.type, given)
    case 'resource':
      return isRecord(given.resource) ? resourceOf(given.resource) : unreadable('a resource without content')
    case 'resource_link':
      return linkOf(given)
    default:
      return unreadable(`a content block ${typeName(given.type)}`)
  }
}

const unreadable = (reason: string): Json => ({
  type: 'text',
  text: `[Left out: ${reason}]`,
  _meta: { [UNREADABLE]: reason },
})

const isPlain = (value: unknown): boolean =>
  ['string', 'number', 'boolean'].includes(typeof value) || isExactNumber(value)

const typeName = (type: unknown): string =>
  typeof type === 'string'
    ? `of the unknown type “${type.replace(/\s+/g, ' ').slice(0, 60)}”`
    : 'without a type'

function mediaOf(kind: 'image' | 'audio', { data, mimeType }: Json): Json {
  const bytes = base64Of(data)
  if (bytes === null)
    return unreadable(`${kind === 'image' ? 'an image' : 'a sound'} that is not valid base64`)
  return { type: kind, data: bytes.base64, mimeType: typeOf(mimeType) ?? bytes.mediaType ?? UNKNOWN_TYPE }
}

function resourceOf({ uri: given, mimeType, text, blob }: Json): Json {
  const uri = typeof given === 'string' ? given : ''
  const type = typeOf(mimeType)
  const about = { uri, ...(type !== null && { mimeType: type }) }
  if (isPlain(text)) return { type: 'resource', resource: { ...about, text: String(text) } }
  const bytes = base64Of(blob)
  return bytes === null
    ? unreadable('a resource without text and without valid base64')
    : { type: 'resource', resource: { ...about, blob: bytes.base64 } }
}

function linkOf({ uri, name, description, mimeType }: Json): Json {
  if (typeof uri !== 'string') return unreadable('a link without an address')
  const type = typeOf(mimeType)
  return {
    type: 'resource_link',
    uri,
    name: typeof name === 'string' ? name : uri,
    ...(typeof description === 'string' && { description }),
    ...(type !== null && { mimeType: type }),
  }
}

const typeOf = (given: unknown): string | null =>
  typeof given === 'string' && given.includes('/') ? given.trim().toLowerCase() : null

/** Converts to strict Base64. Servers send line breaks, the URL alphabet, no padding, or a whole `data:` URL. */
function base64Of(given: unknown): { base64: string; mediaType: string | null } | null {
  if (typeof given !== 'string') return null
  const [prefix = '', mediaType = null] =
    /^\s*data:([^;,]*)(?:;[^;,]*)*;base64,/.exec(given.slice(0, 200)) ?? []
  const text = given.slice(prefix.length)
  if (STRICT.test(text) && text.length % 4 === 0) return { base64: text, mediaType }
  const plain = text.replace(/\s+/g, '')
  return LOOSE.test(plain) && plain.replace(/=+$/, '').length % 4 !== 1
    ? { base64: Buffer.from(plain, 'base64').toString('base64'), mediaType }
    : null
}

const STRICT = /^[A-Za-z0-9+/]*={0,2}$/
const LOOSE = /^[A-Za-z0-9+/_-]*={0,2}$/
