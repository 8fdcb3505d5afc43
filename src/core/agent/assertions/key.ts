import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

export interface PublicSigningKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  use: 'sig'
  alg: 'ES256'
  /** Thumbprint of the key (RFC 7638). */
  kid: string
}

export interface SigningKey {
  privateKey: KeyObject
  publicKey: PublicSigningKey
}

/** Derives the key from a secret that all instances share, so that each instance signs with the same key. */
export function signingKeyOf(secret: string): SigningKey {
  const { x, y, d } = pointOf(secret)
  const privateKey = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' })
  const { x: checkedX, y: checkedY } = createPublicKey(privateKey).export({ format: 'jwk' })
  const required = { crv: 'P-256', kty: 'EC', x: checkedX!, y: checkedY! } as const // RFC 7638 prescribes this order
  const kid = createHash('sha256').update(JSON.stringify(required)).digest('base64url')
  return { privateKey, publicKey: { ...required, use: 'sig', alg: 'ES256', kid } }
}

/** Tries further digests, because one digest in 2^32 is no valid private key of this curve. */
function pointOf(secret: string): Record<'x' | 'y' | 'd', string> {
  for (let attempt = 0; ; attempt++) {
    const ecdh = createECDH('prime256v1')
    const scalar = createHash('sha256').update(`${attempt} ${secret}`).digest()
    try {
      ecdh.setPrivateKey(scalar)
    } catch {
      continue
    }
    const point = ecdh.getPublicKey() // 0x04, x (32 bytes), y (32 bytes)
    return {
      x: point.toString('base64url', 1, 33),
      y: point.toString('base64url', 33),
      d: scalar.toString('base64url'),
    }
  }
}
