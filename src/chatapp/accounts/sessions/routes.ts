import type { FastifyReply, FastifyRequest } from 'fastify'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'
import { profileView } from '../present.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Factors } from '../factors/factors.ts'
import type { FactorRule } from '../factors/rule.ts'
import type { SignInSteps } from '../factors/steps.ts'
import type { Groups } from '../groups/groups.ts'
import { byPasskey, type PasskeySignInParts } from '../passkeys/sign-in.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import { sessionSeconds } from '../settings/jwt-expiry.ts'
import { effectivePermissions } from '../settings/permissions.ts'
import type { SignInMethods } from '../settings/routes.ts'
import type { SiteSettings, SettingsView } from '../settings/settings.ts'
import type { App } from './app.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import {
  readSession,
  signIn,
  signInByPasskey,
  signInBySecondFactor,
  signOut,
  signUp,
  updatePassword,
  updateProfile,
} from './contract.ts'
import { forgottenCookies, isSecureCookie, tokenCookies, type CookiePolicy } from './cookie.ts'
import { credentialOf } from '#chatapp/http/credential.ts'
import type { KnownSources } from './known-sources.ts'
import type { StartedSession } from './schema.ts'
import type { SessionOrigin, Sessions } from './sessions.ts'
import { signInFactsOf } from './sign-ins/facts.ts'
import type { SignInRecords, SignInWay } from './sign-ins/records.ts'

export interface SessionRouteParts extends Pick<PasskeySignInParts, 'passkeys' | 'passkeySteps'> {
  accounts: Accounts
  groups: Pick<Groups, 'add'>
  sessions: Sessions
  factors: Pick<Factors, 'isOn' | 'use'>
  signInSteps: SignInSteps
  attemptLimits: AttemptLimits
  knownSources: Pick<KnownSources, 'remember'>
  factorRule: FactorRule
  settings: SiteSettings
  clock: Clock
  cookies: CookiePolicy
  originFor: OwnAddress['originFor']
  signInMethods: Pick<SignInMethods, 'takesPasswords'> & {
    signOutAddress(origin: SessionOrigin, request: FastifyRequest): Promise<string | null>
  }
  isBlocked(email: string): Promise<boolean>
  signInRecords: SignInRecords
  events: Pick<ChatappEvents, 'signedUp' | 'signedIn' | 'signInRefused'>
}

/** @returns For other routes that start a session */
export function sessionRoutes(app: App, parts: SessionRouteParts): Entry {
  const { accounts, sessions, settings, attemptLimits: limits } = parts
  const cookies = cookiesOf(parts)
  const entry: Entry = {
    async start(account, { request, reply }, way) {
      await parts.signInRecords.record(request, { way, email: account.email, outcome: 'signed_in' })
      const view = await settings.readFor(account)
      const seconds = sessionSeconds(view.get('auth.jwt_expiry'))
      const session = await sessions.issue(account.id, seconds, signInFactsOf(request))
      cookies.set({ request, reply }, session)
      cookies.remember({ request, reply }, account.email)
      return sessionView(account, session, { settings: view, lacks: await parts.factorRule.lacks(account) })
    },
  }
  entryRoutes(app, parts, entry)

  app.handle(signOut, async (exchange) => {
    let onward: string | null = null
    const credential = credentialOf(exchange.request.headers)
    if (credential?.kind === 'session') {
      const session = await sessions.resolve(credential.value)
      if (session.ok) {
        const origin = await sessions.revoke(session.value.sessionId)
        if (origin) onward = await parts.signInMethods.signOutAddress(origin, exchange.request)
      }
    }
    cookies.forget(exchange)
    return { status: true, ...(onward && { redirect_url: onward }) }
  })

  app.handle(readSession, async ({ visitor, ...exchange }) => {
    const { account, credential, key, expiresAt } = visitor
    const session = { token: credential.value, expiresAt }
    if (expiresAt !== null) cookies.set(exchange, { token: credential.value, expiresAt })
    return {
      ...profileView(account),
      ...sessionView(account, session, {
        settings: await settings.readFor(account),
        lacks: key === null && (await parts.factorRule.lacks(account)),
      }),
      ...(key && { key: { name: key.name, hubs: key.hubs, expires_at: key.expiresAt } }),
    }
  })

  app.handle(updateProfile, async ({ visitor, body }) => {
    const { name, profile_image_url: profileImageUrl } = body
    return profileView(unwrapChatapp(await accounts.update(visitor.account.id, { name, profileImageUrl })))
  })

  app.handle(updatePassword, async ({ visitor: { account, sessionId }, body, request }) => {
    if (account.oauth !== null) throw new ChatappRefused('idp_managed')
    const owns = () => accounts.ownsPassword(account.id, body.password)
    if (!(await limits.ownPassword(request, account.email, owns))) throw new ChatappRefused('wrong_password')
    const changes = { password: body.new_password }
    unwrapChatapp(await accounts.update(account.id, changes, { keepSession: sessionId }))
    return true
  })
  return entry
}

export interface Entry {
  start(account: Account, exchange: Exchange, way: SignInWay): Promise<StartedSession>
}

