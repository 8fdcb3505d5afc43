import { join } from 'node:path'
import { folderMemory } from '#core/agent/memory/folder-memory.ts'
import type { AgentMemory } from '#core/agent/memory/memory.ts'
import { createCallerChats, type ChatStorage, type CallerChats } from '#core/chats/chats.ts'
import { openFolderStorage } from '#core/chats/folder/storage.ts'
import type { LinkPolicy } from '#core/chats/link.ts'
import type { StorePlaceDeps } from '#cluster/chats/storage.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Log } from '#ground/base/log.ts'
import type { Store } from '#ground/store/store.ts'
import { agentFilesIn } from '#ground/blobs/areas.ts'
import { openBlobs } from './blobs.ts'
import type { SharedConfig } from './config/shared.ts'

export interface AgentState extends AsyncDisposable {
  chats: CallerChats
  memory: AgentMemory
}

interface AgentStateDeps {
  store: Store
  clock: Clock
  log: Log
  links: LinkPolicy
}

export async function openAgentState(shared: SharedConfig, deps: AgentStateDeps): Promise<AgentState> {
  const { hubFolder, hubSlug: hub } = shared
  const { store, clock, links } = deps
  const memoryFolder = join(hubFolder, '.memory')
  if (shared.chats === 'folder') {
    const storage = await openFolderStorage({ folder: join(hubFolder, '.chats'), clock })
    return agentState(storage, folderMemory({ folder: memoryFolder, clock, newId }), { links, clock })
  }
  // Loaded on demand: only instances that share a database need it.
  const { storeMemory, moveMemoryIn } = await import('#cluster/chats/memory.ts')
  const place = await openSharedStorage(shared, deps)
  await moveMemoryIn(memoryFolder, { hub, store })
  return agentState(place, storeMemory({ hub, store, clock, newId }), { links, clock })
}

const agentState = (
  place: ChatStorage,
  memory: AgentMemory,
  deps: Pick<AgentStateDeps, 'links' | 'clock'>,
): AgentState => {
  const chats = createCallerChats({ ...deps, storage: place })
  return { chats, memory, [Symbol.asyncDispose]: () => chats[Symbol.asyncDispose]() }
}

async function openSharedStorage(
  shared: SharedConfig,
  { store, clock, log }: AgentStateDeps,
): Promise<ChatStorage> {
  const { openDatabaseStorage } = await import('#cluster/chats/storage.ts')
  await using parts = new AsyncDisposableStack()
  const blobs = parts.use(await openBlobs(shared, agentFilesIn(shared, clock), { store, clock, log }))
  const place = parts.use(
    await openDatabaseStorage({
      hub: shared.hubSlug,
      folder: join(shared.hubFolder, '.chats'),
      store,
      clock,
      blobs,
      events: chatEvents(log),
    }),
  )
  const opened = parts.move()
  return { ...place, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const chatEvents = (log: Log): StorePlaceDeps['events'] => ({
  chatsMovedIn: ({ count }) =>
    log.info({ event: 'chats.moved_in', count }, 'chats of the Hub’s folder are in the store now'),
  chatNotMoved: ({ folder }) =>
    log.warn({ event: 'chats.left', folder }, 'a chat can’t go to the store and was put aside'),
  chatBytesKept: ({ error }) =>
    log.warn({ event: 'chats.bytes_kept', error }, 'bytes that no chat names could not be looked for'),
  historyWaits: ({ error }) =>
    log.warn({ event: 'chats.history_waits', error }, 'what turns leave behind waits for the store'),
})
