import type { z } from 'zod'
import { AgentAbout, ClosedHubs, NotesAboutPerson, type ClosedHub } from '#ground/hub/about/schema.ts'
import { HubPrompts, type HubPrompt } from '#ground/hub/prompts/schema.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { UpstreamClient } from './connections/client.ts'
import type { ModelServer } from './connections/connection.ts'
import type { ModelServers } from './connections/connections.ts'
import { identityHeaders } from './connections/identity-headers.ts'
import type { ModelCatalog, ModelRefusal } from './models.ts'
import type { CatalogModel } from './model.ts'
import type { ModelAbout } from './schema.ts'

export interface AboutParts {
  models: Pick<ModelCatalog, 'choose'>
  connections: Pick<ModelServers, 'list'>
  client: Pick<UpstreamClient, 'read'>
  identityPrefix: string
}

/** Limits how many suspended Hubs resume at the same time. */
const HUBS_AT_ONCE = 8

/** `notes` is null if the Hub's bridge does not answer. */
export interface HubNotes {
  hub: string
  notes: NotesAboutPerson['data'] | null
}

type AskRefusal = ModelRefusal | 'agent_unreachable'

export type About = ReturnType<typeof createAbout>

/** The Hub's bridge answers queries about its model after it has checked the person's access. */
export function createAbout({ models, connections, client, identityPrefix: prefix }: AboutParts) {
  /** Null for a model without a Hub. A forbidden model counts as unknown. */
  async function readFromHub<T>(
    account: Account,
    { id, path, schema }: { id: string; path: string; schema: z.ZodType<T> },
  ): Promise<Result<{ model: CatalogModel; content: T | null }, AskRefusal>> {
    const chosen = await models.choose(account, id)
    if (!chosen.ok) return chosen
    const model = chosen.value
    if (model.connection.hub === null) return accepted({ model, content: null })
    try {
      const content = await client.read(model.connection, path, identityHeaders({ account, prefix }))
      return content === null
        ? refused('model_not_found')
        : accepted({ model, content: schema.parse(content) })
    } catch {
      return refused('agent_unreachable')
    }
  }
  async function notesOn(connection: ModelServer, account: Account): Promise<HubNotes['notes']> {
    try {
      const content = await client.read(connection, '/memory', identityHeaders({ account, prefix }))
      return content === null ? null : NotesAboutPerson.parse(content).data
    } catch {
      return null
    }
  }
  return {
    async about(account: Account, id: string): Promise<Result<ModelAbout, AskRefusal>> {
      const answer = await readFromHub(account, { id, path: '/about', schema: AgentAbout })
      if (!answer.ok) return answer
      const { model, content } = answer.value
      return accepted({ id: model.id, name: model.name, description: descriptionOf(model), hub: content })
    },

    async prompts(account: Account, id: string): Promise<Result<HubPrompt[], AskRefusal>> {
      const answer = await readFromHub(account, { id, path: '/prompts', schema: HubPrompts })
      return answer.ok ? accepted(answer.value.content?.data ?? []) : answer
    },

    async checkAccess(account: Account, id: string): Promise<Result<CatalogModel, AskRefusal>> {
      const answer = await readFromHub(account, { id, path: '/prompts', schema: HubPrompts })
      return answer.ok ? accepted(answer.value.model) : answer
    },

    async closedTo(account: Account): Promise<ClosedHub[]> {
      const hubs = (await connections.list()).filter(({ hub }) => hub !== null && hub.away === null)
      for (const connection of hubs)
        try {
          const content = await client.read(connection, '/closed-hubs', identityHeaders({ account, prefix }))
          return content === null ? [] : ClosedHubs.parse(content).data
        } catch {
          continue // try the next bridge
        }
      return []
    },

    /** Notes of all agents about the person, including agents that the person may no longer use. */
    async *notesAbout(account: Account): AsyncGenerator<HubNotes> {
      const hubs = (await connections.list()).filter(({ hub }) => hub !== null)
      for (let at = 0; at < hubs.length; at += HUBS_AT_ONCE)
        yield* await Promise.all(
          hubs.slice(at, at + HUBS_AT_ONCE).map(async (connection) => ({
            hub: connection.hub!.slug,
            notes: await notesOn(connection, account),
          })),
        )
    },
  }
}

const descriptionOf = ({ row, raw }: CatalogModel): string => {
  const content = row?.meta['description'] || raw['description']
  return typeof content === 'string' ? content : ''
}