function entryRoutes(app: App, parts: SessionRouteParts, { start }: Entry): void {
  const { accounts, settings, signInRecords, attemptLimits: limits, events } = parts

  app.handle(signUp, async ({ body, ...exchange }) => {
    limits.byAddress(exchange.request)
    await refusePasswords(parts)
    const view = await settings.read()
    const { name, email, password, profile_image_url: profileImageUrl } = body
    await refuseBlocked(parts, exchange.request, { email, way: 'sign_up' })
    const draft = { name, email, password, profileImageUrl, role: view.get('ui.default_user_role') }
    const account = unwrapChatapp(await accounts.create(draft, { onlyFirst: !view.get('ui.enable_signup') }))
    events.signedUp({ account: account.id, role: account.role })
    const groupId = view.get('ui.default_group_id')
    if (groupId) await parts.groups.add(groupId, [account.id])
    return start(account, exchange, 'sign_up')
  })

  app.handle(signIn, async ({ body: { email, password }, ...exchange }) => {
    const { request } = exchange
    const authenticated = await limits.signIn(request, normalEmail(email), async () => {
      await refusePasswords(parts)
      return accounts.authenticate(email, password)
    })
    if (!authenticated.ok) {
      events.signInRefused({ reason: authenticated.refusal, address: request.ip })
      await signInRecords.record(request, { way: 'password', email, outcome: authenticated.refusal })
    }
    const account = unwrapChatapp(authenticated)
    // Checked after the password, so that only the account's owner learns of the block.
    await refuseBlocked(parts, request, { email: account.email, way: 'password' })
    if (await parts.factors.isOn(account.id)) return parts.signInSteps.begin(account.id)
    await parts.factorRule.refusePasswordAlone(account)
    events.signedIn({ account: account.id })
    return start(account, exchange, 'password')
  })
  app.handle(signInBySecondFactor, async ({ body, ...exchange }) => {
    limits.byAddress(exchange.request)
    const account = await bySecondFactor(parts, body, exchange.request)
    events.signedIn({ account: account.id })
    return start(account, exchange, 'second_factor')
  })

  app.handle(signInByPasskey, async ({ body, ...exchange }) => {
    limits.byAddress(exchange.request)
    await refusePasswords(parts)
    const account = await byPasskey(parts, body, exchange.request)
    await refuseBlocked(parts, exchange.request, { email: account.email, way: 'passkey' })
    events.signedIn({ account: account.id })
    return start(account, exchange, 'passkey')
  })
}

async function bySecondFactor(
  parts: SessionRouteParts,
  { step_token: token, code }: { step_token: string; code: string },
  request: FastifyRequest,
): Promise<Account> {
  const id = parts.signInSteps.accountOf(token)
  const account = id === null ? null : await parts.accounts.find(id)
  if (!account) throw new ChatappRefused('step_gone')
  const used = await parts.attemptLimits.factor(request, account.id, () =>
    parts.factors.use(account.id, code),
  )
  if (!used.ok) {
    parts.events.signInRefused({ reason: used.refusal, address: request.ip })
    const attempt = { way: 'second_factor', email: account.email, outcome: used.refusal } as const
    await parts.signInRecords.record(request, attempt)
  }
  unwrapChatapp(used)
  await refuseBlocked(parts, request, { email: account.email, way: 'second_factor' })
  return account
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

function cookiesOf({ clock, cookies, originFor, knownSources }: SessionRouteParts) {
  const isSecure = ({ headers }: FastifyRequest) => isSecureCookie(cookies, originFor(headers.host))
  return {
    set: ({ request, reply }: Exchange, session: { token: string; expiresAt: number }) =>
      reply.header(
        'set-cookie',
        tokenCookies({
          ...session,
          now: epochSeconds(clock),
          secure: isSecure(request),
          host: request.headers.host,
        }),
      ),
    remember: ({ request, reply }: Exchange, email: string) =>
      reply.header('set-cookie', knownSources.remember(request, email, isSecure(request))),
    forget: ({ request, reply }: Exchange) =>
      reply.header('set-cookie', forgottenCookies(request.headers, { secure: isSecure(request) })),
  }
}

async function refusePasswords({ signInMethods }: SessionRouteParts): Promise<void> {
  if (!(await signInMethods.takesPasswords())) throw new ChatappRefused('password_sign_in_off')
}

async function refuseBlocked(
  { isBlocked, signInRecords, events }: SessionRouteParts,
  request: FastifyRequest,
  { email, way }: { email: string; way: SignInWay },
): Promise<void> {
  if (!(await isBlocked(email))) return
  await signInRecords.record(request, { way, email, outcome: 'blocked' })
  events.signInRefused({ reason: 'blocked', address: request.ip })
  throw new ChatappRefused('blocked')
}

const sessionView = (
  account: Account,
  session: { token: string; expiresAt: number | null },
  { settings, lacks }: { settings: SettingsView; lacks: boolean },
) => ({
  token: session.token,
  token_type: 'Bearer',
  expires_at: session.expiresAt,
  id: account.id,
  email: account.email,
  name: account.name,
  role: lacks ? ('pending' as const) : account.role,
  ...(lacks && { needs_second_factor: true as const }),
  profile_image_url: account.profileImageUrl,
  permissions: effectivePermissions(account, settings.get('user.permissions')),
})
