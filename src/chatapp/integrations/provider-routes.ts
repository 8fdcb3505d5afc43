import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import { Refused } from '#chatapp/http/refused.ts'
import { InvalidRequest, type App } from '#chatapp/http/validation.ts'
import { visitorOf, type Guard } from '#chatapp/accounts/sessions/guard.ts'
import { redirectUriOf } from './authorization.ts'
import { discover } from './authority.ts'
import { register } from './client.ts'
import type { Connections } from './connections.ts'
import { EntriesRequest, EntryRequest } from './entry.ts'
import { ProviderFailure } from './failure.ts'
import type { OutgoingParts } from './outgoing.ts'
import { entryView } from './present.ts'
import { providerOf } from './provider.ts'
import type { Gone, Providers } from './providers.ts'
import { RegisterRequest, ServerParams } from './requests.ts'

export interface ProviderRouteParts {
  providers: Providers
  connections: Pick<Connections, 'counts' | 'refusals'>
  outgoing: OutgoingParts
  guard: Guard
  /** Origin that people use, for this request. */
  originOf(request: FastifyRequest): Promise<string>
  /** Store a change, and end the connections of the providers that it makes void. @returns How many. */
  ending<T>(change: (gone: Gone) => Promise<T>): Promise<{ value: T; ended: number }>
  events: Pick<ChatappEvents, 'providerChanged'>
}

export function providerRoutes(app: App, parts: ProviderRouteParts): void {
  const { providers, guard, events } = parts

  const form = async (request: FastifyRequest) => {
    const { connections } = parts
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
      redirect_origin: await parts.originOf(request),
    }
  }
  const tell = (request: FastifyRequest, provider: string, change: 'saved' | 'removed') =>
    events.providerChanged({ provider, by: visitorOf(request).account.id, change })

  app.get('/api/v1/configs/tool_servers', { onRequest: guard.admin }, form)

  app.post(
    '/api/v1/configs/tool_servers',
    { onRequest: guard.admin, schema: { body: EntriesRequest } },
    async (request) => {
      await parts.ending((gone) => providers.replaceAll(request.body.TOOL_SERVER_CONNECTIONS, gone))
      tell(request, '*', 'saved')
      return form(request)
    },
  )

  app.post(
    '/api/v1/configs/tool_servers/verify',
    { onRequest: guard.admin, schema: { body: EntryRequest } },
    async (request, reply) =>
      orWords(reply, async () => {
        const authority = await discover(await providers.drafted(request.body), parts.outgoing)
        const { metadata, scope, resource } = authority
        return {
          status: true,
          issuer: metadata.issuer,
          authorization_endpoint: metadata.authorization_endpoint,
          scope,
          scopes_supported: metadata.scopes_supported ?? [],
          resource,
          registers_clients: metadata.registration_endpoint !== undefined,
          revokes: metadata.revocation_endpoint !== undefined,
        }
      }),
  )

  app.post(
    '/api/v1/configs/oauth/clients/register',
    {
      onRequest: guard.admin,
      schema: { body: RegisterRequest, querystring: z.object({ type: z.string().optional() }) },
    },
    async (request, reply) => {
      if (request.query.type !== 'mcp') throw new Refused('provider_not_mcp')
      const { url, client_id: id, oauth_server_url: server, oauth_scope: scope } = request.body
      const entry = EntryRequest.parse({
        url,
        config: { oauth_server_url: server, oauth_scope: scope ?? '' },
        info: { id },
      })
      return orWords(reply, async () => {
        const draft = providerOf(entry, { clientSecret: null, registration: null }, '')
        const authority = await discover(draft, parts.outgoing)
        const registration = await register(authority, redirectUriOf(await parts.originOf(request), id))
        return { status: true, oauth_client_info: providers.sealRegistration(id, registration) }
      })
    },
  )

  app.post(
    '/api/v1/configs/tool_servers/:server',
    {
      onRequest: guard.admin,
      schema: {
        params: ServerParams,
        body: EntryRequest,
        querystring: z.object({ new: z.stringbool().default(false) }),
      },
    },
    async (request) => {
      const { server } = request.params
      if (request.body.info.id !== server) throw new InvalidRequest([otherId])
      const { value, ended } = await parts.ending((gone) =>
        providers.put(request.body, { isNew: request.query.new, gone }),
      )
      if (!value) throw new Refused('provider_id_taken')
      tell(request, server, 'saved')
      return { status: true, ended }
    },
  )

  app.delete(
    '/api/v1/configs/tool_servers/:server',
    { onRequest: guard.admin, schema: { params: ServerParams } },
    async (request) => {
      const { server } = request.params
      const { value, ended } = await parts.ending((gone) => providers.remove(server, gone))
      if (!value) throw new Refused('provider_missing')
      tell(request, server, 'removed')
      return { status: true, ended }
    },
  )
}

const otherId = {
  type: 'custom',
  loc: ['body', 'info', 'id'],
  msg: 'expected the id of the address',
  input: null,
}

/** A failure at a provider is answered with 400 and our words for it. */
async function orWords<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T | FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return reply.code(400).send({ detail: error.message })
  }
}
