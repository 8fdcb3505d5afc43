import { hash } from 'node:crypto'
import { cookieNameAt } from './cookie-name.ts'
import { sign, verify } from './signing.ts'

/**
 * The edge reads this cookie to redirect a browser that returns from an OAuth provider. The cookie grants no access.
 */
export interface JourneyMark {
  id: string
  /** The id that the web chat uses for the provider, without prefix `mcp:`. */
  provider: string
  /** Epoch milliseconds. */
  expiresAt: number
}

export const journeyCookieName = (provider: string, host: string | undefined): string =>
  cookieNameAt(`svc-journey-${hash('sha256', provider).slice(0, 16)}`, host)

export const oauthClientPath = (provider: string, step: 'authorize' | 'callback'): string =>
  `/oauth/clients/mcp:${encodeURIComponent(provider)}/${step}`

export const donePath = (id: string): string => `/portal/connect/${encodeURIComponent(id)}/done`

/** Returns the cookie value `<id>.<expiry>.<signature>`. */
export const signJourney = (secret: string, { id, provider, expiresAt }: JourneyMark): string =>
  `${id}.${expiresAt}.${sign(secret, signed({ id, provider, expiresAt }))}`

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

/** No field contains a line break, so different marks never produce the same signed text. */
const signed = ({ id, provider, expiresAt }: JourneyMark): string =>
  `journey\n${id}\n${encodeURIComponent(provider)}\n${expiresAt}`
