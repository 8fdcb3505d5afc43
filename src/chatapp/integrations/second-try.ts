import { isDocumentClient } from './client-document.ts'
import { isClientRefused, isScopeRefused, oauthErrorOf, requiresPush } from './failure.ts'
import { registrationOf, type Provider } from './provider.ts'
import { hasScope, SIGN_IN_SCOPES } from './scopes.ts'

export interface SecondTry {
  /** The provider refused these scopes, so the retry omits them. */
  refusedScopes?: readonly string[]
  /** True if the provider refused the client document, so that the retry registers a client. */
  isClientRefused?: boolean
  /** True if the provider refused a request that was not pushed, so that the retry must push. */
  mustPush?: boolean
}

/** Null if a retry cannot help. Each retry removes one cause of a refusal, so retries end. */
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
