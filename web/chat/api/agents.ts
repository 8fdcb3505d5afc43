import { listClosedModels, listModels, readAbout } from '#chatapp/models/contract.ts'
import { call } from './client.ts'

export interface Agent {
  /** Model id, as requests name it. */
  id: string
  name: string
  /** One sentence; empty without a description. */
  description: string
  /** Starter prompts, each once and none empty. */
  suggestions: readonly string[]
  /** Why it is unavailable, and since when, ISO 8601; null when it is available. */
  away: { state: 'starting' | 'broken' | 'paused' | 'unreachable'; since: string } | null
}

/** The agents this person may talk to. */
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

/** An agent's abilities for this person. */
export const readAgent = (id: string, signal?: AbortSignal) => call(readAbout, { query: { id }, signal })

/** Agents that this person manages and may not use. */
export const listClosedAgents = async (signal?: AbortSignal) =>
  (await call(listClosedModels, { signal })).data
