const PROTOCOL_SCOPES: ReadonlySet<string> = new Set([
  'openid',
  'offline_access',
  'profile',
  'email',
  'address',
  'phone',
])

/** Whether a scope grants no access to data. A provider may omit such scopes in its response. Pure. */
export const isProtocolScope = (scope: string): boolean => PROTOCOL_SCOPES.has(scope)
