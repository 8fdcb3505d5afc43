import type { Tool, ToolSource } from '#core/agent/tools/tool.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { Store } from '#ground/store/store.ts'
import { RESTRICTED, restrictedFolders, type RestrictedFolders } from './areas.ts'
import { createDocuments } from './documents.ts'
import { createGate, KNOWLEDGE_TOOL, restrictionOf, type GateDeps } from './gate.ts'
import { startIndexer } from './indexer.ts'
import { holdLease } from './lease.ts'
import { knowledgeEvents } from './log-events.ts'
import { knowledgeTool } from './tool.ts'

export interface KnowledgeDeps {
  hub: string
  hubFolder: string
  instance: string
  store: Pick<Store, 'db' | 'slowReads' | 'transaction'>
  restricted: Pick<GateDeps, 'mayUse' | 'maySee'>
  clock: Pick<Clock, 'now' | 'sleep'>
  log: Log
}

export interface OpenKnowledge extends AsyncDisposable {
  readonly tools: readonly Tool[]
  /** Lists the capabilities of restricted folders, so that administrators can grant them. */
  readonly source: ToolSource
  /** Called when restricted folders were added or removed. */
  onChange(callback: () => void): () => void
  /** Resolves after the next comparison of the files with the index. */
  compare(): Promise<void>
}

const NO_TOOLS: readonly Tool[] = []

/** An index of a Hub's files, and the tool that searches it. */
export async function openKnowledge(deps: KnowledgeDeps): Promise<OpenKnowledge> {
  const { hub, hubFolder, instance, store, restricted, clock, log } = deps
  const events = knowledgeEvents(log)
  const documents = createDocuments({ store, hub })
  const callbacks = new Set<() => void>()
  let hasDocuments = false
  let folders = await restrictedFolders(hubFolder)
  const indexer = startIndexer({
    hubFolder,
    documents,
    clock,
    holdsLease: () => holdLease(store, { hub, owner: instance }, clock),
    async onCompared() {
      hasDocuments = await documents.hasAny()
      const before = folders
      folders = await restrictedFolders(hubFolder)
      if (!areSame(before, folders)) for (const callback of callbacks) callback()
    },
    onFailure: (error) => events.filesNotIndexed({ reason: String(error) }),
  })
  const gate = createGate({ ...restricted, capabilities: () => folders.capabilities })
  return {
    tools: [knowledgeTool({ hub, store, gate, hasDocuments: () => hasDocuments })],
    source: {
      ready: async () => {},
      tools: () => NO_TOOLS,
      problems: () => folders.invalid.map(problemOf),
      awaited: () =>
        folders.capabilities.map((capability) => ({
          name: KNOWLEDGE_TOOL,
          restricted: restrictionOf(capability),
          needs: { env: [] },
        })),
    },
    onChange(callback) {
      callbacks.add(callback)
      return () => callbacks.delete(callback)
    },
    compare: indexer.wake,
    [Symbol.asyncDispose]: () => indexer[Symbol.asyncDispose](),
  }
}

const areSame = (a: RestrictedFolders, b: RestrictedFolders): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

const problemOf = (name: string): HubProblem => ({
  file: `${RESTRICTED}/${name}`,
  line: null,
  column: null,
  message:
    'nobody can read these files: a folder in `restricted` must be named like a capability, such as read_salaries',
})
