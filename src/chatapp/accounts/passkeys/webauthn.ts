import { createPublicKey, hash, verify, type KeyObject } from 'node:crypto'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { MadeCredential, ShownCredential } from './schema.ts'

/*
 * WebAuthn Level 3, https://www.w3.org/TR/webauthn-3/, sections 7.1 and 7.2, without attestation. The browser
 * supplies the public key (section 5.2.1.1), so no CBOR is decoded.
 */

export interface PasskeyChallenge {
  challenge: string
  origin: string
}

export interface Key {
  /** COSE algorithm number. */
  algorithm: number
  /** SubjectPublicKeyInfo in DER, base64url. */
  publicKey: string
}

export const ALGORITHMS: ReadonlyMap<number, { digest: string | null; fits(key: KeyObject): boolean }> =
  new Map([
    [-8, { digest: null, fits: (key: KeyObject) => key.asymmetricKeyType === 'ed25519' }],
    [
      -7,
      {
        digest: 'sha256',
        fits: (key: KeyObject) =>
          key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1',
      },
    ],
    [
      -257,
      {
        digest: 'sha256',
        fits: (key: KeyObject) =>
          key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048,
      },
    ],
  ])

/** Reason for a failed check, for the log. The response to the person has less detail. */
export type PasskeyFault =
  | 'client_data'
  | 'address'
  | 'flags'
  | 'credential'
  | 'key'
  | 'signature'
  | 'counter'

export function checkMade(
  challenge: PasskeyChallenge,
  { id, response }: MadeCredential,
): Result<Key & { counter: number }, PasskeyFault> {
  const checked = checkAnswer(challenge, 'webauthn.create', response)
  if (!checked.ok) return checked
  const { counter, credentialId } = checked.value
  if (credentialId === null || credentialId !== id) return refused('credential')
  const key = { algorithm: response.publicKeyAlgorithm, publicKey: response.publicKey }
  return keyOf(key) ? accepted({ ...key, counter }) : refused('key')
}

export function checkShown(
  challenge: PasskeyChallenge,
  known: Key & { counter: number },
  { response }: ShownCredential,
): Result<number, PasskeyFault> {
  const checked = checkAnswer(challenge, 'webauthn.get', response)
  if (!checked.ok) return checked
  const key = keyOf(known)
  if (!key) return refused('key')
  const signed = Buffer.concat([
    bytesOf(response.authenticatorData),
    sha256Bytes(bytesOf(response.clientDataJSON)),
  ])
  const { digest } = ALGORITHMS.get(known.algorithm)!
  if (!verify(digest, signed, key, bytesOf(response.signature))) return refused('signature')
  const { counter } = checked.value
  // Synchronized passkeys always send 0. Any other counter must grow; otherwise the passkey was copied.
  return (counter === 0 && known.counter === 0) || counter > known.counter
    ? accepted(counter)
    : refused('counter')
}

function checkAnswer(
  { challenge, origin }: PasskeyChallenge,
  type: string,
  response: { clientDataJSON: string; authenticatorData: string },
): Result<Pick<AuthenticatorData, 'counter' | 'credentialId'>, PasskeyFault> {
  const client = clientDataOf(response.clientDataJSON)
  if (client?.type !== type || client.challenge !== challenge) return refused('client_data')
  if (client.origin !== origin || client.crossOrigin === true) return refused('address')
  const data = readAuthenticatorData(bytesOf(response.authenticatorData))
  if (!data?.rpIdHash.equals(sha256Bytes(Buffer.from(new URL(origin).hostname)))) return refused('address')
  return data.isPresent && data.isVerified ? accepted(data) : refused('flags')
}

function clientDataOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const data: unknown = JSON.parse(bytesOf(text).toString('utf8'))
    return typeof data === 'object' ? (data as Record<string, unknown> | null) : null
  } catch {
    return null
  }
}

interface AuthenticatorData {
  rpIdHash: Buffer
  isPresent: boolean
  isVerified: boolean
  counter: number
  credentialId: string | null
}

const HEAD_BYTES = 37
const AAGUID_BYTES = 16

function readAuthenticatorData(data: Buffer): AuthenticatorData | null {
  if (data.length < HEAD_BYTES) return null
  const flags = data[32]!
  const head = {
    rpIdHash: data.subarray(0, 32),
    isPresent: (flags & 0x01) !== 0,
    isVerified: (flags & 0x04) !== 0,
    counter: data.readUInt32BE(33),
  }
  if ((flags & 0x40) === 0) return { ...head, credentialId: null }
  const at = HEAD_BYTES + AAGUID_BYTES
  if (data.length < at + 2) return null
  const id = data.subarray(at + 2, at + 2 + data.readUInt16BE(at))
  return { ...head, credentialId: id.toString('base64url') }
}

function keyOf({ algorithm, publicKey }: Key): KeyObject | null {
  try {
    const key = createPublicKey({ key: bytesOf(publicKey), format: 'der', type: 'spki' })
    return ALGORITHMS.get(algorithm)?.fits(key) ? key : null
  } catch {
    return null
  }
}

const sha256Bytes = (data: Uint8Array): Buffer => hash('sha256', data, 'buffer')

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url')
