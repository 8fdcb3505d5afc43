import type { Tool } from '#core/agent/tools/tool.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { Store } from '#ground/store/store.ts'
import { createDocuments } from './documents.ts'
import { startIndexer } from './indexer.ts'
import { holdLease } from './lease.ts'
import { knowledgeEvents } from './log-events.ts'
import { knowledgeTool } from './tool.ts'

export interface KnowledgeDeps {
  hub: string
  hubFolder: string
  instance: string
  store: Pick<Store, 'db' | 'slowReads' | 'transaction'>
  clock: Pick<Clock, 'now' | 'sleep'>
  log: Log
}

export interface OpenKnowledge extends AsyncDisposable {
  readonly tools: readonly Tool[]
  /** Resolves after the next comparison of the files with the index. */
  compare(): Promise<void>
}

/** An index of a Hub's files, and the tool that searches it. */
export function openKnowledge({ hub, hubFolder, instance, store, clock, log }: KnowledgeDeps): OpenKnowledge {
  const events = knowledgeEvents(log)
  const documents = createDocuments({ store, hub })
  let hasDocuments = false
  const indexer = startIndexer({
    hubFolder,
    documents,
    clock,
    holdsLease: () => holdLease(store, { hub, owner: instance }, clock),
    async onCompared() {
      hasDocuments = await documents.hasAny()
    },
    onFailure: (error) => events.filesNotIndexed({ reason: String(error) }),
  })
  return {
    tools: [knowledgeTool({ hub, store, hasDocuments: () => hasDocuments })],
    compare: indexer.wake,
    [Symbol.asyncDispose]: () => indexer[Symbol.asyncDispose](),
  }
}
