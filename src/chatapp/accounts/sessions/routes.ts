import type { FastifyReply, FastifyRequest } from 'fastify'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'
import { profileView } from '../present.ts'
import { ProfileRequest } from '../schema.ts'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import type { Groups } from '../groups/groups.ts'
import { Refused, unwrap } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/http/validation.ts'
import { sessionSeconds } from '../settings/jwt-expiry.ts'
import { effectivePermissions } from '../settings/permissions.ts'
import type { Settings, SettingsView } from '../settings/settings.ts'
import { forgottenCookie, isSecureCookie, tokenCookie, type CookiePolicy } from './cookie.ts'
import { credentialOf } from '#chatapp/http/credential.ts'
import { visitorOf, type Guard } from './guard.ts'
import { PasswordRequest, SignInRequest, SignUpRequest } from './schema.ts'
import type { Sessions } from './sessions.ts'

export interface SessionRouteParts {
  accounts: Accounts
  groups: Pick<Groups, 'add'>
  sessions: Sessions
  settings: Settings
  guard: Guard
  clock: Clock
  cookies: CookiePolicy
  originFor: OwnAddress['originFor']
  /** Whether somebody is refused everywhere. */
  isBlocked(email: string): Promise<boolean>
  events: Pick<ChatappEvents, 'signedUp' | 'signedIn' | 'signInRefused'>
}

export function sessionRoutes(app: App, parts: SessionRouteParts): void {
  const { accounts, sessions, settings, guard, clock, events } = parts
  const byEmail = createRateLimit({ attempts: 15, windowSeconds: 180, clock })
  const byAddress = createRateLimit({ attempts: 60, windowSeconds: 60, clock })

  const limit = (request: FastifyRequest, wait: number) => {
    if (wait === 0) return
    events.signInRefused({ reason: 'rate_limited', address: request.ip })
    throw new Refused('rate_limited', { 'retry-after': String(wait) })
  }
  const isSecure = (request: FastifyRequest) =>
    isSecureCookie(parts.cookies, parts.originFor(request.headers.host))

  const setCookie = (
    request: FastifyRequest,
    reply: FastifyReply,
    session: { token: string; expiresAt: number },
  ) =>
    reply.header(
      'set-cookie',
      tokenCookie({ ...session, now: epochSeconds(clock), secure: isSecure(request) }),
    )

  const refuseBlocked = async (request: FastifyRequest, email: string) => {
    if (!(await parts.isBlocked(email))) return
    events.signInRefused({ reason: 'blocked', address: request.ip })
    throw new Refused('blocked')
  }

  const startSession = async (request: FastifyRequest, reply: FastifyReply, account: Account) => {
    const view = await settings.readFor(account)
    const session = await sessions.issue(account.id, sessionSeconds(view.get('auth.jwt_expiry')))
    setCookie(request, reply, session)
    return sessionView(account, session, view)
  }

  app.post('/api/v1/auths/signup', { schema: { body: SignUpRequest } }, async (request, reply) => {
    limit(request, byAddress.take(request.ip))
    const view = await settings.read()
    const { name, email, password, profile_image_url: profileImageUrl } = request.body
    await refuseBlocked(request, email)
    const draft = { name, email, password, profileImageUrl, role: view.get('ui.default_user_role') }
    const account = unwrap(await accounts.create(draft, { onlyFirst: !view.get('ui.enable_signup') }))
    events.signedUp({ account: account.id, role: account.role })
    const groupId = view.get('ui.default_group_id')
    // A group that was deleted since takes nobody in.
    if (groupId) await parts.groups.add(groupId, [account.id])
    return startSession(request, reply, account)
  })

  app.post('/api/v1/auths/signin', { schema: { body: SignInRequest } }, async (request, reply) => {
    const { email, password } = request.body
    limit(request, byAddress.take(request.ip))
    limit(request, byEmail.take(normalEmail(email)))
    const authenticated = await accounts.authenticate(email, password)
    if (!authenticated.ok) events.signInRefused({ reason: authenticated.refusal, address: request.ip })
    const account = unwrap(authenticated)
    // Not before: only who knows the password learns of the block.
    await refuseBlocked(request, account.email)
    events.signedIn({ account: account.id })
    return startSession(request, reply, account)
  })

  app.post('/api/v1/auths/signout', async (request, reply) => {
    const credential = credentialOf(request.headers)
    if (credential?.kind === 'session') {
      const session = await sessions.resolve(credential.value)
      if (session.ok) await sessions.revoke(session.value.sessionId)
    }
    reply.header('set-cookie', forgottenCookie(isSecure(request)))
    return { status: true }
  })

  app.get('/api/v1/auths/', { onRequest: guard.any }, async (request, reply) => {
    const { account, credential, key, expiresAt } = visitorOf(request)
    const session = { token: credential.value, expiresAt }
    if (expiresAt !== null) setCookie(request, reply, { token: credential.value, expiresAt })
    return {
      ...sessionView(account, session, await settings.readFor(account)),
      ...profileView(account),
      ...(key && { key: { name: key.name, hubs: key.hubs, expires_at: key.expiresAt } }),
    }
  })

  app.post(
    '/api/v1/auths/update/profile',
    { onRequest: guard.verified, schema: { body: ProfileRequest } },
    async (request) => {
      const { name, profile_image_url: profileImageUrl } = request.body
      return profileView(
        unwrap(await accounts.update(visitorOf(request).account.id, { name, profileImageUrl })),
      )
    },
  )

  app.post(
    '/api/v1/auths/update/password',
    { onRequest: guard.any, schema: { body: PasswordRequest } },
    async (request) => {
      const { account, sessionId } = visitorOf(request)
      limit(request, byEmail.take(account.email))
      if (!(await accounts.ownsPassword(account.id, request.body.password)))
        throw new Refused('wrong_password')
      const changes = { password: request.body.new_password }
      unwrap(await accounts.update(account.id, changes, { keepSession: sessionId }))
      return true
    },
  )
}

const sessionView = (
  account: Account,
  session: { token: string; expiresAt: number | null },
  settings: SettingsView,
) => ({
  token: session.token,
  token_type: 'Bearer',
  expires_at: session.expiresAt,
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  profile_image_url: account.profileImageUrl,
  permissions: effectivePermissions(account, settings.get('user.permissions')),
})
