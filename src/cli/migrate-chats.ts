import { systemClock } from '#ground/base/clock.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#processes/known-store.ts'
import { moveChatsOut, moveNotesOut, workingMachine } from '#processes/move-chats-out.ts'
import { Failure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { print, printJson } from './print.ts'
import { readSettings } from './settings.ts'

/** `hub migrate chats` */
export async function migrateChats({ hub, json }: { hub?: string; json?: boolean }): Promise<void> {
  const hubFolder = hubFolderOf(hub)
  const shared = readSharedConfig((await readSettings(hubFolder)).environment, hubFolder)
  if (shared.chats === 'store')
    throw new Failure('SVC_CHATS=store would bring them to the store again: remove it first', 2)
  await using store = await openKnownStore(shared)
  const machine = await workingMachine(store, systemClock)
  if (machine !== null)
    throw new Failure(`${machine} works on this store: stop all machines first, then run this again`)
  let [moved, left] = [0, 0]
  for await (const { scope, problem } of moveChatsOut(shared, { store, clock: systemClock })) {
    if (problem === null) moved++
    else left++
    if (problem === null) continue
    if (json) printJson({ chat: scope, problem })
    else print(`left in the store: ${scope}, ${problem}`)
  }
  const people = await moveNotesOut(shared, store)
  if (json) printJson({ chats: moved, left, people })
  else print(`${moved} chats, and notes about ${people} people, are in the Hub’s folder`)
  if (left > 0) throw new Failure(`${left} chats are in the store still; run it again once that is mended`)
}
