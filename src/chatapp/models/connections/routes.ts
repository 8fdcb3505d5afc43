import { z } from 'zod'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import { Refused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/http/validation.ts'
import { visitorOf, type Guard } from '#chatapp/accounts/sessions/guard.ts'
import { ConnectionConfig, KNOWN } from '#chatapp/accounts/settings/known.ts'
import type { UpstreamClient } from './client.ts'
import { storedConnection } from './connection.ts'
import type { Connections } from './connections.ts'

const ConnectionFormRequest = z.object({
  ENABLE_OPENAI_API: KNOWN['openai.enable'].default(true),
  OPENAI_API_BASE_URLS: KNOWN['openai.api_base_urls'],
  OPENAI_API_KEYS: KNOWN['openai.api_keys'],
  OPENAI_API_CONFIGS: KNOWN['openai.api_configs'].default({}),
})

const VerifyRequest = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2000),
  key: z.string().max(1000).default(''),
  config: ConnectionConfig.nullish(),
})

export interface ConnectionRouteParts {
  connections: Connections
  client: Pick<UpstreamClient, 'models'>
  /** Ask every connection again at the next list of models. */
  forgetLists(): void
  guard: Guard
  events: Pick<ChatappEvents, 'settingsChanged'>
}

export function connectionRoutes(app: App, parts: ConnectionRouteParts): void {
  const { connections, client, guard, events } = parts

  app.get('/openai/config', { onRequest: guard.admin }, () => connections.form())

  app.post(
    '/openai/config/update',
    { onRequest: guard.admin, schema: { body: ConnectionFormRequest } },
    async (request) => {
      await connections.replace(request.body)
      parts.forgetLists()
      events.settingsChanged({ by: visitorOf(request).account.id, keys: 'openai' })
      return connections.form()
    },
  )

  app.post('/openai/verify', { onRequest: guard.admin, schema: { body: VerifyRequest } }, async (request) => {
    const { url, config } = request.body
    const key = await connections.keyFor(url, request.body.key)
    const connection = storedConnection({ url, key, config: { ...config, enable: true, model_ids: [] } }, 0)!
    try {
      return { object: 'list', data: await client.models(connection) }
    } catch {
      throw new Refused('connection_failed')
    }
  })
}
