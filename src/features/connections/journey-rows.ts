import type { Selectable } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { isOpen, type Journey, type JourneyState, type KnownConnection } from './journey.ts'

const RETENTION_MS = 7 * 24 * 60 * 60_000
const MAX_NEWEST = 200

/** Key of an open journey. There is at most one per person, Hub and provider. */
export type JourneyKey = Pick<Journey, 'hub' | 'email' | 'provider'>

export function createJourneyRows({ db }: Pick<Store, 'db'>) {
  const oneWhere = async (column: 'id' | 'open_key', value: string): Promise<Journey | null> => {
    const row = await db
      .selectFrom('connection_journeys')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst()
    return row ? journeyOf(row) : null
  }
  return {
    find: (id: string) => oneWhere('id', id),
    findOpen: (place: JourneyKey) => oneWhere('open_key', keyOf(place)),

    async add(journey: Journey): Promise<boolean> {
      const added = await db
        .insertInto('connection_journeys')
        .values(rowOf(journey))
        .onConflict((conflict) => conflict.column('open_key').doNothing())
        .executeTakeFirst()
      return Number(added.numInsertedOrUpdatedRows) === 1
    },

    /** Changes the state if it is still `from`. Of several concurrent calls, exactly one succeeds. */
    async move(
      id: string,
      from: JourneyState,
      to: JourneyState,
      { at, before }: { at: EpochMs; before?: KnownConnection | null },
    ): Promise<boolean> {
      const moved = await db
        .updateTable('connection_journeys')
        .set({
          state: to,
          ...(to === 'started' ? { started_at_ms: at, before: before ? JSON.stringify(before) : null } : {}),
          ...(isOpen(to) ? {} : { open_key: null, ended_at_ms: at }),
        })
        .where('id', '=', id)
        .where('state', '=', from)
        .executeTakeFirst()
      return Number(moved.numUpdatedRows) === 1
    },

    async goBackTo(id: string, chatId: string): Promise<void> {
      await db.updateTable('connection_journeys').set({ chat_id: chatId }).where('id', '=', id).execute()
    },

    async widen(id: string, { lack, scopes }: Pick<Journey, 'lack' | 'scopes'>): Promise<void> {
      await db
        .updateTable('connection_journeys')
        .set({ lack, scopes: JSON.stringify(scopes) })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute()
    },

    async newest(email: string): Promise<Journey[]> {
      const rows = await db
        .selectFrom('connection_journeys')
        .selectAll()
        .where('email', '=', email)
        .orderBy('created_at_ms', 'desc')
        .limit(MAX_NEWEST)
        .execute()
      return rows.map(journeyOf)
    },

    async forgetOld(now: EpochMs): Promise<void> {
      await db
        .deleteFrom('connection_journeys')
        .where('expires_at_ms', '<', now - RETENTION_MS)
        .execute()
    },
  }
}

export type JourneyRows = ReturnType<typeof createJourneyRows>

/** Fields are separated by a line break, because no field can contain a line break. */
const keyOf = ({ hub, email, provider }: JourneyKey): string => `${hub ?? ''}\n${email}\n${provider}`

const rowOf = (journey: Journey): Selectable<Tables['connection_journeys']> => ({
  id: journey.id,
  hub: journey.hub ?? '',
  email: journey.email,
  user_id: journey.userId,
  provider: journey.provider,
  name: journey.name,
  tool: journey.tool,
  lack: journey.lack,
  scopes: JSON.stringify(journey.scopes),
  chat_id: journey.chatId,
  state: journey.state,
  open_key: keyOf(journey),
  before: null,
  created_at_ms: journey.createdAt,
  expires_at_ms: journey.expiresAt,
  started_at_ms: journey.startedAt,
  ended_at_ms: journey.endedAt,
})

const journeyOf = (row: Selectable<Tables['connection_journeys']>): Journey => ({
  id: row.id,
  hub: row.hub || null,
  email: row.email,
  userId: row.user_id,
  provider: row.provider,
  name: row.name,
  tool: row.tool,
  lack: row.lack as Journey['lack'],
  scopes: JSON.parse(row.scopes) as string[],
  chatId: row.chat_id,
  state: row.state as JourneyState,
  before: row.before === null ? null : (JSON.parse(row.before) as KnownConnection),
  createdAt: row.created_at_ms,
  expiresAt: row.expires_at_ms,
  startedAt: row.started_at_ms,
  endedAt: row.ended_at_ms,
})
