import { isLinkLocal, isPublicAddress } from '#ground/base/network/addresses.ts'
import { addressesOfHost, fixedLookup, systemResolve, type Resolve } from '#ground/base/network/resolve.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { Late } from '#ground/base/time-limit.ts'
import type { RefusalCode } from '#chatapp/http/refusals.ts'
import { BadStatus, type UpstreamClient, type UpstreamModel } from './client.ts'
import type { ModelServer } from './connection.ts'

/**
 * Permits internal addresses, where most model servers are, but no link-local addresses, where clouds have metadata
 * services. Public addresses require https, because a key is sent.
 */
export async function tryConnection(
  client: Pick<UpstreamClient, 'models'>,
  connection: ModelServer,
  resolve: Resolve = systemResolve,
): Promise<Result<UpstreamModel[], RefusalCode>> {
  const url = new URL(connection.url)
  const addresses = await addressesOfHost(url, resolve)
  if (addresses.length === 0) return refused('connection_unreachable')
  if (addresses.some(({ address }) => isLinkLocal(address))) return refused('connection_forbidden')
  const isPublic = addresses.some(({ address }) => isPublicAddress(address))
  if (isPublic && url.protocol === 'http:') return refused('connection_insecure')
  try {
    return accepted(await client.models(connection, fixedLookup(addresses)))
  } catch (error) {
    return refused(reasonOf(error))
  }
}

function reasonOf(error: unknown): RefusalCode {
  if (error instanceof Late) return 'connection_silent'
  if (error instanceof BadStatus)
    return [401, 403].includes(error.status) ? 'connection_key_refused' : 'connection_failed'
  return (error as { code?: unknown }).code === undefined ? 'connection_failed' : 'connection_unreachable'
}
