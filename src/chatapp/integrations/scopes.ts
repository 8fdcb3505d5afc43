import { MAX_SCOPE_CHARACTERS } from '#ground/base/oauth-scopes.ts'
import { ProviderFailure } from './failure.ts'

export const SIGN_IN_SCOPES: readonly string[] = ['openid', 'offline_access']

export const hasScope = (scope: string, name: string): boolean => scope.split(' ').includes(name)

export const withoutScopes = (scope: string, excluded: readonly string[]): string =>
  scope
    .split(' ')
    .filter((one) => one !== '' && !excluded.includes(one))
    .join(' ')

export const unionOfScopes = (...scopes: readonly string[]): string =>
  [...new Set(scopes.flatMap((scope) => scope.split(/[ ,]/)).filter(Boolean))].join(' ')

export function checkScopeLength(scope: string): void {
  if (scope.length > MAX_SCOPE_CHARACTERS)
    throw new ProviderFailure('The server requires more scopes than fit into a request.')
}
