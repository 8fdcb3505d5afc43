/** Scopes for a lasting connection and for an ID token, which some providers refuse to some clients or people. */
export const SIGN_IN_SCOPES: readonly string[] = ['openid', 'offline_access']

export const hasScope = (scope: string, name: string): boolean => scope.split(' ').includes(name)

/** Scopes with spaces between, but for those that are left out. */
export const withoutScopes = (scope: string, left: readonly string[]): string =>
  scope
    .split(' ')
    .filter((one) => one !== '' && !left.includes(one))
    .join(' ')
