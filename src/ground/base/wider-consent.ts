import { readScopes } from './oauth-scopes.ts'
import { sign, verify } from './signing.ts'

/**
 * Further scopes that a sign-in requests. They are in the query of the web chat's sign-in URL. The Hub signs them for
 * one account and provider, so that another person's link cannot widen the grants of this account.
 */
export interface WiderConsent {
  accountId: string
  /** Provider id of the web chat, without prefix `mcp:`. */
  provider: string
  scopes: readonly string[]
}

export function widerConsentQuery(secret: string, consent: WiderConsent): string {
  if (consent.scopes.length === 0) return ''
  const scope = consent.scopes.join(' ')
  return new URLSearchParams({ scope, proof: sign(secret, signed({ ...consent, scope })) }).toString()
}

/** Null if the query is not signed for this account and provider. */
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
