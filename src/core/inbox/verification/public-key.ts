import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { heldBody } from './held-body.ts'
import type { BodyCheck } from './body-check.ts'

/** `ed25519` signs the message itself, `ecdsa` its SHA-256 on the curve P-256. */
export type PublicKeyKind = 'ed25519' | 'ecdsa'

const ED25519_BYTES = 32
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** 32 bytes in hex or base64 for Ed25519, SPKI in base64 or PEM for ECDSA. */
export function readPublicKey(kind: PublicKeyKind, text: string): Uint8Array | null {
  const plain = text.replaceAll(/-----(BEGIN|END) PUBLIC KEY-----|\s/g, '')
  const isHex = kind === 'ed25519' && /^[0-9a-f]{64}$/i.test(plain)
  if (!isHex && !BASE64.test(plain)) return null
  const bytes = Buffer.from(plain, isHex ? 'hex' : 'base64')
  return keyObjectOf(kind, bytes) === null ? null : bytes
}

function keyObjectOf(kind: PublicKeyKind, bytes: Uint8Array): KeyObject | null {
  try {
    if (kind === 'ecdsa') {
      const key = createPublicKey({ key: Buffer.from(bytes), format: 'der', type: 'spki' })
      return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
    }
    if (bytes.length !== ED25519_BYTES) return null
    const x = Buffer.from(bytes).toString('base64url')
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    return null
  }
}

const ED25519_SIGNATURE_BYTES = 64
/** A DER sequence of two integers of at most 33 bytes. */
const MAX_ECDSA_SIGNATURE_BYTES = 72

export function isSignatureShape(kind: PublicKeyKind, encoding: 'hex' | 'base64', text: string): boolean {
  const isEncoded = encoding === 'hex' ? /^([0-9a-f]{2})+$/i.test(text) : BASE64.test(text)
  if (!isEncoded || text.length > 2 * MAX_ECDSA_SIGNATURE_BYTES) return false
  const { length } = Buffer.from(text, encoding)
  return kind === 'ed25519' ? length === ED25519_SIGNATURE_BYTES : length <= MAX_ECDSA_SIGNATURE_BYTES
}

export function publicKeyCheck(
  kind: PublicKeyKind,
  keys: readonly Uint8Array[],
  { before, maxBytes }: { before: string; maxBytes: number },
): BodyCheck {
  const objects = keys.flatMap((key) => keyObjectOf(kind, key) ?? [])
  const hash = kind === 'ecdsa' ? 'sha256' : null
  const held = heldBody(maxBytes)
  return {
    update: (piece) => held.update(piece),
    matches(signatures, after) {
      const body = held.bytes()
      if (body === null) return false
      const message = Buffer.concat([Buffer.from(before), body, Buffer.from(after)])
      return signatures.some((signature) => objects.some((key) => verify(hash, message, key, signature)))
    },
  }
}
