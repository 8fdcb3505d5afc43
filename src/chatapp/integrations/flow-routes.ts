import type { FastifyReply, FastifyRequest } from 'fastify'
import { readWiderConsent } from '#ground/base/wider-consent.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import { redirectUriOf, type Authorization } from './authorization.ts'
import { clientDocumentFor } from './client-document.ts'
import { beginAuthorization, finishAuthorization, readClientDocument } from './contract.ts'
import type { Provider } from './provider.ts'
import { serverIdOf } from './provider.ts'

export interface FlowRouteParts {
  authorization: Authorization
  consentSecret: string
  providerFor(account: Account, serverId: string): Promise<Provider | null>
  /** `isSure`: an administrator has configured the origin. */
  publicOrigin(request: FastifyRequest): Promise<{ origin: string; isSure: boolean }>
}

const SIGN_IN = 'You were signed out meanwhile. Sign in and connect again.'
const NOT_OF_A_HUB =
  'This link was made for another account, or it is incomplete. Ask your agent for a new link.'
const NOT_ALLOWED = 'You can’t connect an account there.'

export function flowRoutes(
  app: App,
  { authorization, consentSecret, providerFor, publicOrigin }: FlowRouteParts,
): void {
  // The document depends only on the id, so it does not disclose which providers exist.
  app.handle(readClientDocument, async ({ params, request, reply }) => {
    const { origin, isSure } = await publicOrigin(request)
    const document = isSure ? clientDocumentFor(redirectUriOf(origin, params.name)) : null
    if (!document) throw new ChatappRefused('client_document_missing')
    reply.header('cache-control', 'public, max-age=300')
    return document
  })

  app.handle(beginAuthorization, async ({ visitor, params, query, request, reply }) => {
    setPrivacyHeaders(reply)
    if (!visitor) return reply.redirect(`/auth?redirect=${encodeURIComponent(request.url)}`, 302)
    const { account, sessionId } = visitor
    const provider = await providerFor(account, serverIdOf(params.name) ?? '')
    if (!provider) throw new ChatappRefused('provider_missing')
    if (sessionId === null) throw new ChatappRefused('browser_session_needed')
    const { origin, isSure } = await publicOrigin(request)
    const fromSettings = query.from === 'settings'
    const stateKey = { secret: consentSecret, accountId: account.id, provider: provider.id }
    const furtherScopes = readWiderConsent(query, stateKey)
    if (furtherScopes === null) return reply.redirect(home('', { fromSettings, error: NOT_OF_A_HUB }), 302)
    const begun = await authorization.begin({
      provider,
      accountId: account.id,
      sessionId,
      origin,
      originIsSure: isSure || account.role === 'admin',
      fromSettings,
      furtherScopes,
    })
    return begun.ok
      ? reply.redirect(begun.value.href, 302)
      : reply.redirect(home('', { fromSettings, error: begun.refusal }), 302)
  })

  app.handle(finishAuthorization, async ({ visitor, params, request, reply }) => {
    setPrivacyHeaders(reply)
    if (!visitor || visitor.sessionId === null) return reply.redirect(home('', { error: SIGN_IN }), 302)
    const provider = await providerFor(visitor.account, serverIdOf(params.name) ?? '')
    if (!provider) return reply.redirect(home('', { error: NOT_ALLOWED }), 302)
    const finished = await authorization.finish({
      provider,
      accountId: visitor.account.id,
      sessionId: visitor.sessionId,
      query: new URL(request.url, 'http://here').searchParams,
    })
    if (finished.ok) {
      const { origin, fromSettings } = finished.value
      return reply.redirect(home(origin, { fromSettings }), 302)
    }
    const { flow, reason, again } = finished.refusal
    if (again) return reply.redirect(again.href, 302)
    const fromSettings = flow?.fromSettings ?? false
    return reply.redirect(home(flow?.origin ?? '', { fromSettings, error: reason }), 302)
  })
}

function home(
  origin: string,
  { fromSettings = false, error }: { fromSettings?: boolean; error?: string },
): string {
  const query = new URLSearchParams()
  if (error !== undefined) query.set('error', error)
  if (fromSettings) query.set('settings', 'connections')
  const text = query.toString().replaceAll('+', '%20')
  return `${origin}/${text && `?${text}`}`
}

/** Sets headers that keep authorization codes out of caches and `Referer` headers. */
const setPrivacyHeaders = (reply: FastifyReply) =>
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
