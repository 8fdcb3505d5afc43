import { hash } from 'node:crypto'
import { cookieNameAt } from './cookie-name.ts'
import { sign, verify } from './signing.ts'

/**
 * The cookie of a browser that has left for an outside provider: by it the edge knows where to send the browser once it
 * is back. It opens nothing. Each provider and each port of the host has a cookie of its own, so that journeys at the same time do not clash.
 */
export interface JourneyMark {
  /** Id of the journey. */
  id: string
  /** Id of the provider as the web chat knows it, without `mcp:`. */
  provider: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export const journeyCookieName = (provider: string, host: string | undefined): string =>
  cookieNameAt(`svc-journey-${hash('sha256', provider).slice(0, 16)}`, host)

/** Path of the web chat that redirects a browser to a provider, and path to which the provider returns it. */
export const oauthClientPath = (provider: string, step: 'authorize' | 'callback'): string =>
  `/oauth/clients/mcp:${encodeURIComponent(provider)}/${step}`

export const donePath = (id: string): string => `/portal/connect/${encodeURIComponent(id)}/done`

/** The cookie's value: `<id>.<expiry>.<signature>`. */
export const signJourney = (secret: string, { id, provider, expiresAt }: JourneyMark): string =>
  `${id}.${expiresAt}.${sign(secret, signed({ id, provider, expiresAt }))}`

/** The journey that a cookie of ours names; null when it is not ours, another provider's, or over. */
export function readJourney(
  value: string,
  { secret, provider, now }: { secret: string; provider: string; now: number },
): string | null {
  const [, id, expiry, signature] = VALUE.exec(value) ?? []
  if (!id || !expiry || !signature) return null
  const expiresAt = Number(expiry)
  if (expiresAt <= now) return null
  return verify(secret, signed({ id, provider, expiresAt }), signature) ? id : null
}

const VALUE = /^([0-9a-f-]{36})\.(\d{13})\.([\w-]{43})$/

/** No part can hold a line break, so no two marks have the same text. */
const signed = ({ id, provider, expiresAt }: JourneyMark): string =>
  `journey\n${id}\n${encodeURIComponent(provider)}\n${expiresAt}`
