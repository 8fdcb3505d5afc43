import type { z } from 'zod'
import { AgentAbout, ClosedHubs, type ClosedHub } from '#ground/hub/about/schema.ts'
import { HubPrompts, type HubPrompt } from '#ground/hub/prompts/schema.ts'
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

type AskRefusal = ModelRefusal | 'agent_unreachable'

export type About = ReturnType<typeof createAbout>

/** What models may do for people. Of a Hub its bridge is asked, which alone decides whom it tells. */
export function createAbout({ models, connections, client, identityPrefix: prefix }: AboutParts) {
  /** What the Hub behind a model says at a path; null when there is no Hub. Unknown and forbidden are one answer, as everywhere. */
  async function asked<T>(
    account: Account,
    { id, path, schema }: { id: string; path: string; schema: z.ZodType<T> },
  ): Promise<Result<{ model: Model; told: T | null }, AskRefusal>> {
    const chosen = await models.choose(account, id)
    if (!chosen.ok) return chosen
    const model = chosen.value
    if (model.connection.hub === null) return accepted({ model, told: null })
    try {
      const told = await client.read(model.connection, path, identityHeaders({ account, prefix }))
      return told === null ? refused('model_not_found') : accepted({ model, told: schema.parse(told) })
    } catch {
      return refused('agent_unreachable')
    }
  }
  return {
    async about(account: Account, id: string): Promise<Result<ModelAbout, AskRefusal>> {
      const answer = await asked(account, { id, path: '/about', schema: AgentAbout })
      if (!answer.ok) return answer
      const { model, told } = answer.value
      return accepted({ id: model.id, name: model.name, description: descriptionOf(model), hub: told })
    },

    /** What its Hub has for people who chat. */
    async prompts(account: Account, id: string): Promise<Result<HubPrompt[], AskRefusal>> {
      const answer = await asked(account, { id, path: '/prompts', schema: HubPrompts })
      return answer.ok ? accepted(answer.value.told?.data ?? []) : answer
    },

    /** Whether somebody may use it now. Its prompts are the least that a Hub tells those whom it lets in. */
    async letsIn(account: Account, id: string): Promise<Result<Model, AskRefusal>> {
      const answer = await asked(account, { id, path: '/prompts', schema: HubPrompts })
      return answer.ok ? accepted(answer.value.model) : answer
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
