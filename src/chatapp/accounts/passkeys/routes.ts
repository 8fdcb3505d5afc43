import type { FastifyRequest } from 'fastify'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Accounts } from '../accounts.ts'
import type { App } from '../sessions/app.ts'
import type { AttemptLimits } from '../sessions/attempt-limits.ts'
import { ownerOf } from '../sessions/owner.ts'
import { deviceOf } from '../sessions/sign-ins/device.ts'
import {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
} from './contract.ts'
import { creationFor, passkeyOrigin, questionFor } from './options.ts'
import type { Passkey, Passkeys } from './passkeys.ts'
import type { PasskeyView } from './schema.ts'
import { SIGN_IN, type PasskeySteps } from './steps.ts'
import { checkMade } from './webauthn.ts'

export interface PasskeyRouteParts {
  accounts: Pick<Accounts, 'ownsPassword'>
  passkeys: Passkeys
  passkeySteps: PasskeySteps
  attemptLimits: Pick<AttemptLimits, 'factor'>
  originFor: OwnAddress['originFor']
  events: Pick<ChatappEvents, 'passkeyChanged' | 'passkeyRefused'>
}

const makingFor = (accountId: string) => `making for ${accountId}`

export function passkeyRoutes(app: App, parts: PasskeyRouteParts): void {
  const { accounts, passkeys, passkeySteps, attemptLimits, events } = parts
  const logChange = (account: string, change: 'added' | 'removed') =>
    events.passkeyChanged({ account, by: account, change })

  app.handle(listPasskeys, async ({ visitor }) => (await passkeys.list(ownerOf(visitor).id)).map(passkeyView))

  app.handle(beginPasskey, async ({ visitor, body, request }) => {
    const account = ownerOf(visitor)
    const origin = passkeyOrigin(parts, request)
    if (account.oauth !== null) throw new ChatappRefused('idp_managed')
    // Without the password, a stranger at an unattended browser could add a passkey.
    const owns = () => accounts.ownsPassword(account.id, body.password)
    if (!(await attemptLimits.factor(request, account.id, owns))) throw new ChatappRefused('wrong_password')
    const { challenge, token } = passkeySteps.begin(makingFor(account.id))
    const known = await passkeys.list(account.id)
    return { step_token: token, options: creationFor({ account, origin, challenge, known }) }
  })

  app.handle(createPasskey, async ({ visitor, body, request }) => {
    const { id: ownerId } = ownerOf(visitor)
    const origin = passkeyOrigin(parts, request)
    const step = passkeySteps.open(body.step_token, makingFor(ownerId))
    if (!step) throw new ChatappRefused('passkey_late')
    const { credential } = body
    const made = checkMade({ challenge: step.challenge, origin }, credential)
    if (!made.ok) {
      events.passkeyRefused({ account: ownerId, fault: made.refusal })
      throw new ChatappRefused('passkey_not_made')
    }
    const { transports } = credential.response
    const name = body.name ?? nameBy(request)
    const passkey = { ...made.value, id: credential.id, ownerId, name, transports }
    const view = passkeyView(unwrapChatapp(await passkeys.add(passkey, step)))
    logChange(ownerId, 'added')
    return view
  })

  app.handle(renamePasskey, async ({ visitor, params, body }) => {
    const passkey = await passkeys.rename(ownerOf(visitor).id, params.id, body.name)
    if (!passkey) throw new ChatappRefused('passkey_missing')
    return passkeyView(passkey)
  })

  app.handle(deletePasskey, async ({ visitor, params }) => {
    const { id } = ownerOf(visitor)
    if (!(await passkeys.remove(id, params.id))) throw new ChatappRefused('passkey_missing')
    logChange(id, 'removed')
    return true
  })

  app.handle(beginPasskeySignIn, async ({ request }) => {
    const origin = passkeyOrigin(parts, request)
    const { challenge, token } = passkeySteps.begin(SIGN_IN)
    return { step_token: token, options: questionFor({ origin, challenge }) }
  })
}

function nameBy({ headers }: FastifyRequest): string {
  const { program, system } = deviceOf(headers['user-agent'] ?? null)
  return [program, system].filter((part) => part !== null).join(' on ') || 'Passkey'
}

const passkeyView = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  id,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
})
