import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { PasskeyCreation, PasskeyQuestion } from '#chatapp/accounts/passkeys/schema.ts'

export interface Deviations {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  crossOrigin?: boolean
  isPresent?: boolean
  isVerified?: boolean
  counter?: number
  userHandle?: string | null
}

const KINDS = {
  '-7': () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }),
  '-8': () => generateKeyPairSync('ed25519'),
  '-257': () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}

export function createAuthenticator(origin: string, algorithm: keyof typeof KINDS = '-7') {
  const id = randomBytes(32)
  const { publicKey, privateKey } = KINDS[algorithm]()
  let userHandle: string | null = null

  return {
    id: id.toString('base64url'),

    make({ rp, user, challenge }: PasskeyCreation, wrong: Deviations = {}) {
      userHandle ??= user.id
      const asked = { origin, rpId: rp.id, challenge, type: 'webauthn.create', ...wrong }
      const attested = Buffer.concat([randomBytes(16), Buffer.from([0, id.length]), id, randomBytes(77)])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientDataOf(asked).toString('base64url'),
          authenticatorData: authenticatorDataOf(asked, attested).toString('base64url'),
          publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
          publicKeyAlgorithm: Number(algorithm),
          transports: ['internal', 'hybrid'],
        },
      }
    },

    show({ rpId, challenge }: PasskeyQuestion, wrong: Deviations = {}) {
      const asked = { origin, rpId, challenge, type: 'webauthn.get', ...wrong }
      const clientData = clientDataOf(asked)
      const data = authenticatorDataOf(asked, Buffer.alloc(0))
      const signed = Buffer.concat([data, createHash('sha256').update(clientData).digest()])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signatureOf(privateKey, algorithm, signed),
          userHandle: wrong.userHandle === undefined ? userHandle : wrong.userHandle,
        },
      }
    },
  }
}

interface Said extends Deviations {
  origin: string
  rpId: string
  challenge: string
  type: string
}

const clientDataOf = ({ type, challenge, origin, crossOrigin = false }: Said): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))

function authenticatorDataOf(
  { rpId, isPresent = true, isVerified = true, counter = 0 }: Said,
  attested: Buffer,
): Buffer {
  const flags = (isPresent ? 1 : 0) | (isVerified ? 4 : 0) | (attested.length > 0 ? 0x40 : 0)
  const head = Buffer.alloc(5)
  head.writeUInt8(flags, 0)
  head.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(rpId).digest(), head, attested])
}

const signatureOf = (key: KeyObject, algorithm: keyof typeof KINDS, data: Buffer): string =>
  sign(algorithm === '-8' ? null : 'sha256', data, key).toString('base64url')
