import type { FastifyRequest } from 'fastify'
import { refused } from '#ground/base/result.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { SignInRecords } from '../sessions/sign-ins/records.ts'
import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'
import { handleOf, passkeyOrigin } from './options.ts'
import type { Passkeys } from './passkeys.ts'
import type { ShownCredential } from './schema.ts'
import { SIGN_IN, type PasskeySteps } from './steps.ts'
import { checkShown } from './webauthn.ts'

export interface PasskeySignInParts {
  accounts: Pick<Accounts, 'find'>
  passkeys: Pick<Passkeys, 'find' | 'use'>
  passkeySteps: PasskeySteps
  originFor: OwnAddress['originFor']
  signInRecords: SignInRecords
  events: Pick<ChatappEvents, 'signInRefused'>
}

export async function byPasskey(
  parts: PasskeySignInParts,
  { step_token: token, credential }: { step_token: string; credential: ShownCredential },
  request: FastifyRequest,
): Promise<Account> {
  const origin = passkeyOrigin(parts, request)
  const step = parts.passkeySteps.open(token, SIGN_IN)
  if (!step) throw new ChatappRefused('passkey_late')
  const passkey = await parts.passkeys.find(credential.id)
  const account = passkey && (await parts.accounts.find(passkey.ownerId))
  const { userHandle } = credential.response
  const isMeant = account && (userHandle == null || userHandle === handleOf(account.id))
  const shown = isMeant
    ? checkShown({ challenge: step.challenge, origin }, passkey, credential)
    : refused('unknown' as const)
  if (shown.ok && account && (await parts.passkeys.use(passkey, shown.value, step))) return account
  const fault = shown.ok ? 'used' : shown.refusal
  parts.events.signInRefused({ reason: 'wrong_passkey', address: request.ip, fault })
  const email = account?.email ?? null
  await parts.signInRecords.record(request, { way: 'passkey', email, outcome: 'wrong_passkey' })
  throw new ChatappRefused('passkey_refused')
}
