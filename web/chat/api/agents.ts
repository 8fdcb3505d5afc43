import { request } from './client.ts'

export interface Agent {
  /** Model id, as requests name it. */
  id: string
  name: string
  /** One sentence; empty when the agent says nothing about itself. */
  description: string
  /** Starter prompts. */
  suggestions: readonly string[]
}

interface ModelEntry {
  id: string
  name?: string
  openai?: { description?: string | null; suggestions?: string[] | null }
  info?: { meta?: { description?: string | null } | null }
}

/** The agents this person may talk to. */
export async function listAgents(signal?: AbortSignal): Promise<Agent[]> {
  const { data } = await request<{ data: ModelEntry[] }>('/api/models', { signal })
  return data.map((model) => ({
    id: model.id,
    name: model.name || model.id,
    description: model.info?.meta?.description || model.openai?.description || '',
    suggestions: model.openai?.suggestions ?? [],
  }))
}
