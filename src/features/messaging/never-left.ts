/** Whether a request that failed with this code surely never reached the provider: what it carried may be sent again. */
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
