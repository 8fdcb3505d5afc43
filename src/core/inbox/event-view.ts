import { parseJson } from '#ground/base/json/parse.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { prettyJson } from './pretty-json.ts'

export interface EventView {
  contentType: string
  query: Record<string, string | string[]>
  headers: Record<string, string>
  kind: 'json' | 'text' | 'binary' | 'unreadable'
  body: string | null
}

const HIDDEN = '•••'

/** Masks `token` in the query, and the endpoint's secret everywhere. */
export function eventView(text: string, secret: string | null): EventView {
  const fields = fieldsOf(text)
  if (fields === null) return { contentType: '', query: {}, headers: {}, kind: 'unreadable', body: null }
  const hide = hiding(secret)
  const { query, headers = {}, content_type: contentType, body, body_base64: base64 } = fields
  return {
    contentType: hide(contentType),
    query: hiddenQuery(query, hide),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, hide(String(value))])),
    kind: base64 !== undefined ? 'binary' : typeof body === 'string' ? 'text' : 'json',
    body: hide(typeof body === 'string' ? body : prettyJson(writtenBody(text, fields))),
  }
}

export function previewOf(start: string, secret: string | null, length = 160): string {
  const at = /"content_type":"(?:[^"\\]|\\.)*","body":/.exec(start)
  if (at === null) return ''
  const body = start.slice(at.index + at[0].length)
  const line = hiding(secret)(body)
    .replaceAll(/\\[nrt]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/\}\s*$/, (end) => (start.endsWith('}\n') ? '' : end))
    .replace(/^"(.*?)"?$/, '$1')
  return cutText(line, length)
}

interface Fields {
  surface: string
  name: string
  received_at: number
  query: Record<string, unknown>
  ce?: Record<string, unknown>
  headers?: Record<string, unknown>
  content_type: string
  body: unknown
  body_base64?: string
}

const fieldsOf = (text: string): Fields | null => {
  try {
    const fields = parseJson(text) as Partial<Fields> | null
    const isEvent =
      typeof fields?.query === 'object' && fields.query !== null && typeof fields.content_type === 'string'
    return isEvent && 'body' in fields ? (fields as Fields) : null
  } catch {
    return null
  }
}

/** Returns the body's original JSON text, because parsing would round large numbers. */
function writtenBody(
  text: string,
  { surface, name, received_at, query, ce, headers, content_type, body }: Fields,
): string {
  const head = JSON.stringify({ surface, name, received_at, query, ce, headers, content_type }).slice(0, -1)
  const start = `${head},"body":`
  return text.startsWith(start) ? text.slice(start.length).trimEnd().slice(0, -1) : JSON.stringify(body)
}

const hiddenQuery = (query: Record<string, unknown>, hide: (text: string) => string): EventView['query'] =>
  Object.fromEntries(
    Object.entries(query).map(([key, value]) => {
      if (key === 'token') return [key, HIDDEN]
      return [hide(key), Array.isArray(value) ? value.map((one) => hide(String(one))) : hide(String(value))]
    }),
  )

export const hiding = (secret: string | null) => {
  if (!secret) return (text: string) => text
  const written = JSON.stringify(secret).slice(1, -1)
  return (text: string) => text.replaceAll(secret, HIDDEN).replaceAll(written, HIDDEN)
}
