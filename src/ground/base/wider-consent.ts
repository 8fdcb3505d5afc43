import { readScopes } from './oauth-scopes.ts'
import { sign, verify } from './signing.ts'

/**
 * Further scopes that a person is to grant at a provider, as the query of the web chat's address for it. The Hub signs them
 * for one account and provider, so that another person's link cannot widen the grants of this account.
 */
export interface WiderConsent {
  /** Account of the web chat. */
  accountId: string
  /** Id of the provider as the web chat knows it, without `mcp:`. */
  provider: string
  scopes: readonly string[]
}

/** Empty without scopes. */
export function widerConsentQuery(secret: string, consent: WiderConsent): string {
  if (consent.scopes.length === 0) return ''
  const scope = consent.scopes.join(' ')
  return new URLSearchParams({ scope, proof: sign(secret, signed({ ...consent, scope })) }).toString()
}

/** The scopes of such a query; null when it is not signed for this account and provider. */
export function readWiderConsent(
  { scope, proof }: { scope?: string | undefined; proof?: string | undefined },
  { secret, ...place }: Pick<WiderConsent, 'accountId' | 'provider'> & { secret: string },
): string[] | null {
  if (scope === undefined) return []
  if (proof === undefined || !verify(secret, signed({ ...place, scope }), proof)) return null
  return readScopes(scope)
}

/** No part can hold a line break, so no two consents have the same text. */
const signed = ({
  accountId,
  provider,
  scope,
}: Pick<WiderConsent, 'accountId' | 'provider'> & { scope: string }) =>
  `wider consent\n${encodeURIComponent(accountId)}\n${encodeURIComponent(provider)}\n${encodeURIComponent(scope)}`
