import { sql, type Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { StoredMessage } from './message.ts'
import type { MessageRole, MessageState } from './schema.ts'

type Db = Kysely<Tables>

export type OutlineMessage = Pick<StoredMessage, 'id' | 'parentId' | 'role' | 'state'>

const COLUMNS = ['id', 'parent_id', 'role', 'state'] as const

const outlined = (row: {
  id: string
  parent_id: string | null
  role: string
  state: string
}): OutlineMessage => ({
  id: row.id,
  parentId: row.parent_id,
  role: row.role as MessageRole,
  state: row.state as MessageState,
})

const inOrder = (db: Db, chatId: string) =>
  db
    .selectFrom('chatapp_messages')
    .select(COLUMNS)
    .where('chat_id', '=', chatId)
    .orderBy('position')
    .orderBy('id')

/** A condition that is always true and makes the database use the index on `position`. */
export const BY_POSITION_INDEX = sql<boolean>`position >= 0`

export const outlineOf = (db: Db, chatId: string): Promise<Pick<OutlineMessage, 'id' | 'parentId'>[]> =>
  db
    .selectFrom('chatapp_messages')
    .select(['id', 'parent_id as parentId'])
    .where('chat_id', '=', chatId)
    .where(BY_POSITION_INDEX)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const runningIn = async (db: Db, chatId: string): Promise<OutlineMessage[]> =>
  (await inOrder(db, chatId).where('state', '=', sql.lit('running')).execute()).map(outlined)

export async function outlineOfOne(db: Db, chatId: string, id: string): Promise<OutlineMessage | null> {
  const row = await inOrder(db, chatId).where('id', '=', id).executeTakeFirst()
  return row ? outlined(row) : null
}

export async function childrenIn(
  db: Db,
  chatId: string,
  parents: readonly (string | null)[],
): Promise<OutlineMessage[]> {
  const ids = parents.filter((id) => id !== null)
  // Two queries, because SQLite would scan the whole chat for one query with both conditions.
  const first = parents.includes(null) ? inOrder(db, chatId).where('parent_id', 'is', null).execute() : []
  const others = ids.length > 0 ? inOrder(db, chatId).where('parent_id', 'in', ids).execute() : []
  return [...(await first), ...(await others)].map(outlined)
}

/** If a client stored a cycle, its messages repeat up to `limit`. */
export async function aboveAndWith(
  db: Db,
  chatId: string,
  id: string,
  limit: number,
): Promise<OutlineMessage[]> {
  const rows = await db
    .withRecursive('above(id, parent_id, role, state, steps)', (made) =>
      made
        .selectFrom('chatapp_messages')
        .select([...COLUMNS, sql<number>`1`.as('steps')])
        .where('chat_id', '=', chatId)
        .where('id', '=', id)
        .unionAll(
          made
            .selectFrom('above')
            .innerJoin('chatapp_messages as m', 'm.id', 'above.parent_id')
            .select(['m.id', 'm.parent_id', 'm.role', 'm.state', sql<number>`above.steps + 1`.as('steps')])
            .where('m.chat_id', '=', chatId)
            .where('above.steps', '<', limit),
        ),
    )
    .selectFrom('above')
    .select(COLUMNS)
    .orderBy('steps')
    .execute()
  return rows.map(outlined)
}
