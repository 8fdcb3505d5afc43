/** True if a request that failed with this code certainly never reached the provider: it may be repeated. */
export const neverLeft = (code: string): boolean => CODES.has(code) || /CERT|^ERR_(SSL|TLS)_/.test(code)

const CODES: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
