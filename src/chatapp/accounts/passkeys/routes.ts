import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { Refused, unwrap } from '#chatapp/http/refused.ts'
import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'
import type { FactorLimit } from '../factors/routes.ts'
import { mayManageKeys } from '../keys/rules.ts'
import type { App } from '../sessions/app.ts'
import type { Visitor } from '../sessions/guard.ts'
import { deviceOf } from '../sessions/sign-ins/device.ts'
import {
  beginPasskey,
  beginPasskeySignIn,
  createPasskey,
  deletePasskey,
  listPasskeys,
  renamePasskey,
} from './contract.ts'
import type { Passkey, Passkeys } from './passkeys.ts'
import type { PasskeyCreation, PasskeyView } from './schema.ts'
import { STEP_SECONDS, type PasskeySteps } from './steps.ts'
import { ALGORITHMS, checkMade } from './webauthn.ts'

export interface PasskeyRouteParts {
  accounts: Pick<Accounts, 'ownsPassword'>
  passkeys: Passkeys
  passkeySteps: PasskeySteps
  factorLimit: FactorLimit
  originFor: OwnAddress['originFor']
  events: Pick<ChatappEvents, 'passkeyChanged'>
}

/** What a challenge for signing in is sealed for. */
export const SIGN_IN = 'sign in'
const makingFor = (accountId: string) => `making for ${accountId}`

/** How an account gets passkeys, and loses them. */
export function passkeyRoutes(app: App, parts: PasskeyRouteParts): void {
  const { accounts, passkeys, passkeySteps, factorLimit, events } = parts
  const told = (account: string, change: 'added' | 'removed') =>
    events.passkeyChanged({ account, by: account, change })

  app.handle(listPasskeys, async ({ visitor }) => (await passkeys.list(ownerOf(visitor).id)).map(passkeyView))

  app.handle(beginPasskey, async ({ visitor, body, request }) => {
    const account = ownerOf(visitor)
    const origin = passkeyOrigin(parts, request)
    factorLimit(account.id, request)
    if (account.oauth !== null) throw new Refused('idp_managed')
    // Whoever finds an open browser is not to get a way in of their own.
    if (!(await accounts.ownsPassword(account.id, body.password))) throw new Refused('wrong_password')
    const { challenge, token } = passkeySteps.begin(makingFor(account.id))
    const known = await passkeys.list(account.id)
    return { step_token: token, options: creationFor({ account, origin, challenge, known }) }
  })

  app.handle(createPasskey, async ({ visitor, body, request }) => {
    const { id: ownerId } = ownerOf(visitor)
    const origin = passkeyOrigin(parts, request)
    const step = passkeySteps.open(body.step_token, makingFor(ownerId))
    if (!step) throw new Refused('passkey_late')
    const { credential } = body
    const made = checkMade({ challenge: step.challenge, origin }, credential)
    if (!made.ok) throw new Refused('passkey_not_made')
    const { transports } = credential.response
    const name = body.name ?? nameBy(request)
    const passkey = { ...made.value, id: credential.id, ownerId, name, transports }
    const view = passkeyView(unwrap(await passkeys.add(passkey, step)))
    told(ownerId, 'added')
    return view
  })

  app.handle(renamePasskey, async ({ visitor, params, body }) => {
    const passkey = await passkeys.rename(ownerOf(visitor).id, params.id, body.name)
    if (!passkey) throw new Refused('passkey_missing')
    return passkeyView(passkey)
  })

  app.handle(deletePasskey, async ({ visitor, params }) => {
    const { id } = ownerOf(visitor)
    if (!(await passkeys.remove(id, params.id))) throw new Refused('passkey_missing')
    told(id, 'removed')
    return true
  })

  app.handle(beginPasskeySignIn, async ({ request }) => {
    const rpId = new URL(passkeyOrigin(parts, request)).hostname
    const { challenge, token } = passkeySteps.begin(SIGN_IN)
    const options = { challenge, rpId, timeout: STEP_SECONDS * 1000, userVerification: 'required' as const }
    return { step_token: token, options }
  })
}

/** Where passkeys are bound to. @throws Refused where browsers make none. */
export function passkeyOrigin(
  { originFor }: Pick<PasskeyRouteParts, 'originFor'>,
  { headers }: FastifyRequest,
): string {
  const origin = originFor(headers.host)
  const { protocol, hostname } = new URL(origin ?? 'http://0.0.0.0')
  const isSafe = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  if (origin === null || !isSafe || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw new Refused('passkeys_need_name')
  return origin
}

interface CreationParts {
  account: Account
  origin: string
  challenge: string
  known: readonly Passkey[]
}

const creationFor = ({ account, origin, challenge, known }: CreationParts): PasskeyCreation => ({
  rp: { id: new URL(origin).hostname, name: 'Hub Service' },
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

/** How an authenticator names an account. */
export const handleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url')

/** Such as `Chrome on Linux`. */
function nameBy({ headers }: FastifyRequest): string {
  const { program, system } = deviceOf(headers['user-agent'] ?? null)
  return [program, system].filter((part) => part !== null).join(' on ') || 'Passkey'
}

/** Whose passkeys a request is about. @throws Refused when they came by a limited key. */
function ownerOf({ account, key }: Visitor): Account {
  if (!mayManageKeys(key)) throw new Refused('session_needed')
  return account
}

const passkeyView = ({ id, name, createdAt, lastUsedAt }: Passkey): PasskeyView => ({
  id,
  name,
  created_at: createdAt,
  last_used_at: lastUsedAt,
})
