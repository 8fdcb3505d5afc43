import { MAX_SCOPE_CHARACTERS } from '#ground/base/oauth-scopes.ts'
import { ProviderFailure } from './failure.ts'

/** Scopes for a lasting connection and for an ID token, which some providers refuse to some clients or people. */
export const SIGN_IN_SCOPES: readonly string[] = ['openid', 'offline_access']

export const hasScope = (scope: string, name: string): boolean => scope.split(' ').includes(name)

/** Scopes with spaces between, but for those that are left out. */
export const withoutScopes = (scope: string, left: readonly string[]): string =>
  scope
    .split(' ')
    .filter((one) => one !== '' && !left.includes(one))
    .join(' ')

/** Scopes of several lists with spaces or commas between, each once. */
export const unionOfScopes = (...scopes: readonly string[]): string =>
  [...new Set(scopes.flatMap((scope) => scope.split(/[ ,]/)).filter(Boolean))].join(' ')

/** @throws ProviderFailure for more than an address can hold, as of the scopes that an administrator enters. */
export function checkScopeLength(scope: string): void {
  if (scope.length > MAX_SCOPE_CHARACTERS)
    throw new ProviderFailure('The server requires more scopes than fit into a request.')
}
