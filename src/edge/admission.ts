import { refused, type Result } from '#base/result.ts'
import type { Refusal } from './refusal.ts'
import { checkTarget } from './target.ts'

/** What the parser read of a request's head. `rawHeaders` alternates names and values, as sent. */
export interface RequestHead {
  method?: string | undefined
  url?: string | undefined
  httpVersion: string
  rawHeaders: readonly string[]
}

/**
 * Decide whether a request may be forwarded at all, for the things Node's parser lets through.
 *
 * @returns The path without its query, still as sent.
 */
export function admit({ method, url = '', httpVersion, rawHeaders }: RequestHead): Result<string, Refusal> {
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return refused('bad_version')
  if (method === 'TRACE' || method === 'CONNECT') return refused('method_not_allowed')
  const refusal = refuseHeaders(rawHeaders, httpVersion)
  return refusal ? refused(refusal) : checkTarget(url)
}

function refuseHeaders(raw: readonly string[], httpVersion: string): Refusal | null {
  let hosts = 0
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!
    if (isNamed(name, 'host')) {
      if (++hosts > 1 || !HOST.test(raw[index + 1]!)) return 'bad_host'
    } else if (isNamed(name, 'transfer-encoding')) {
      // Chunked is not part of HTTP/1.0, and another coding around it would reach the upstream without its name.
      if (httpVersion === '1.0' || raw[index + 1]!.toLowerCase() !== 'chunked') return 'bad_framing'
    }
  }
  return null
}

const isNamed = (name: string, wanted: string): boolean =>
  name.length === wanted.length && name.toLowerCase() === wanted

/** A name, an IPv4 address or a bracketed IPv6 address, and a port: no user, path or list. */
const HOST = /^(?:[\w.~-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i
