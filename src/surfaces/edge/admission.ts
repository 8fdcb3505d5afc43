import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { refused, type Result } from '#ground/base/result.ts'
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
 * Decide whether a request may be forwarded at all, for the things Node's parser lets through. Whom it was sent to is
 * looked at first: what was meant for another name is told nothing about itself.
 *
 * @returns The path without its query, still as sent.
 */
export function admit(
  { method, url = '', httpVersion, rawHeaders }: RequestHead,
  own: Pick<OwnAddress, 'isNamedBy'>,
): Result<string, Refusal> {
  const stray = refuseHost(rawHeaders, own)
  if (stray) return refused(stray)
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return refused('bad_version')
  if (method === 'TRACE' || method === 'CONNECT') return refused('method_not_allowed')
  return isFramedPlainly(rawHeaders, httpVersion) ? checkTarget(url) : refused('bad_framing')
}

function refuseHost(raw: readonly string[], own: Pick<OwnAddress, 'isNamedBy'>): Refusal | null {
  let host: string | null = null
  for (let index = 0; index < raw.length; index += 2) {
    if (!isNamed(raw[index]!, 'host')) continue
    if (host !== null) return 'bad_host'
    host = raw[index + 1]!
  }
  if (host === null || own.isNamedBy(host)) return null
  return HOST.test(host) ? 'misdirected' : 'bad_host'
}

/** Chunked is not part of HTTP/1.0, and another coding around it would reach the upstream without its name. */
function isFramedPlainly(raw: readonly string[], httpVersion: string): boolean {
  for (let index = 0; index < raw.length; index += 2)
    if (isNamed(raw[index]!, 'transfer-encoding'))
      if (httpVersion === '1.0' || raw[index + 1]!.toLowerCase() !== 'chunked') return false
  return true
}

const isNamed = (name: string, wanted: string): boolean =>
  name.length === wanted.length && name.toLowerCase() === wanted

/** Might name somebody: no user, path or list. Whether the port is one matters no more once it is not for us. */
const HOST = /^(?:[\w.~-]+|\[[0-9a-f:.]+\])(?::\w*)?$/i
