const PROTOCOL_SCOPES: ReadonlySet<string> = new Set([
  'openid',
  'offline_access',
  'profile',
  'email',
  'address',
  'phone',
])

/** True for a scope without access to data. A provider may omit such scopes from its response. */
export const isProtocolScope = (scope: string): boolean => PROTOCOL_SCOPES.has(scope)
