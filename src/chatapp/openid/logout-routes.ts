import type { FastifyReply } from 'fastify'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { Store } from '#ground/store/store.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { oauthFailureReason } from '#chatapp/integrations/failure.ts'
import type { Clients } from './clients.ts'
import { backChannelLogout, frontChannelLogout } from './contract.ts'
import { BadLogoutToken, verifyLogoutToken, type LogoutToken } from './logout-token.ts'
import type { EndedProviderSession, ProviderSessions } from './provider-sessions.ts'
import type { IdentityProvider, ReadProviders } from './provider.ts'

export interface LogoutRouteParts {
  providers: ReadProviders
  clients: Clients
  providerSessions: Pick<ProviderSessions, 'end'>
  store: Store
  clock: Clock
  /** Called with the e-mails of people whose sessions ended, so that their open streams check access again. */
  onSessionsEnded?: ((emails: readonly string[]) => void) | undefined
  events: Pick<ChatappEvents, 'providerLoggedOut' | 'providerLogoutRefused'>
}

const MAX_LOGOUTS_PER_MINUTE = 600

export function logoutRoutes(app: App, parts: LogoutRouteParts): void {
  const { providers, clock, events } = parts
  const limit = createRateLimit({ attempts: MAX_LOGOUTS_PER_MINUTE, windowSeconds: 60, clock })
  const providerOf = async (id: string) => (await providers()).find((provider) => provider.id === id)
  const end = async (provider: IdentityProvider, ended: EndedProviderSession, channel: 'back' | 'front') => {
    const emails = await parts.providerSessions.end(ended)
    if (emails.length > 0) parts.onSessionsEnded?.([...new Set(emails)])
    events.providerLoggedOut({ provider: provider.id, channel, count: emails.length })
  }

  app.handle(backChannelLogout, async ({ params, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    const provider = await providerOf(params.provider)
    if (!provider) return problem(reply, 404, 'there is no identity provider at this address')
    if (limit.consume(request.ip) > 0) return problem(reply, 429, 'too many requests')
    const refuse = (status: 400 | 503, reason: string) => {
      events.providerLogoutRefused({ provider: provider.id, reason, address: request.ip })
      return problem(reply, status, reason)
    }
    let token: LogoutToken
    try {
      token = await verifyLogoutToken(parts, provider, body.logout_token)
    } catch (error) {
      // While the provider's keys are unavailable, status 503 makes the provider retry.
      return error instanceof BadLogoutToken
        ? refuse(400, error.message)
        : refuse(503, oauthFailureReason(error))
    }
    if (!(await useUp(parts, token))) return refuse(400, 'jti: this token was used before')
    await end(provider, token.ended, 'back')
    return reply.code(200).send('')
  })

  app.handle(frontChannelLogout, async ({ params, query, request, reply }) => {
    const provider = await providerOf(params.provider)
    // Only the provider may embed the page.
    reply.headers({
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; frame-ancestors ${provider ? new URL(provider.issuer).origin : "'none'"}`,
      'referrer-policy': 'no-referrer',
    })
    if (!provider || query.iss !== provider.issuer) return page(reply, 400, 'Not signed out: unknown issuer.')
    if (limit.consume(request.ip) > 0) return page(reply, 429, 'Too many requests.')
    await end(provider, { issuer: provider.issuer, session: query.sid, subject: null }, 'front')
    return page(reply, 200, 'Signed out.')
  })
}

const problem = (reply: FastifyReply, status: number, description: string) =>
  reply.code(status).send({ error: 'invalid_request', error_description: description })

const page = (reply: FastifyReply, status: number, text: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><title>${text}</title><p>${text}</p>`)

async function useUp(
  { store: { db }, clock }: Pick<LogoutRouteParts, 'store' | 'clock'>,
  token: LogoutToken,
) {
  await db.deleteFrom('chatapp_used_challenges').where('expires_at', '<=', epochSeconds(clock)).execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('chatapp_used_challenges')
    .values({ challenge_hash: sha256(`logout ${token.id}`), expires_at: token.expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
