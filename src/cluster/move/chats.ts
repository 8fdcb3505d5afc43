import { join } from 'node:path'
import { moveMemoryOut } from '#cluster/chats/memory.ts'
import { createContents } from '#cluster/chats/contents.ts'
import { filesByScope } from '#cluster/chats/files.ts'
import { moveOut, type MovedOut } from '#cluster/chats/move-out.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import type { Store } from '#ground/store/store.ts'

interface HubAddress {
  hubFolder: string
  hubSlug: string
}

export async function* moveChatsOut(
  { hubFolder, hubSlug: hub }: HubAddress,
  { store, clock, blobs }: { store: Store; clock: Clock; blobs: Blobs },
): AsyncGenerator<MovedOut> {
  const folder = join(hubFolder, '.chats')
  const contents = createContents({ blobs, store })
  const filesIn = filesByScope({ hub, folder, store, clock, blobs, contents })
  yield* moveOut({ hub, folder, store, filesIn, release: contents.release })
}

export const moveNotesOut = ({ hubFolder, hubSlug: hub }: HubAddress, store: Store): Promise<number> =>
  moveMemoryOut(join(hubFolder, '.memory'), { hub, store })
