import { sql, type RawBuilder } from 'kysely'
import { portions } from '#ground/base/portions.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { databaseKind } from '#ground/store/kind.ts'
import type { Store } from '#ground/store/store.ts'
import { readChatModel, withoutExtra, type ListedChat } from './chat.ts'

type Reading = Pick<Store, 'db' | 'slowReads'>

const CHATS_PER_QUERY = 100
/** The database parses larger fields, because parsing them here would block the event loop. */
const MAX_PARSED_BYTES = 4096
const MAX_MODEL_CHARS = 1000

export async function listedChats(store: Reading, ids: readonly string[]): Promise<ListedChat[]> {
  const found = new Map<string, ListedChat>()
  for (const portion of portions(ids, CHATS_PER_QUERY))
    for (const row of await readRows(store, portion)) {
      if (processTurns.isSpent()) await processTurns.nextTurn()
      const model =
        row.extra === null ? await readModel(store, row.id) : readChatModel({ extra: JSON.parse(row.extra) })
      found.set(row.id, { ...withoutExtra(row), model })
    }
  return ids.flatMap((id) => found.get(id) ?? [])
}

const readRows = ({ db }: Reading, ids: readonly string[]) =>
  db
    .selectFrom('chatapp_chats')
    .select([...COLUMNS, PARSED.as('extra')])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()

const COLUMNS = [
  'id',
  'user_id',
  'title',
  'current_message_id',
  'pinned',
  'archived',
  'folder_id',
  'share_id',
  'turn_epoch',
  'created_at',
  'updated_at',
  'deleted_at',
] as const
const PARSED = sql<
  string | null
>`case when octet_length(extra) <= ${sql.lit(MAX_PARSED_BYTES)} then extra end`

async function readModel({ slowReads: aside }: Reading, id: string): Promise<string | null> {
  const row = await aside
    .selectFrom('chatapp_chats')
    .select(FIRST_MODEL[databaseKind(aside)].as('json'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row?.json || row.json.length > MAX_MODEL_CHARS) return null
  return readChatModel({ extra: { models: [JSON.parse(row.json)] } })
}

/** Replaces the escape of U+0000, because Postgres refuses it in JSON texts. */
const FIRST_MODEL: Readonly<Record<Store['kind'], RawBuilder<string | null>>> = {
  sqlite: firstChars(sql`extra -> '$.models[0]'`),
  postgres: firstChars(sql`(replace(extra, '\\u0000', '\\u0001')::json -> 'models' -> 0)::text`),
}

function firstChars(json: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`substr(${json}, 1, ${sql.lit(MAX_MODEL_CHARS + 1)})`
}
