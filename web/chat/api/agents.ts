import { listClosedModels, listModels, readAbout } from '#chatapp/models/contract.ts'
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

export async function listAgents(signal?: AbortSignal): Promise<Agent[]> {
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
