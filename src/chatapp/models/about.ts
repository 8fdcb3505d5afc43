import { AgentAbout, ClosedHubs, type ClosedHub } from '#ground/hub/about/schema.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { UpstreamClient } from './connections/client.ts'
import type { Connections } from './connections/connections.ts'
import { identityHeaders } from './connections/identity-headers.ts'
import type { Models, ModelRefusal } from './models.ts'
import type { Model } from './model.ts'
import type { ModelAbout } from './schema.ts'

export interface AboutParts {
  models: Pick<Models, 'choose'>
  connections: Pick<Connections, 'list'>
  client: Pick<UpstreamClient, 'read'>
  identityPrefix: string
}

/** What models may do for people. Of a Hub its bridge is asked, which alone decides whom it tells. */
export function createAbout({ models, connections, client, identityPrefix: prefix }: AboutParts) {
  return {
    /** Unknown and forbidden are one answer, as everywhere. */
    async about(
      account: Account,
      id: string,
    ): Promise<Result<ModelAbout, ModelRefusal | 'agent_unreachable'>> {
      const chosen = await models.choose(account, id)
      if (!chosen.ok) return chosen
      const model = chosen.value
      const card = { id: model.id, name: model.name, description: descriptionOf(model) }
      if (model.connection.hub === null) return accepted({ ...card, hub: null })
      try {
        const told = await client.read(model.connection, '/about', identityHeaders({ account, prefix }))
        return told === null ? refused('model_not_found') : accepted({ ...card, hub: AgentAbout.parse(told) })
      } catch {
        return refused('agent_unreachable')
      }
    },

    /** Any bridge knows this of all Hubs that share its store, so one that is there is asked. */
    async closedTo(account: Account): Promise<ClosedHub[]> {
      const hubs = (await connections.list()).filter(({ hub }) => hub !== null && hub.away === null)
      for (const connection of hubs)
        try {
          const told = await client.read(connection, '/closed-hubs', identityHeaders({ account, prefix }))
          return told === null ? [] : ClosedHubs.parse(told).data
        } catch {
          continue // another one may answer
        }
      return []
    },
  }
}

const descriptionOf = ({ row, raw }: Model): string => {
  const told = row?.meta['description'] || raw['description']
  return typeof told === 'string' ? told : ''
}
