import type { FastifyRequest } from 'fastify'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { InvalidRequest } from '#chatapp/http/invalid.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { Visitor } from '#chatapp/accounts/sessions/guard.ts'
import { redirectUriOf } from './authorization.ts'
import { discover } from './authority.ts'
import { clientDocumentFor, readsClientDocuments } from './client-document.ts'
import type { ProviderConnections } from './connections.ts'
import {
  listProviders,
  putProvider,
  registerClient,
  removeProvider,
  replaceProviders,
  verifyProvider,
} from './contract.ts'
import { ProviderFailure } from './failure.ts'
import { introduce } from './introduction.ts'
import type { OutgoingParts } from './outgoing.ts'
import { entryView } from './present.ts'
import { providerOf } from './provider.ts'
import type { Gone, Providers } from './providers.ts'
import { EntryRequest } from './schema.ts'

export interface ProviderRouteParts {
  providers: Providers
  connections: Pick<ProviderConnections, 'counts' | 'refusals'>
  outgoing: OutgoingParts
  publicOrigin(request: FastifyRequest): Promise<{ origin: string; isSure: boolean }>
  ending<T>(change: (gone: Gone) => Promise<T>): Promise<{ value: T; ended: number }>
  events: Pick<ChatappEvents, 'providerChanged' | 'clientDocumentRefused'>
}

export function providerRoutes(app: App, parts: ProviderRouteParts): void {
  const { providers, events } = parts
  const notify = ({ account }: Visitor, provider: string, change: 'saved' | 'removed') =>
    events.providerChanged({ provider, by: account.id, change })

  app.handle(listProviders, ({ request }) => form(parts, request))

  app.handle(replaceProviders, async ({ visitor, body, request }) => {
    await parts.ending((gone) => providers.replaceAll(body.TOOL_SERVER_CONNECTIONS, gone))
    notify(visitor, '*', 'saved')
    return form(parts, request)
  })

  app.handle(verifyProvider, ({ body, request }) =>
    inWords(async () => {
      const { origin, isSure } = await parts.publicOrigin(request)
      const document = isSure ? clientDocumentFor(redirectUriOf(origin, body.info.id)) : null
      const authority = await discover(await providers.drafted(body), parts.outgoing)
      const { metadata, scope, resource } = authority
      return {
        status: true,
        issuer: metadata.issuer,
        authorization_endpoint: metadata.authorization_endpoint,
        scope,
        scopes_supported: metadata.scopes_supported ?? [],
        resource,
        registers_clients:
          metadata.registration_endpoint !== undefined ||
          (document !== null && readsClientDocuments(metadata)),
        revokes: metadata.revocation_endpoint !== undefined,
      }
    }),
  )

  app.handle(registerClient, async ({ query, body, request }) => {
    if (query.type !== 'mcp') throw new ChatappRefused('provider_not_mcp')
    const { url, client_id: id, oauth_server_url: server, oauth_scope: scope } = body
    const entry = EntryRequest.parse({
      url,
      config: { oauth_server_url: server, oauth_scope: scope ?? '' },
      info: { id },
    })
    return inWords(async () => {
      const draft = providerOf(entry, { clientSecret: null, registration: null }, '')
      const authority = await discover(draft, parts.outgoing)
      const { origin, isSure: isPublic } = await parts.publicOrigin(request)
      const redirectUri = redirectUriOf(origin, id)
      const registration = await introduce({ provider: draft, authority, redirectUri, isPublic }, events)
      return { status: true, oauth_client_info: providers.sealRegistration(id, registration) }
    })
  })

  app.handle(putProvider, async ({ visitor, params: { server }, query, body }) => {
    if (body.info.id !== server) throw new InvalidRequest([otherId])
    const { value, ended } = await parts.ending((gone) => providers.put(body, { isNew: query.new, gone }))
    if (!value) throw new ChatappRefused('provider_id_taken')
    notify(visitor, server, 'saved')
    return { status: true, ended }
  })

  app.handle(removeProvider, async ({ visitor, params: { server } }) => {
    const { value, ended } = await parts.ending((gone) => providers.remove(server, gone))
    if (!value) throw new ChatappRefused('provider_missing')
    notify(visitor, server, 'removed')
    return { status: true, ended }
  })
}

async function form({ providers, connections, publicOrigin }: ProviderRouteParts, request: FastifyRequest) {
  const [entries, counts, refusals] = await Promise.all([
    providers.entries(),
    connections.counts(),
    connections.refusals(),
  ])
  return {
    TOOL_SERVER_CONNECTIONS: entries.map((stored) => {
      const { id } = stored.entry.info
      return entryView(stored, { connections: counts.get(id) ?? 0, problem: refusals.get(id) ?? null })
    }),
    redirect_origin: (await publicOrigin(request)).origin,
  }
}

const otherId = {
  type: 'custom',
  loc: ['body', 'info', 'id'],
  msg: 'expected the id of the address',
  input: null,
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProviderFailure ? new ChatappRefused('provider_failed', {}, error.message) : error
  }
}
