import { systemClock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import { agentFilesIn } from '#ground/blobs/areas.ts'
import { BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { openBlobs } from '#processes/blobs.ts'
import { checkNamedBucket } from '#processes/check-bucket.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { moveChatsOut, moveNotesOut } from '#cluster/move/chats.ts'
import { CommandFailure } from '../../failure.ts'
import { hubFolderOf } from '../../hub-folder.ts'
import { beginMove } from './begin.ts'
import { print, printJson } from '../../print.ts'
import { readCommandSettings } from '../../settings.ts'

export async function moveChatsBack({ hub, json }: { hub?: string; json?: boolean }): Promise<void> {
  const hubFolder = hubFolderOf(hub)
  const { environment } = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(environment, hubFolder)
  if (shared.chats === 'store')
    throw new CommandFailure(
      'SVC_CHATS=store would move the chats to the database again: remove the variable first',
      2,
    )
  if (shared.blobs !== null) await checkNamedBucket(environment, hubFolder)
  await using move = await beginMove(shared, 'chats')
  const deps = { store: move.store, clock: systemClock }
  const area = agentFilesIn(shared, systemClock)
  await using blobs = await openBlobs(shared, area, { ...deps, log: silentLog() })
  const counts = { chats: 0, left: 0, people: 0 }
  try {
    for await (const { scope, problem } of moveChatsOut(shared, { ...deps, blobs })) {
      counts[problem === null ? 'chats' : 'left']++
      if (problem === null) continue
      if (json) printJson({ chat: scope, problem })
      else print(`the chat ${scope} stays in the database: ${problem}`)
    }
    counts.people = await moveNotesOut(shared, deps.store)
  } catch (error) {
    if (!(error instanceof BlobStorageUnavailable)) throw error
    throw new CommandFailure(`the bucket: ${error.message}; run the command again to continue`)
  } finally {
    if (json) printJson(counts)
    else
      print(`${counts.chats} chats, and notes about ${counts.people} people, were moved to the Hub’s folder`)
  }
  const { left } = counts
  if (left > 0)
    throw new CommandFailure(
      `${left} ${left === 1 ? 'chat is' : 'chats are'} still in the database; fix the reported problems and run the command again`,
    )
}
