import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { deleteFolderImport } from './folder-import.ts'
import { WINDOW_MS } from '#core/inbox/dedup-key.ts'
import type { EventState } from '#core/inbox/inbox.ts'
import { inboxesLayout } from '#core/inbox/layout.ts'
import { createMarkers } from '#core/inbox/markers/markers.ts'
import { recoverAll } from '#core/inbox/recover.ts'
import { storedEvents } from '#core/inbox/stored-events.ts'
import { insertMarks } from './inbox.ts'
import { marksIn } from './marks.ts'
import { portions } from '#ground/base/portions.ts'
import { lockInboxes } from './rows.ts'

export interface MoveInboxInDeps {
  hub: string
  hubFolder: string
  store: Pick<Store, 'transaction'>
  clock: Pick<Clock, 'now'>
  oldEndpoint: string
  events: {
    eventsRestored(facts: { count: number }): void
    eventsMovedIn(facts: { count: number }): void
    /** The file stays in the folder, because it is not text and the database cannot store it. */
    eventNotMoved(facts: { file: string }): void
  }
}

/** Processed events are history and stay in the folder. */
const MOVED: readonly EventState[] = ['pending', 'quarantined']

/**
 * Moves unfinished events and all dedup markers. A file is deleted once its row exists, so a repeated call completes
 * an interrupted move, and several processes may move at once.
 */
export async function moveInboxIn(deps: MoveInboxInDeps): Promise<void> {
  const { hubFolder, clock } = deps
  const layout = inboxesLayout(hubFolder)
  if (!existsSync(layout.dedup) && !existsSync(layout.journal)) return
  using markers = createMarkers(layout.dedup, clock)
  await recoverAll({ ...deps, layout, markers })
  let count = 0
  for (const above of [layout.webhooks, layout.messages])
    for (const name of await foldersIn(above))
      for (const state of MOVED) count += await moveEvents(deps, name, state)
  await moveMarks(deps, layout.dedup)
  await deleteFolderImport(hubFolder)
  for (const folder of [layout.dedup, layout.journal]) await rm(folder, { recursive: true, force: true })
  if (count > 0) deps.events.eventsMovedIn({ count })
}

const foldersIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
}

const MAX_BATCH_EVENTS = 50

async function moveEvents(
  { hub, hubFolder, store, clock, events }: MoveInboxInDeps,
  name: string,
  state: EventState,
): Promise<number> {
  const stored = storedEvents(hubFolder, name, clock)
  let count = 0
  for (const some of portions(await stored.list(state), MAX_BATCH_EVENTS)) {
    const rows: Insertable<Tables['inbox_events']>[] = []
    for (const event of some) {
      const content = await stored.read(state, event)
      if (content === null) continue // another process moved the event first
      if (isText(content))
        rows.push({
          hub,
          inbox: name,
          event,
          state,
          unmatched: 0,
          size: content.byteLength,
          content: content.toString(),
        })
      else events.eventNotMoved({ file: stored.fileOf(state, event)! })
    }
    if (rows.length === 0) continue
    await store.transaction(async (tx) => {
      await lockInboxes(tx, hub, [name])
      await tx
        .insertInto('inbox_events')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['hub', 'inbox', 'event']).doNothing())
        .execute()
    })
    await stored.remove(
      state,
      rows.map(({ event }) => event),
    )
    count += rows.length
  }
  return count
}

/** A text column cannot store all bytes, and people may put any file into the folder of an inbox. */
const isText = (content: Buffer): boolean => isUtf8(content) && !content.includes(0)

async function moveMarks({ hub, store }: MoveInboxInDeps, dedup: string): Promise<void> {
  for (const within of await foldersIn(dedup)) {
    const folder = join(dedup, within)
    const marks = new Map<string, EpochMs | null>()
    for (const file of await readdir(folder).catch(() => [])) {
      const content = await readFile(join(folder, file)).catch(() => null)
      for (const mark of content ? marksIn(content, within) : []) marks.set(mark, endOf(within))
    }
    for (const some of portions([...marks], 5_000))
      await store.transaction((tx) => insertMarks(tx, hub, new Map(some)))
  }
}

const endOf = (within: string): EpochMs | null =>
  within.startsWith('window-') ? (Number(within.slice('window-'.length)) + 2) * WINDOW_MS : null
