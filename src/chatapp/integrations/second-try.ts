import { isDocumentClient } from './client-document.ts'
import { isClientRefused, isScopeRefused, oauthErrorOf, requiresPush } from './failure.ts'
import { registrationOf, type Provider } from './provider.ts'
import { hasScope, SIGN_IN_SCOPES } from './scopes.ts'

/** What a provider refused in the first try. */
export interface SecondTry {
  /** Scopes that the provider has just refused. */
  refusedScopes?: readonly string[]
  /** The provider has just refused our client. */
  isClientRefused?: boolean
  /** The provider has just refused a request that was not pushed. */
  mustPush?: boolean
}

/**
 * What to change in a second try, after the provider refused the scopes for a lasting connection or an ID token, our client ID
 * metadata document, or a request that was not pushed; null for any other failure. No cause returns in the second try: those
 * scopes are not in it, our client is registered, and the request is pushed.
 */
export function secondTry({
  provider,
  scope,
  isPushed,
  error,
}: {
  provider: Provider
  /** As it was asked for. */
  scope: string
  isPushed: boolean
  error: unknown
}): SecondTry | null {
  if (requiresPush(error)) return isPushed ? null : { mustPush: true }
  const code = oauthErrorOf(error)
  if (isClientRefused(code) && isDocumentClient(registrationOf(provider))) return { isClientRefused: true }
  const left = SIGN_IN_SCOPES.filter(
    // Without `openid` an OpenID provider gives no ID token, which its answers are checked by.
    (one) => hasScope(scope, one) && !(one === 'openid' && provider.source.kind === 'openid'),
  )
  return left.length > 0 && isScopeRefused(code) ? { refusedScopes: left } : null
}
