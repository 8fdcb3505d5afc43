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
import type { Settings } from '#chatapp/accounts/settings/settings.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ATTEMPT_SECONDS } from './attempts.ts'
import { beginSignIn, finishSignIn } from './contract.ts'
import type { createLettingIn } from './letting-in.ts'
import type { Problem } from './problem.ts'
import type { IdentityProvider } from './provider.ts'
import type { createSigningIn } from './signing-in.ts'
import { safeTarget } from './target.ts'

export interface SignInRouteParts {
  providers: readonly IdentityProvider[]
  signingIn: ReturnType<typeof createSigningIn>
  letIn: ReturnType<typeof createLettingIn>
  sessions: Pick<Sessions, 'issue'>
  settings: Pick<Settings, 'readFor'>
  clock: Clock
  cookies: CookiePolicy
  originFor: OwnAddress['originFor']
  /** Origin that people use. */
  publicOrigin(request: FastifyRequest): Promise<string>
  signInRecords: SignInRecords
  events: Pick<ChatappEvents, 'signedIn' | 'openIdRefused'>
}

const COOKIE = 'sign-in'

/** What a browser does: go to the provider, and come back. Whatever goes wrong ends on the sign-in page. */
export function signInRoutes(app: App, parts: SignInRouteParts): void {
  const { signingIn, clock } = parts
  const addresses = createRateLimit({ attempts: 60, windowSeconds: 60, clock })
  const isSecure = ({ headers }: FastifyRequest) =>
    isSecureCookie(parts.cookies, parts.originFor(headers.host))
  const providerOf = (id: string) => parts.providers.find((provider) => provider.id === id)
  const carry = ({ request, reply }: Exchange, provider: IdentityProvider, value: string) =>
    reply.header(
      'set-cookie',
      setCookie({
        name: COOKIE,
        value,
        path: `/oauth/${provider.id}/`,
        maxAgeSeconds: value === '' ? 0 : ATTEMPT_SECONDS,
        sameSite: 'Lax',
        isSecure: isSecure(request),
      }),
    )
  const refuse = async ({ request, reply }: Exchange, id: string, refusal: Refusal) => {
    const { problem: outcome, email = null } = refusal
    // Too many from one place say no more than the first of them did.
    if (outcome !== 'rate_limited')
      await parts.signInRecords.note(request, { way: 'provider', provider: id, email, outcome })
    parts.events.openIdRefused({ provider: id, reason: refusal.reason, address: request.ip })
    return reply.redirect(signInPage(id, refusal), 302)
  }

  app.handle(beginSignIn, async ({ params, query, ...exchange }) => {
    unseen(exchange.reply)
    const target = safeTarget(query.redirect)
    const provider = providerOf(params.provider)
    if (!provider) return exchange.reply.redirect(unknownProvider(target), 302)
    if (addresses.take(exchange.request.ip) > 0)
      return refuse(exchange, provider.id, { problem: 'rate_limited', reason: 'rate_limited', target })
    const redirectUri = `${await parts.publicOrigin(exchange.request)}/oauth/${provider.id}/callback`
    const begun = await signingIn.begin(provider, { redirectUri, target })
    if (!begun.ok) return refuse(exchange, provider.id, { ...begun.refusal, target })
    carry(exchange, provider, begun.value.carried)
    return exchange.reply.redirect(begun.value.url.href, 302)
  })

  app.handle(finishSignIn, async ({ params, request, reply }) => {
    const exchange = { request, reply }
    unseen(reply)
    const provider = providerOf(params.provider)
    if (!provider) return reply.redirect(unknownProvider('/'), 302)
    if (addresses.take(request.ip) > 0)
      return refuse(exchange, provider.id, { problem: 'rate_limited', reason: 'rate_limited', target: '/' })
    const finished = await signingIn.finish(provider, {
      carried: cookieValues(request.headers.cookie, COOKIE),
      query: new URL(request.url, 'http://here').searchParams,
    })
    carry(exchange, provider, '')
    if (!finished.ok) return refuse(exchange, provider.id, finished.refusal)
    const { person, target } = finished.value
    const letIn = await parts.letIn(person, provider)
    if (!letIn.ok)
      return refuse(exchange, provider.id, {
        problem: letIn.refusal,
        reason: letIn.refusal,
        email: person.email,
        target,
      })
    await startSession(exchange, letIn.value)
    parts.events.signedIn({ account: letIn.value.id })
    const { email } = letIn.value
    const signedIn = { way: 'provider', provider: provider.id, email, outcome: 'signed_in' } as const
    await parts.signInRecords.note(request, signedIn)
    return reply.redirect(target, 302)
  })

  async function startSession({ request, reply }: Exchange, account: Account): Promise<void> {
    const seconds = sessionSeconds((await parts.settings.readFor(account)).get('auth.jwt_expiry'))
    const session = await parts.sessions.issue(account.id, seconds, signInFactsOf(request))
    const { host } = request.headers
    const cookie = tokenCookies({ ...session, now: epochSeconds(clock), secure: isSecure(request), host })
    reply.header('set-cookie', cookie)
  }
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

interface Refusal extends Problem {
  /** For the log. */
  reason: string
  /** As the provider said it. */
  email?: string | null
  target: string
}

/** The sign-in page, which says what went wrong and still knows where the person wanted to go. */
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

/** Codes in addresses are nobody else's business. */
const unseen = (reply: FastifyReply) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
