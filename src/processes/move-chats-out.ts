import { join } from 'node:path'
import { moveMemoryOut } from '#cluster/chats/memory.ts'
import { createContents } from '#cluster/chats/contents.ts'
import { filesByScope } from '#cluster/chats/files.ts'
import { moveOut, type MovedOut } from '#cluster/chats/move-out.ts'
import type { Clock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import type { Store } from '#ground/store/store.ts'
import { agentFilesIn, openBlobs } from './blobs.ts'
import type { SharedConfig } from './config/shared.ts'

/** Moves a Hub's chats from the store to the Hub's folder, and reports each chat. */
export async function* moveChatsOut(
  shared: SharedConfig,
  { store, clock }: { store: Store; clock: Clock },
): AsyncGenerator<MovedOut> {
  const { hubFolder, hubSlug: hub } = shared
  const folder = join(hubFolder, '.chats')
  await using blobs = await openBlobs(shared, agentFilesIn(shared, clock), { store, clock, log: silentLog() })
  const contents = createContents({ blobs, store })
  const filesIn = filesByScope({ hub, folder, store, clock, blobs, contents })
  yield* moveOut({ hub, folder, store, filesIn, release: contents.release })
}

/** The same of what it noted about people. @returns How many they were. */
export const moveNotesOut = ({ hubFolder, hubSlug: hub }: SharedConfig, store: Store): Promise<number> =>
  moveMemoryOut(join(hubFolder, '.memory'), { hub, store })
