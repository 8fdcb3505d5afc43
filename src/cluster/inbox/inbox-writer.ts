import type { Clock } from '#ground/base/clock.ts'
import { createEventNames, isEventName } from '#core/inbox/event-name.ts'
import type { Db, EventState, StoredEvents } from '#core/inbox/inbox.ts'
import type { ClaimedFiles } from './claimed-files.ts'
import { portions } from '#ground/base/portions.ts'
import { eventsOf, lockInboxes, type InboxRef } from './rows.ts'

export type InTransaction = <T>(work: (tx: Db) => Promise<T>) => Promise<T>

export interface InboxWriterDeps {
  transaction: InTransaction
  clock: Pick<Clock, 'now'>
  files: Pick<ClaimedFiles, 'remove'>
  read: StoredEvents['read']
  onWaiting(): void
}

type InboxWriter = Pick<StoredEvents, 'move' | 'markUnmatched' | 'replay' | 'remove'>

/** Each call is one transaction that locks the inbox. */
export function createInboxWriter(
  ref: InboxRef,
  { transaction, clock, files, read, onWaiting }: InboxWriterDeps,
): InboxWriter {
  const locked = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
    transaction(async (tx) => {
      await lockInboxes(tx, ref.hub, [ref.name])
      return work(tx)
    })
  const put = async (
    names: readonly string[],
    { from, to, unmatched }: { from: EventState; to: EventState; unmatched: 0 | 1 },
  ): Promise<void> => {
    if (names.length === 0) return
    await locked(async (tx) => {
      for (const some of portions(names))
        await tx
          .updateTable('inbox_events')
          .set({ state: to, unmatched })
          .where('hub', '=', ref.hub)
          .where('inbox', '=', ref.name)
          .where('state', '=', from)
          .where('event', 'in', some)
          .execute()
    })
    if (from === 'pending') await files.remove(names)
    if (to === 'pending') onWaiting()
  }
  return {
    move: (names, from, to) => put(names, { from, to, unmatched: 0 }),
    markUnmatched: (names) => put(names, { from: 'pending', to: 'processed', unmatched: 1 }),
    async replay(state, event) {
      if (!isEventName(event)) throw new TypeError(`“${event}” is not the name of an event file`)
      const content = (await read(state, event))?.toString()
      if (content === undefined) return null
      const made = await locked(async (tx) => {
        const newest = await eventsOf(tx, ref).orderBy('event', 'desc').limit(1).select('event').execute()
        const again = createEventNames([event, ...newest.map((row) => row.event)]).next(clock.now())
        const row = { hub: ref.hub, inbox: ref.name, event: again, state: 'pending' as const, unmatched: 0 }
        await tx
          .insertInto('inbox_events')
          .values({ ...row, size: Buffer.byteLength(content), content })
          .execute()
        return again
      })
      onWaiting()
      return made
    },
    async remove(state, names) {
      if (names.length === 0) return
      await locked(async (tx) => {
        for (const some of portions(names))
          await tx
            .deleteFrom('inbox_events')
            .where('hub', '=', ref.hub)
            .where('inbox', '=', ref.name)
            .where('state', '=', state)
            .where('event', 'in', some)
            .execute()
      })
    },
  }
}
