/** Address of the public keys that verify the Hub's assertions (JWK Set, RFC 7517). */
export const PUBLIC_KEYS_PATH = '/.well-known/jwks.json'
