import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { AccountRole, GrantItem, SignInMethod } from './schema.ts'

export type OperationKind = 'create' | 'role' | 'delete'

/** Contains no password. */
export interface RequestedChange {
  role?: AccountRole
  isApproval?: boolean
  grants?: readonly GrantItem[]
  signIn?: SignInMethod
  created?: boolean
  isLetIn?: boolean
}

export interface PersonOperation {
  kind: OperationKind
  subject: string
  wanted: RequestedChange
  startedBy: string
  startedAt: EpochMs
}

export type Operations = ReturnType<typeof createOperations>

/** An operation changes the Hub's access and the account in the web chat. It stays stored until both changes are complete, so that a repeated request can finish it. */
export function createOperations({ store, clock }: { store: Pick<Store, 'db'>; clock: Pick<Clock, 'now'> }) {
  return {
    async begin(
      kind: OperationKind,
      subject: string,
      wanted: RequestedChange,
      startedBy: string,
    ): Promise<void> {
      const row = {
        wanted: JSON.stringify(wanted),
        started_by: startedBy,
        started_at_ms: clock.now(),
      }
      await store.db
        .insertInto('people_operations')
        .values({ kind, subject, ...row })
        .onConflict((conflict) => conflict.columns(['subject', 'kind']).doUpdateSet(row))
        .execute()
    },

    async find(kind: OperationKind, subject: string): Promise<PersonOperation | null> {
      const row = await store.db
        .selectFrom('people_operations')
        .selectAll()
        .where('subject', '=', subject)
        .where('kind', '=', kind)
        .executeTakeFirst()
      return row ? operationOf(row) : null
    },

    async withdraw(kind: OperationKind, subject: string, earlier: PersonOperation | null): Promise<void> {
      if (earlier) await this.begin(kind, subject, earlier.wanted, earlier.startedBy)
      else await end(store.db, subject, [kind])
    },

    async list({ subject }: { subject?: string } = {}): Promise<PersonOperation[]> {
      let query = store.db.selectFrom('people_operations').selectAll()
      if (subject !== undefined) query = query.where('subject', '=', subject)
      const rows = await query
        .orderBy('started_at_ms')
        .orderBy('subject')
        .limit(MAX_LISTED_OPERATIONS)
        .execute()
      return rows.map(operationOf)
    },
  }
}

const MAX_LISTED_OPERATIONS = 200

export const end = async (
  db: Kysely<Tables> | Transaction<Tables>,
  subject: string,
  kinds: readonly OperationKind[],
): Promise<void> =>
  void (await db
    .deleteFrom('people_operations')
    .where('subject', '=', subject)
    .where('kind', 'in', kinds)
    .execute())

const operationOf = (row: Selectable<Tables['people_operations']>): PersonOperation => ({
  kind: row.kind as OperationKind,
  subject: row.subject,
  wanted: JSON.parse(row.wanted) as RequestedChange,
  startedBy: row.started_by,
  startedAt: row.started_at_ms,
})
