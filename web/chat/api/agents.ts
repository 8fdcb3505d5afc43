import { queryOptions } from '@tanstack/react-query'
import { listClosedModels, listModels, readAbout } from '#chatapp/models/contract.ts'
import { rememberNames } from './agent-names.ts'
import { call } from './client.ts'

export interface Agent {
  id: string
  name: string
  description: string
  /** Unique and not empty. */
  suggestions: readonly string[]
  /** Null: available. `since`: ISO 8601. */
  away: { state: 'starting' | 'broken' | 'paused' | 'unreachable'; since: string } | null
}

const POLL_MS = 60_000
/** While an agent is away, or there is none. */
const AWAY_POLL_MS = 5_000

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  async queryFn({ signal }) {
    const agents = await listAgents(signal)
    rememberNames(agents)
    return agents
  },
  staleTime: 15_000,
  refetchInterval: ({ state: { data } }) =>
    data && data.length > 0 && data.every(({ away }) => away === null) ? POLL_MS : AWAY_POLL_MS,
})

async function listAgents(signal?: AbortSignal): Promise<Agent[]> {
  const { data } = await call(listModels, { signal })
  return data.map((model) => ({
    id: model.id,
    name: model.name || model.id,
    description: model.info?.meta.description || model.openai.description || '',
    suggestions: startersOf(model.openai.suggestions ?? []),
    away: model.away ?? null,
  }))
}

const startersOf = (suggestions: readonly string[]): string[] => [
  ...new Set(suggestions.map((text) => text.trim()).filter(Boolean)),
]

export const readAgent = (id: string, signal?: AbortSignal) => call(readAbout, { query: { id }, signal })

export const listClosedAgents = async (signal?: AbortSignal) =>
  (await call(listClosedModels, { signal })).data
