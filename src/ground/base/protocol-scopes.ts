const PROTOCOL_SCOPES: ReadonlySet<string> = new Set([
  'openid',
  'offline_access',
  'profile',
  'email',
  'address',
  'phone',
])

export const isProtocolScope = (scope: string): boolean => PROTOCOL_SCOPES.has(scope)
