import { isDocumentClient } from './client-document.ts'
import { isClientRefused, isScopeRefused, oauthErrorOf, requiresPush } from './failure.ts'
import { registrationOf, type Provider } from './provider.ts'
import { hasScope, SIGN_IN_SCOPES } from './scopes.ts'

/** Changes for a retry of a refused authorization. */
export interface SecondTry {
  /** Scopes to omit, because the provider refused them. */
  refusedScopes?: readonly string[]
  /** Register a client, because the provider refused the client document. */
  isClientRefused?: boolean
  /** Push the request, because the provider refused one that was not pushed. */
  mustPush?: boolean
}

/**
 * Decides how to retry after the provider refused a scope, the client document, or a request that was not pushed;
 * null for other errors. Each change removes its cause, so retries end.
 */
export function secondTry({
  provider,
  scope,
  isPushed,
  error,
}: {
  provider: Provider
  /** Requested scopes. */
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
