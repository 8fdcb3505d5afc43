import type { Kysely, Selectable, Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { AccountStatus, SignInMethod } from './schema.ts'
import { nameOrder } from './name-order.ts'
import { endingsOf } from './search-words.ts'

export type PersonRow = Selectable<Tables['people']>

/** `account` is null for a deleted account. */
export interface ObservedAccount {
  account: ClientAccount | null
  isPrimary?: boolean
  chosenSignIn?: SignInMethod
}

interface PolicyFacts {
  hasGrants: boolean
  isBlocked: boolean
  observedAt: EpochMs | null
}

export function readPersonRow(
  subject: string,
  old: PersonRow | undefined,
  observed: ObservedAccount | null,
  { hasGrants, isBlocked, observedAt }: PolicyFacts,
): PersonRow | null {
  const known: PersonRow = { ...(old ?? EMPTY_ROW), subject, ...(observed && accountColumns(old, observed)) }
  if (observedAt !== null) known.mirrored_at_ms = observedAt
  if (known.account_id === null && !hasGrants && !isBlocked) return null
  return { ...known, name_order: nameOrder(subject, known.name), status: statusOf(known, isBlocked) }
}

const accountColumns = (old: PersonRow | undefined, observed: ObservedAccount): Partial<PersonRow> => {
  const { account, isPrimary, chosenSignIn } = observed
  if (account === null) {
    const { subject: _, mirrored_at_ms: __, ...none } = EMPTY_ROW
    return none
  }
  const chosen_sign_in = chosenSignIn ?? old?.chosen_sign_in ?? null
  return {
    account_id: account.id,
    name: account.name,
    role: account.role === 'admin' ? 'admin' : 'user',
    is_pending: account.role === 'pending' ? 1 : 0,
    chosen_sign_in,
    sign_in: chosen_sign_in ?? account.signIn,
    is_primary: (isPrimary ?? old?.is_primary === 1) ? 1 : 0,
    created_at: account.createdAt,
    last_active_at: account.lastActiveAt,
  }
}

const statusOf = ({ account_id, is_pending }: PersonRow, isBlocked: boolean): AccountStatus => {
  if (isBlocked) return 'blocked'
  if (account_id === null) return 'unknown'
  return is_pending ? 'pending' : 'active'
}

const EMPTY_ROW: PersonRow = {
  subject: '',
  account_id: null,
  name: null,
  name_order: '',
  role: null,
  status: 'unknown',
  sign_in: null,
  chosen_sign_in: null,
  is_primary: 0,
  is_pending: 0,
  created_at: null,
  last_active_at: null,
  mirrored_at_ms: 0,
}

export async function replaceWords(
  tx: Transaction<Tables>,
  named: readonly (readonly [string, string | null])[],
  existed: ReadonlySet<string>,
): Promise<void> {
  const replaced = named.map(([subject]) => subject).filter((subject) => existed.has(subject))
  if (replaced.length > 0) await tx.deleteFrom('people_words').where('subject', 'in', replaced).execute()
  const rows = named.flatMap(([subject, name]) =>
    name === null ? [] : endingsOf(subject, name).map((word) => ({ word, subject })),
  )
  await insertWords(tx, rows)
}

const insertWords = createBulkInsert((tx, rows: readonly { word: string; subject: string }[]) =>
  tx.insertInto('people_words').values([...rows]),
)

export async function countWithRole(db: Kysely<Tables>): Promise<number> {
  const { total } = await db
    .selectFrom('people_counts')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('count'), eb.lit(0)).as('total'))
    .where('role', '!=', '')
    .executeTakeFirstOrThrow()
  return total
}

export async function adjustCounts(
  tx: Transaction<Tables>,
  changes: readonly (readonly [PersonRow | undefined, PersonRow | null])[],
): Promise<void> {
  const deltas = new Map<string, { status: string; role: string; by: number }>()
  const add = (person: PersonRow | null | undefined, by: number) => {
    if (!person) return
    const { status } = person
    const role = person.role ?? ''
    const key = `${status} ${role}`
    const delta = deltas.get(key) ?? { status, role, by: 0 }
    deltas.set(key, { ...delta, by: delta.by + by })
  }
  for (const [before, after] of changes) {
    add(before, -1)
    add(after, 1)
  }
  for (const { status, role, by } of deltas.values())
    if (by !== 0)
      await tx
        .insertInto('people_counts')
        .values({ status, role, count: by })
        .onConflict((conflict) =>
          conflict
            .columns(['status', 'role'])
            .doUpdateSet((eb) => ({ count: eb('people_counts.count', '+', by) })),
        )
        .execute()
}
