import type { FastifyReply, FastifyRequest } from 'fastify'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { cookieValues, setCookie } from '#ground/base/cookie.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { isSecureCookie, tokenCookies, type CookiePolicy } from '#chatapp/accounts/sessions/cookie.ts'
import type { Sessions } from '#chatapp/accounts/sessions/sessions.ts'
import type { SignInRecords } from '#chatapp/accounts/sessions/sign-ins/records.ts'
import { signInFactsOf } from '#chatapp/accounts/sessions/sign-ins/facts.ts'
import { sessionSeconds } from '#chatapp/accounts/settings/jwt-expiry.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { attemptCookie, ATTEMPT_TTL_SECONDS, type OpenidAttempts } from './attempts.ts'
import { beginSignIn, finishSignIn } from './contract.ts'
import type { createAdmission } from './admit-account.ts'
import type { NotSignedIn, Problem } from './problem.ts'
import type { ProviderSessions } from './provider-sessions.ts'
import type { IdentityProvider, ReadProviders } from './provider.ts'
import type { createSigningIn, SignedIn } from './signing-in.ts'
import { safeTarget } from './target.ts'

export interface OpenidSignInRouteParts {
  providers: ReadProviders
  signingIn: ReturnType<typeof createSigningIn>
  attempts: Pick<OpenidAttempts, 'surplus'>
  providerSessions: Pick<ProviderSessions, 'originOf'>
  admit: ReturnType<typeof createAdmission>
  sessions: Pick<Sessions, 'issue'>
  settings: Pick<SiteSettings, 'readFor'>
  clock: Clock
  cookies: CookiePolicy
  originFor: OwnAddress['originFor']
  publicOrigin(request: FastifyRequest): Promise<string>
  signInRecords: SignInRecords
  events: Pick<ChatappEvents, 'signedIn' | 'openIdRefused'>
}

/** Errors redirect to the sign-in page. */
export function openidSignInRoutes(app: App, parts: OpenidSignInRouteParts): void {
  const { signingIn, clock } = parts
  const addresses = createRateLimit({ attempts: 60, windowSeconds: 60, clock })
  const providerOf = async (id: string) => (await parts.providers()).find((provider) => provider.id === id)
  const refuse = refusing(parts)
  const carry = attemptCookies(parts)
  const redirectToProvider = async (
    exchange: Exchange,
    provider: IdentityProvider,
    beginning: Parameters<typeof signingIn.begin>[1],
  ) => {
    const begun = await signingIn.begin(provider, beginning)
    if (!begun.ok) return refuse(exchange, provider.id, { ...begun.refusal, target: beginning.target })
    const { headers } = exchange.request
    for (const name of parts.attempts.surplus(provider.id, headers)) carry(exchange, provider, name, '')
    carry(exchange, provider, attemptCookie(begun.value.state, headers.host), begun.value.carried)
    return exchange.reply.redirect(begun.value.url.href, 302)
  }

  app.handle(beginSignIn, async ({ params, query, ...exchange }) => {
    setPrivacyHeaders(exchange.reply)
    const target = safeTarget(query.redirect)
    const provider = await providerOf(params.provider)
    if (!provider) return exchange.reply.redirect(unknownProvider(target), 302)
    if (addresses.consume(exchange.request.ip) > 0)
      return refuse(exchange, provider.id, { problem: 'rate_limited', reason: 'rate_limited', target })
    const redirectUri = `${await parts.publicOrigin(exchange.request)}/oauth/${provider.id}/callback`
    return redirectToProvider(exchange, provider, { redirectUri, target })
  })

  app.handle(finishSignIn, async ({ params, request, reply }) => {
    const exchange = { request, reply }
    setPrivacyHeaders(reply)
    const provider = await providerOf(params.provider)
    if (!provider) return reply.redirect(unknownProvider('/'), 302)
    if (addresses.consume(request.ip) > 0)
      return refuse(exchange, provider.id, { problem: 'rate_limited', reason: 'rate_limited', target: '/' })
    const query = new URL(request.url, 'http://here').searchParams
    const cookie = attemptCookie(query.get('state') ?? '', request.headers.host)
    const carried = cookieValues(request.headers.cookie, cookie)
    const finished = await signingIn.finish(provider, { carried, query })
    carry(exchange, provider, cookie, '')
    if (!finished.ok)
      return finished.refusal.again
        ? redirectToProvider(exchange, provider, finished.refusal.again)
        : refuse(exchange, provider.id, finished.refusal)
    const { person, target } = finished.value
    const admission = await parts.admit(person, provider)
    if (!admission.ok)
      return refuse(exchange, provider.id, {
        problem: admission.refusal,
        reason: admission.refusal,
        email: person.email,
        target,
      })
    const { account, remarks } = admission.value
    const all = [...remarks, ...finished.value.remarks]
    await enter(parts, exchange, provider, { ...finished.value, account, remarks: all })
    return reply.redirect(target, 302)
  })
}

interface Entering extends SignedIn {
  account: Account
}

async function enter(
  parts: OpenidSignInRouteParts,
  { request, reply }: Exchange,
  provider: IdentityProvider,
  entering: Entering,
): Promise<void> {
  const { account } = entering
  const seconds = sessionSeconds((await parts.settings.readFor(account)).get('auth.jwt_expiry'))
  const origin = parts.providerSessions.originOf(provider, entering)
  const session = await parts.sessions.issue(account.id, seconds, signInFactsOf(request), origin)
  const secure = isSecure(parts, request)
  const { host } = request.headers
  reply.header('set-cookie', tokenCookies({ ...session, now: epochSeconds(parts.clock), secure, host }))
  parts.events.signedIn({ account: account.id })
  await parts.signInRecords.record(request, {
    way: 'provider',
    provider: provider.id,
    email: account.email,
    outcome: 'signed_in',
    detail: entering.remarks.join(' '),
  })
}

const isSecure = ({ cookies, originFor }: OpenidSignInRouteParts, { headers }: FastifyRequest) =>
  isSecureCookie(cookies, originFor(headers.host))

const attemptCookies =
  (parts: OpenidSignInRouteParts) =>
  ({ request, reply }: Exchange, provider: IdentityProvider, name: string, value: string) =>
    reply.header(
      'set-cookie',
      setCookie({
        name,
        value,
        path: `/oauth/${provider.id}/`,
        maxAgeSeconds: value === '' ? 0 : ATTEMPT_TTL_SECONDS,
        sameSite: 'Lax',
        isSecure: isSecure(parts, request),
      }),
    )

const refusing =
  ({ signInRecords, events }: OpenidSignInRouteParts) =>
  async ({ request, reply }: Exchange, id: string, refusal: Refusal) => {
    const { problem: outcome, email = null, detail = null } = refusal
    if (outcome !== 'rate_limited')
      await signInRecords.record(request, { way: 'provider', provider: id, email, outcome, detail })
    events.openIdRefused({ provider: id, reason: refusal.reason, address: request.ip })
    return reply.redirect(signInPage(id, refusal), 302)
  }

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Refusal extends NotSignedIn {
  email?: string | null
  target: string
}

function signInPage(provider: string, { problem, answer, target }: Problem & { target: string }): string {
  const query = new URLSearchParams({
    error: problem,
    provider,
    ...(answer !== undefined && { answer }),
    ...(target !== '/' && { redirect: target }),
  })
  return `/auth?${query.toString()}`
}

const unknownProvider = (target: string): string => signInPage('', { problem: 'unknown_provider', target })

/** Sets headers that keep authorization codes out of caches and `Referer` headers. */
const setPrivacyHeaders = (reply: FastifyReply) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
