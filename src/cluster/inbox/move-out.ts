import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { openFolderImport, type Arrival, type FolderImport } from './folder-import.ts'
import { isEventName } from '#core/inbox/event-name.ts'
import { ensureFolders, inboxesLayout, layoutOf } from '#core/inbox/layout.ts'
import { createMarkers, type Markers } from '#core/inbox/markers/markers.ts'
import { portions } from '#ground/base/portions.ts'
import { eventsOf, type InboxRef } from './rows.ts'

export interface MoveInboxOutDeps {
  hub: string
  hubFolder: string
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  isDry: boolean
  /** True to read each written file again before its row is deleted. */
  verifies: boolean
}

/** `there`: the file of the event exists already. `in_the_way`: another file has the event's name. */
export interface MovedEvent extends Arrival {
  size: number
  result: 'moved' | 'there' | 'in_the_way'
}

export class MovedFileDiffers extends Error {
  constructor({ inbox, event }: Arrival) {
    super(`the event ${event} of ${inbox} differs when it is read back: check the disk`)
    this.name = 'MovedFileDiffers'
  }
}

/**
 * The inboxes must not be in use. Rows are deleted only after all files are durable, and only if no other file has an
 * event's name. A repeated call completes an interrupted move.
 *
 * @returns Number of moved markers; null when the database still has all data. @throws MovedFileDiffers
 */
export async function* moveOut(deps: MoveInboxOutDeps): AsyncGenerator<MovedEvent, number | null> {
  const { hub, hubFolder, store, clock, isDry, verifies } = deps
  const folderImport = openFolderImport(hubFolder)
  const names = await namesIn(store.db, hub)
  if (!isDry) await folderImport.begin()
  let isWhole = true
  const written = new Map<string, string[]>(names.map((name) => [name, []]))
  for (const inbox of names)
    for await (const { content, ...arrival } of eventsIn(store.db, hub, inbox)) {
      const result = isEventName(arrival.event)
        ? RESULTS[await folderImport.find(arrival, content)]
        : 'in_the_way'
      if (result === 'in_the_way') isWhole = false
      if (result === 'moved' && !isDry) folderImport.write(arrival, content)
      if (arrival.unmatched && !isDry) await folderImport.markUnmatched(arrival)
      written.get(inbox)!.push(arrival.event)
      yield { ...arrival, size: content.byteLength, result }
    }
  if (isDry || !isWhole) return null
  await folderImport.placeFiles()
  for (const name of names) ensureFolders(...layoutOf(hubFolder, name).chain)
  using markers = createMarkers(inboxesLayout(hubFolder).dedup, clock)
  const marks = await copyMarks(deps, markers)
  await folderImport.sync()
  if (verifies) for (const inbox of names) await readBack(deps, folderImport, inbox)
  for (const [inbox, events] of written) await removeEvents(store.db, { hub, name: inbox }, events)
  await removeMarks(deps, markers)
  await folderImport.finish()
  return marks
}

const RESULTS = { none: 'moved', same: 'there', other: 'in_the_way' } as const

async function namesIn(db: Store['db'], hub: string): Promise<string[]> {
  const rows = await db.selectFrom('inboxes').select('name').where('hub', '=', hub).orderBy('name').execute()
  return rows.map(({ name }) => name)
}

const PAGE_ROWS = 500
const MAX_BATCH_BYTES = 8 * 1024 * 1024

async function* eventsIn(
  db: Store['db'],
  hub: string,
  inbox: string,
): AsyncGenerator<Arrival & { content: Buffer }> {
  const ref = { hub, name: inbox }
  for (let after = ''; ;) {
    const facts = await eventsOf(db, ref)
      .where('event', '>', after)
      .orderBy('event')
      .select(['event', 'size'])
      .limit(PAGE_ROWS)
      .execute()
    if (facts.length === 0) return
    for (const some of batches(facts)) {
      const rows = await eventsOf(db, ref)
        .where('event', 'in', some)
        .orderBy('event')
        .select(['event', 'state', 'unmatched', 'content'])
        .execute()
      for (const { event, state, unmatched, content } of rows)
        yield { inbox, event, state, unmatched: unmatched === 1, content: Buffer.from(content) }
    }
    after = facts.at(-1)!.event
  }
}

function batches(facts: readonly { event: string; size: number }[]): string[][] {
  const all: string[][] = []
  let bytes = Infinity
  for (const { event, size } of facts) {
    if (bytes + size > MAX_BATCH_BYTES) {
      all.push([])
      bytes = 0
    }
    bytes += size
    all.at(-1)!.push(event)
  }
  return all
}

async function copyMarks({ hub, store, clock }: MoveInboxOutDeps, markers: Markers): Promise<number> {
  await markers.open()
  let count = 0
  const now = clock.now()
  for await (const marks of marksIn(store.db, hub)) {
    const valid = marks.filter((one) => !isExpired(one, now))
    markers.add(valid.map(({ mark }) => mark))
    markers.write()
    count += valid.length
  }
  return count
}

async function* marksIn(db: Store['db'], hub: string) {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('inbox_marks')
      .select(['mark', 'until_ms'])
      .where('hub', '=', hub)
      .where('mark', '>', after)
      .orderBy('mark')
      .limit(PAGE_ROWS)
      .execute()
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.mark
  }
}

async function readBack(
  { hub, store }: MoveInboxOutDeps,
  folderImport: FolderImport,
  inbox: string,
): Promise<void> {
  for await (const { content, ...arrival } of eventsIn(store.db, hub, inbox))
    if ((await folderImport.find(arrival, content)) !== 'same') throw new MovedFileDiffers(arrival)
}

/** Removes only `events`, because other events may have arrived since they were listed. */
async function removeEvents(db: Store['db'], ref: InboxRef, events: readonly string[]): Promise<void> {
  const { hub, name } = ref
  for (const some of portions(events))
    await db
      .deleteFrom('inbox_events')
      .where('hub', '=', hub)
      .where('inbox', '=', name)
      .where('event', 'in', some)
      .execute()
  if ((await eventsOf(db, ref).select('event').limit(1).executeTakeFirst()) !== undefined) return
  await db.deleteFrom('inboxes').where('hub', '=', hub).where('name', '=', name).execute()
}

async function removeMarks({ hub, store: { db }, clock }: MoveInboxOutDeps, markers: Markers): Promise<void> {
  const now = clock.now()
  for await (const marks of marksIn(db, hub)) {
    const deletable = marks.filter((one) => isExpired(one, now) || markers.isMarked({ seen: [one.mark] }))
    if (deletable.length === 0) continue
    await db
      .deleteFrom('inbox_marks')
      .where('hub', '=', hub)
      .where(
        'mark',
        'in',
        deletable.map(({ mark }) => mark),
      )
      .execute()
  }
}

const isExpired = ({ until_ms: until }: { until_ms: number | null }, now: EpochMs): boolean =>
  until !== null && until < now
