import type { MaySee, MayUse, Restriction, ToolContext } from '#core/agent/tools/tool.ts'
import { capabilityOf, RESTRICTED } from './areas.ts'

export const KNOWLEDGE_TOOL = 'search_knowledge'

export interface GateDeps {
  mayUse: MayUse
  maySee: MaySee
  capabilities(): readonly string[]
}

type Reader = Pick<ToolContext, 'caller' | 'chatId'>

export type Gate = ReturnType<typeof createGate>

/**
 * Decides at each search whose restricted files the caller may read:
 *
 * 1. Search only in `files/` and in folders that the caller may see. An unknown folder is closed.
 * 2. Decide again for each folder with found passages, and record this decision before the passages are returned.
 */
export function createGate({ mayUse, maySee, capabilities }: GateDeps) {
  const record = (capability: string, { caller, chatId }: Reader) =>
    mayUse(restrictedTo(capability), caller, { chatId, runId: null })

  return {
    async readableFolders({ caller }: Reader): Promise<string[]> {
      const allowed = await Promise.all(capabilities().map((capability) => maySee(capability, caller)))
      const open = capabilities().filter((_, n) => allowed[n])
      return ['files', ...open.map((capability) => `${RESTRICTED}/${capability}`)]
    },

    /** @throws if the caller may not read a folder that they name. */
    async check(folder: string | null, reader: Reader): Promise<void> {
      const capability = folder === null ? null : capabilityOf(folder)
      if (capability === null || capability === '') return
      if (!capabilities().includes(capability)) throw new Error(`There is no ${folder}.`)
      const verdict = await record(capability, reader)
      if (!verdict.allowed) throw new Error(verdict.reason)
    },

    async permitted<Found extends { path: string }>(
      found: readonly Found[],
      reader: Reader,
    ): Promise<Found[]> {
      const needed = [...new Set(found.map(({ path }) => capabilityOf(path)))].filter((one) => one !== null)
      const denied = new Set<string | null>()
      for (const capability of needed) if (!(await record(capability, reader)).allowed) denied.add(capability)
      return found.filter(({ path }) => !denied.has(capabilityOf(path)))
    },
  }
}

/** The access decision is about a tool; here, it is the search in one restricted folder. */
const restrictedTo = (capability: string) => ({ name: KNOWLEDGE_TOOL, restricted: restrictionOf(capability) })

export const restrictionOf = (capability: string): Restriction => ({
  capability,
  label: capability,
  group: 'Files',
})
