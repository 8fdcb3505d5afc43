import { sql } from 'kysely'
import { nanosecondsOf } from '#core/inbox/event-name.ts'
import type { Db, EventState, StoredEvents } from '#core/inbox/inbox.ts'
import { MAX_EVENT_BYTES } from '#core/inbox/stored-events.ts'
import { eventsOf, type InboxRef } from './rows.ts'

export type KnownNames = Map<EventState, { changed: number; names: readonly string[] }>

type InboxReader = Pick<
  StoredEvents,
  'list' | 'listCached' | 'count' | 'find' | 'read' | 'beginning' | 'unmatched'
>

export function createInboxReader(ref: InboxRef, db: Db, known: KnownNames): InboxReader {
  const inState = (state: EventState) => eventsOf(db, ref).where('state', '=', state)
  const eventRow = (state: EventState, event: string) => inState(state).where('event', '=', event)
  const list = async (state: EventState, limit?: number): Promise<string[]> => {
    const named = inState(state).orderBy('event').select('event')
    const rows = await (limit === undefined ? named : named.limit(limit)).execute()
    return rows.map(({ event }) => event)
  }
  return {
    list,
    async listCached(state) {
      const row = await db
        .selectFrom('inboxes')
        .where('hub', '=', ref.hub)
        .where('name', '=', ref.name)
        .select('changed')
        .executeTakeFirst()
      if (!row) return []
      const last = known.get(state)
      if (last?.changed === row.changed) return last.names
      const names = await list(state)
      known.set(state, { changed: row.changed, names })
      return names
    },
    async count(state) {
      const { events } = await inState(state)
        .select(({ fn }) => fn.countAll<number>().as('events'))
        .executeTakeFirstOrThrow()
      return events
    },
    async find(event) {
      const row = await eventsOf(db, ref).where('event', '=', event).select('state').executeTakeFirst()
      return row?.state ?? null
    },
    async read(state, event, maxBytes = MAX_EVENT_BYTES) {
      const facts = await eventRow(state, event).select('size').executeTakeFirst()
      if (!facts) return null
      if (facts.size > maxBytes) throw new Error(`${event} is larger than ${maxBytes} bytes`)
      const row = await eventRow(state, event).select('content').executeTakeFirst()
      return row ? Buffer.from(row.content) : null
    },
    async beginning(state, event, bytes) {
      const row = await eventRow(state, event)
        .select(['size', sql<string>`substr(content, 1, ${sql.lit(bytes)})`.as('text')])
        .executeTakeFirst()
      const nanoseconds = nanosecondsOf(event)
      return row ? { ...row, writtenAt: nanoseconds === null ? 0 : Number(nanoseconds / 1_000_000n) } : null
    },
    async unmatched() {
      const rows = await inState('processed').where('unmatched', '=', 1).select('event').execute()
      return rows.map(({ event }) => event)
    },
  }
}
