import { readScopes } from './oauth-scopes.ts'
import { sign, verify } from './signing.ts'

/**
 * The signature covers account, provider and scopes, so that one person's link cannot widen another account's grants.
 */
export interface WiderConsent {
  accountId: string
  /** The id that the web chat uses for the provider, without prefix `mcp:`. */
  provider: string
  scopes: readonly string[]
}

export function widerConsentQuery(secret: string, consent: WiderConsent): string {
  if (consent.scopes.length === 0) return ''
  const scope = consent.scopes.join(' ')
  return new URLSearchParams({ scope, proof: sign(secret, signed({ ...consent, scope })) }).toString()
}

export function readWiderConsent(
  { scope, proof }: { scope?: string | undefined; proof?: string | undefined },
  { secret, ...place }: Pick<WiderConsent, 'accountId' | 'provider'> & { secret: string },
): string[] | null {
  if (scope === undefined) return []
  if (proof === undefined || !verify(secret, signed({ ...place, scope }), proof)) return null
  return readScopes(scope)
}

/** No field contains a line break, so different consents never produce the same signed text. */
const signed = ({
  accountId,
  provider,
  scope,
}: Pick<WiderConsent, 'accountId' | 'provider'> & { scope: string }) =>
  `wider consent\n${encodeURIComponent(accountId)}\n${encodeURIComponent(provider)}\n${encodeURIComponent(scope)}`
