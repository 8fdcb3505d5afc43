import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sha256 } from './ids.ts'

export interface Sealer {
  readonly keyId: string
  /** @param place Binds the text to its owner, such as a row: `open` fails with another `place`. */
  seal(text: string, place: string): string
  /** Null if the key or `place` differs, or if the text was changed. */
  open(sealed: string, place: string): string | null
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a key derived from `secret` and `use`. Format: `1.<key id>.<nonce>.<ciphertext and tag>`. */
export function createSealer(secret: string, use: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', use, 32))
  const keyId = sha256(key).slice(0, 12)
  return {
    keyId,
    seal(text, place) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(place))
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return ['1', keyId, nonce.toString('base64url'), bytes.toString('base64url')].join('.')
    },
    open(sealed, place) {
      const [version, sealedWith, nonceText, text, ...more] = sealed.split('.')
      if (version !== '1' || sealedWith !== keyId || more.length > 0) return null
      const nonce = Buffer.from(nonceText ?? '', 'base64url')
      const bytes = Buffer.from(text ?? '', 'base64url')
      if (nonce.length !== NONCE_BYTES || bytes.length < TAG_BYTES) return null
      const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place)).setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return decipher.update(bytes.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
