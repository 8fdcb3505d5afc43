import { isDocumentClient } from './client-document.ts'
import { isClientRefused, isScopeRefused, oauthErrorOf, requiresPush } from './failure.ts'
import { registrationOf, type Provider } from './provider.ts'
import { hasScope, SIGN_IN_SCOPES } from './scopes.ts'

export interface SecondTry {
  /** The retry omits these scopes, because the provider refused them. */
  refusedScopes?: readonly string[]
  /** The retry registers a client, because the provider refused the client document. */
  isClientRefused?: boolean
  /** The retry must push, because the provider refused a request that was not pushed. */
  mustPush?: boolean
}

/** Returns changes for a retry; null if the request must not be sent again. */
export function secondTry({
  provider,
  scope,
  isPushed,
  error,
}: {
  provider: Provider
  scope: string
  isPushed: boolean
  error: unknown
}): SecondTry | null {
  if (requiresPush(error)) return isPushed ? null : { mustPush: true }
  const code = oauthErrorOf(error)
  if (isClientRefused(code) && isDocumentClient(registrationOf(provider))) return { isClientRefused: true }
  const left = SIGN_IN_SCOPES.filter(
    // Without `openid` an OpenID provider sends no ID token, which this service requires.
    (one) => hasScope(scope, one) && !(one === 'openid' && provider.source.kind === 'openid'),
  )
  return left.length > 0 && isScopeRefused(code) ? { refusedScopes: left } : null
}
