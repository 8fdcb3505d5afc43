import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { cookieNameAt } from '#ground/base/cookie-name.ts'
import { cookieValues, setCookie } from '#ground/base/cookie.ts'
import { newId, sha256 } from '#ground/base/ids.ts'
import { networkOf } from '#ground/base/network/coarse.ts'
import type { Sealer } from '#ground/base/sealing.ts'
import type { Store } from '#ground/store/store.ts'

/** A device is known by a sealed cookie, a network by earlier sign-ins. */
export interface KnownSources {
  sourceOf(request: FastifyRequest, email: string): Promise<string | null>
  remember(request: FastifyRequest, email: string, isSecure: boolean): string
}

const COOKIE = 'known-device'
const PATH = '/api/v1/auths'
const TTL_SECONDS = 400 * 86_400 // maximum lifetime of a cookie in browsers
const MAX_ACCOUNTS = 8

const Device = z.object({ id: z.string(), accounts: z.array(z.string()) })
type Device = z.infer<typeof Device>

export function createKnownSources({
  store: { db },
  sealer,
}: {
  store: Pick<Store, 'db'>
  sealer: Sealer
}): KnownSources {
  const deviceOf = ({ headers }: FastifyRequest): Device | null => {
    for (const value of cookieValues(headers.cookie, cookieNameAt(COOKIE, headers.host))) {
      const text = sealer.open(value, COOKIE)
      if (text !== null) return Device.parse(JSON.parse(text))
    }
    return null
  }
  const hasSignedIn = async (email: string, network: string) => {
    const row = await db
      .selectFrom('chatapp_sign_in_records')
      .where('email', '=', email)
      .where('network', '=', network)
      .where('outcome', '=', 'signed_in')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  }
  return {
    async sourceOf(request, email) {
      const device = deviceOf(request)
      if (device?.accounts.includes(sha256(email))) return `device ${device.id}`
      const network = isIP(request.ip) ? networkOf(request.ip) : null
      return network !== null && (await hasSignedIn(email, network)) ? `network ${network}` : null
    },
    remember(request, email, isSecure) {
      const known = deviceOf(request)
      const others = known?.accounts.filter((account) => account !== sha256(email)) ?? []
      const device: Device = {
        id: known?.id ?? newId(),
        accounts: [sha256(email), ...others].slice(0, MAX_ACCOUNTS),
      }
      return setCookie({
        name: cookieNameAt(COOKIE, request.headers.host),
        value: sealer.seal(JSON.stringify(device), COOKIE),
        path: PATH,
        maxAgeSeconds: TTL_SECONDS,
        sameSite: 'Lax',
        isSecure,
      })
    },
  }
}
