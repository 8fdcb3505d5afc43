const PROTOCOL_SCOPES: ReadonlySet<string> = new Set([
  'openid',
  'offline_access',
  'profile',
  'email',
  'address',
  'phone',
])

/** Such scopes give no access to data, and a provider may omit them from its response. */
export const isProtocolScope = (scope: string): boolean => PROTOCOL_SCOPES.has(scope)
