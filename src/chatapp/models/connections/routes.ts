import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { unwrapChatapp } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { UpstreamClient } from './client.ts'
import { storedConnection } from './connection.ts'
import type { ModelServers } from './connections.ts'
import { changeConnections, readConnections, verifyConnection } from './contract.ts'
import { tryConnection } from './try-connection.ts'

export interface ModelServerRouteParts {
  connections: ModelServers
  client: Pick<UpstreamClient, 'models'>
  forgetLists(): void
  events: Pick<ChatappEvents, 'settingsChanged'>
}

export function modelServerRoutes(app: App, { connections, client, ...parts }: ModelServerRouteParts): void {
  app.handle(readConnections, () => connections.form())

  app.handle(changeConnections, async ({ visitor, body }) => {
    await connections.replace(body)
    parts.forgetLists()
    parts.events.settingsChanged({ by: visitor.account.id, keys: 'openai' })
    return connections.form()
  })

  app.handle(verifyConnection, async ({ body: { url, config, ...fields } }) => {
    const key = await connections.keyFor(url, fields.key, config?.id)
    const connection = storedConnection({ url, key, config: { ...config, enable: true, model_ids: [] } }, 0)!
    return { object: 'list', data: unwrapChatapp(await tryConnection(client, connection)) }
  })
}
