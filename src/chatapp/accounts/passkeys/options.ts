import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { Account } from '../account.ts'
import type { Passkey } from './passkeys.ts'
import type { PasskeyCreation, PasskeyQuestion } from './schema.ts'
import { STEP_SECONDS } from './steps.ts'
import { ALGORITHMS } from './webauthn.ts'

export function passkeyOrigin(
  { originFor }: Pick<OwnAddress, 'originFor'>,
  { headers }: FastifyRequest,
): string {
  const origin = originFor(headers.host)
  if (origin === null || !isPasskeyAddress(new URL(origin))) throw new ChatappRefused('passkeys_need_name')
  return origin
}

function isPasskeyAddress({ protocol, hostname }: URL): boolean {
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return (protocol === 'https:' || isLocal) && isIP(hostname.replace(/^\[|\]$/g, '')) === 0
}

interface CreationParts {
  account: Account
  origin: string
  challenge: string
  known: readonly Passkey[]
}

export const creationFor = ({ account, origin, challenge, known }: CreationParts): PasskeyCreation => ({
  rp: { id: rpIdOf(origin), name: 'Hub Service' },
  user: { id: handleOf(account.id), name: account.email, displayName: account.name },
  challenge,
  pubKeyCredParams: [...ALGORITHMS.keys()].map((alg) => ({ type: 'public-key', alg })),
  timeout: STEP_SECONDS * 1000,
  excludeCredentials: known.map(({ id, transports }) => ({
    type: 'public-key',
    id,
    transports: [...transports],
  })),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
})

export const questionFor = ({
  origin,
  challenge,
}: Pick<CreationParts, 'origin' | 'challenge'>): PasskeyQuestion => ({
  challenge,
  rpId: rpIdOf(origin),
  timeout: STEP_SECONDS * 1000,
  userVerification: 'required',
})

export const handleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url')

const rpIdOf = (origin: string): string => new URL(origin).hostname
