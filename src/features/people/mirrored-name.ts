import { accepted, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ModelRow } from '#ground/identity/chatapp-client/models.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'

const MIRRORED_NAME = 'agent_name'

/** Marks the name as copied from `agent.md`, so that a later sync may replace it. */
export const withMirroredName = (meta: ModelRow['meta'], name: string): ModelRow['meta'] => ({
  ...meta,
  [MIRRORED_NAME]: name,
})

export function isNameMirrored({ name, meta }: Pick<ModelRow, 'name' | 'meta'>): boolean {
  if (MIRRORED_NAME in meta) return meta[MIRRORED_NAME] === name
  const capabilities = meta['capabilities'] as { builtin_tools?: unknown } | null | undefined
  return capabilities?.builtin_tools === false
}

export interface NameMirrorDeps {
  models: Pick<ChatappClient['models'], 'find' | 'update'>
  hub: string
  agentNames(slugs: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export function createNameMirror({ models, hub, agentNames }: NameMirrorDeps) {
  let mirrored: string | null = null
  return async (): Promise<Result<void, ChatappRefusal>> => {
    const name = (await agentNames([hub])).get(hub)
    if (name === undefined || name === mirrored) return accepted(undefined)
    const found = await models.find(hub)
    if (!found.ok) return found
    const row = found.value
    if (row && row.name !== name && isNameMirrored(row)) {
      const updated = await models.update(hub, (current) =>
        isNameMirrored(current) ? { name, meta: withMirroredName(current.meta, name) } : {},
      )
      if (!updated.ok) return updated
    }
    mirrored = name
    return accepted(undefined)
  }
}
