import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { refused, type Result } from '#ground/base/result.ts'
import type { HeaderFields } from './engine/fields.ts'
import type { ClientRequest } from './engine/request.ts'
import { METHODS, type EdgeRefusal } from './refusal.ts'
import { checkTarget } from './target.ts'

/** Checks the host first, so that the response to a request for another host reveals nothing. */
export function admitEdgeRequest(
  { method, target, version, fields, body, isWebsocketUpgrade }: ClientRequest,
  own: Pick<OwnAddress, 'isNamedBy'>,
): Result<string, EdgeRefusal> {
  const stray = refuseHost(fields, version, own)
  if (stray) return refused(stray)
  if (version !== '1.1' && version !== '1.0') return refused('bad_version')
  if (!METHODS.has(method)) return refused('method_not_allowed')
  if (body === null || (isWebsocketUpgrade && body.isThere)) return refused('bad_framing')
  return checkTarget(target)
}

function refuseHost(
  fields: HeaderFields,
  version: string,
  own: Pick<OwnAddress, 'isNamedBy'>,
): EdgeRefusal | null {
  const [host, another] = fields.all('host')
  if (another !== undefined) return 'bad_host'
  if (host === undefined) return version === '1.1' ? 'bad_host' : null
  if (own.isNamedBy(host)) return null
  return HOST.test(host) ? 'misdirected' : 'bad_host'
}

const HOST = /^(?:[\w.~-]+|\[[0-9a-f:.]+\])(?::\w*)?$/i
