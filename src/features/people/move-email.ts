import { sql, type Transaction } from 'kysely'
import { noteMark } from '#core/agent/memory/memory.ts'
import { moveSubject } from '#core/access/move-subject.ts'
import type { Actor } from '#core/access/change.ts'
import type { RecordChanges } from '#core/access/write.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'

export interface PersonEmailMove {
  accountId: string
  from: string
  to: string
  /** Null if the service itself moves the e-mail. */
  by: { provider: string } | { administrator: string } | null
}

interface Kept {
  table: keyof Tables
  column: string
  /**
   * Columns that identify a row together with the e-mail. If both the old and the new e-mail have a row, the row of
   * the new e-mail stays.
   */
  key?: readonly string[]
  where?: { column: string; value: (move: PersonEmailMove) => string }
  of?: (email: string) => string
}

const ofAccount = (column: string) => ({ column, value: ({ accountId }: PersonEmailMove) => accountId })

/** Historical records (usage, tool decisions, messages, sign-ins) keep the old e-mail. */
const TABLES_BY_EMAIL: readonly Kept[] = [
  {
    table: 'budgets',
    column: 'subject',
    key: ['hub', 'source', 'scope', 'period', 'unit'],
    where: { column: 'scope', value: () => 'person' },
  },
  { table: 'chat_scopes', column: 'owner' },
  { table: 'stored_responses', column: 'owner' },
  { table: 'memory_notes', column: 'person', of: noteMark },
  { table: 'memory_people', column: 'person', key: ['hub'], of: noteMark },
  { table: 'artifacts', column: 'owner', where: ofAccount('owner_id') },
  { table: 'artifact_people', column: 'email', key: ['artifact_id'] },
  { table: 'connection_journeys', column: 'email', where: ofAccount('user_id') },
  { table: 'connection_uses', column: 'email', key: ['provider', 'hub'] },
  { table: 'notice_settings', column: 'email', key: [] },
  { table: 'notice_ways', column: 'email' },
  { table: 'notice_items', column: 'email', key: ['item'] },
  { table: 'notice_letters', column: 'email' },
  { table: 'account_links', column: 'created_by' },
  { table: 'mcp_connections', column: 'email', key: ['hub', 'key_name', 'client'] },
]

export const emailMovesBy =
  (deps: { clock: Pick<Clock, 'now'>; recordChanges: RecordChanges }) =>
  async (tx: Transaction<Tables>, move: PersonEmailMove): Promise<void> => {
    for (const kept of TABLES_BY_EMAIL) await moveRows(tx, kept, move)
    // The subject is moved last, because moving it locks the access changes until the transaction ends.
    await moveSubject(tx, deps, { from: move.from, to: move.to, actor: actorOf(move) })
  }

const actorOf = ({ by }: PersonEmailMove): Actor =>
  by !== null && 'administrator' in by ? { subject: by.administrator } : { system: 'sign-in' }

async function moveRows(tx: Transaction<Tables>, kept: Kept, move: PersonEmailMove): Promise<void> {
  const { table, column, key, where, of = (email: string) => email } = kept
  const [from, to] = [of(move.from), of(move.to)]
  const [at, own] = [sql.table(table), sql.ref(column)]
  const meant = where ? sql`and ${sql.ref(where.column)} = ${where.value(move)}` : sql``
  if (key) {
    const same = [
      sql`there.${own} = ${to}`,
      ...key.map((name) => sql`there.${sql.ref(name)} = ${sql.ref(`${table}.${name}`)}`),
    ]
    await sql`
      delete from ${at} where ${own} = ${from} ${meant} and exists (
        select 1 from ${at} as there where ${sql.join(same, sql` and `)})`.execute(tx)
  }
  await sql`update ${at} set ${own} = ${to} where ${own} = ${from} ${meant}`.execute(tx)
}
