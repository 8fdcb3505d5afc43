import { isUtf8 } from 'node:buffer'
import { jsonOrUndefined } from '#ground/base/json/parse.ts'

const URL_ENCODED = /^application\/x-www-form-urlencoded\s*(?:;|$)/i
const MULTIPART = /^multipart\/form-data\s*;(?:.*[;\s])?boundary=(?:"([^"]+)"|([^\s;"]+))/i
const CHARSET = /;\s*charset="?([^\s";]+)/i

export const isForm = (contentType: unknown): contentType is string =>
  typeof contentType === 'string' &&
  (URL_ENCODED.test(contentType.trim()) || MULTIPART.test(contentType.trim()))

export function formFields(body: string, contentType: string): Record<string, string | string[]> {
  const [, quoted, boundary = quoted] = MULTIPART.exec(contentType.trim()) ?? []
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of boundary === undefined
    ? new URLSearchParams(inUtf8(body, contentType))
    : fieldsOfParts(body, boundary)) {
    const earlier = fields[key]
    fields[key] = earlier === undefined ? value : [earlier, value].flat()
  }
  return fields
}

export function formBody(body: string, contentType: string): unknown {
  const fields = formFields(body, contentType)
  const { payload } = fields
  if (typeof payload !== 'string' || Object.keys(fields).length > 1) return fields
  return jsonOrUndefined(payload) ?? fields
}

/** Rewrites percent-encoded bytes of the declared charset as UTF-8. Valid UTF-8 remains unchanged. */
function inUtf8(body: string, contentType: string): string {
  const charset = CHARSET.exec(contentType)?.[1] ?? 'utf-8'
  try {
    const decoder = new TextDecoder(charset)
    return body.replaceAll(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
      const bytes = Buffer.from(encoded.replaceAll('%', ''), 'hex')
      return isUtf8(bytes) ? encoded : encodeURIComponent(decoder.decode(bytes))
    })
  } catch {
    return body // the charset is unknown
  }
}

/** The last part may be truncated. Source: RFC 7578. */
function* fieldsOfParts(body: string, boundary: string): Generator<[key: string, value: string]> {
  for (const part of `\r\n${body}`.split(`\r\n--${boundary}`).slice(1)) {
    if (part.startsWith('--')) return
    const headEnd = part.indexOf('\r\n\r\n')
    const disposition = /^content-disposition:\s*form-data\b(.*)$/im.exec(part.slice(0, headEnd))?.[1] ?? ''
    const name = parameterIn(disposition, 'name')
    if (headEnd !== -1 && name !== null)
      yield [name, parameterIn(disposition, 'filename') ?? part.slice(headEnd + 4)]
  }
}

const parameterIn = (disposition: string, name: string): string | null => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? []
  return quoted?.replaceAll(/\\(["\\])/g, '$1').replaceAll('%22', '"') ?? plain ?? null
}
