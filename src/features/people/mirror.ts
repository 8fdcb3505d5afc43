import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { portions } from '#ground/base/portions.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { Store } from '#ground/store/store.ts'
import { countWithRole, type PersonRow, type ObservedAccount } from './person.ts'
import { readProgress, writeProgress } from './progress.ts'
import { rewrite } from './rewrite.ts'

const BATCH_SIZE = 500

export type Mirror = ReturnType<typeof createMirror>

/** A projection of accounts and access changes, which can be rebuilt at any time. */
export function createMirror({ store, clock }: { store: Pick<Store, 'db' | 'transaction'>; clock: Clock }) {
  const applyObserved = async (sightings: ReadonlyMap<string, ObservedAccount>): Promise<number> => {
    let changed = 0
    for (const some of portions([...sightings]))
      changed += await store.transaction((tx) =>
        rewrite(tx, new Map(some.map(([email, sighting]) => [normalEmail(email), sighting])), clock.now()),
      )
    return changed
  }

  return {
    see: applyObserved,

    applyAccount: (account: ClientAccount, more: Omit<ObservedAccount, 'account'> = {}) =>
      applyObserved(new Map([[account.email, { account, ...more }]])),

    catchUp: () => catchUp(store),

    /** Position of the last applied account change; 0 until all accounts were read. */
    followedTo: (): Promise<number> => readProgress(store.db, 'accounts_followed'),

    resetFollowed: () => writeProgress(store.db, 'accounts_followed', 0),

    follow: (page: Followed): Promise<number | null> => follow(store, page, clock.now()),

    withAccountIds: (accountIds: readonly string[]) => holding(store.db, accountIds),

    withAccount: () =>
      store.db
        .selectFrom('people')
        .select(['subject', 'account_id', 'mirrored_at_ms'])
        .where('account_id', 'is not', null)
        .execute(),

    countAccounts: () => countWithRole(store.db),

    isComplete: async (): Promise<boolean> =>
      (await readProgress(store.db, 'refreshed_at_ms')) !== 0 &&
      (await readProgress(store.db, 'accounts_behind')) === 0,

    async find(subject: string): Promise<PersonRow | null> {
      const row = await store.db
        .selectFrom('people')
        .selectAll()
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row ?? null
    },

    accountIds: (subjects: readonly string[]) => accountIds(store.db, subjects),

    refreshedAt: async (): Promise<EpochMs | null> =>
      (await readProgress(store.db, 'refreshed_at_ms')) || null,
    setRefreshedAt: (at: EpochMs) => writeProgress(store.db, 'refreshed_at_ms', at),
  }
}

interface Followed {
  expected: number
  to: number
  isBehind: boolean
  sightings: ReadonlyMap<string, ObservedAccount>
}

async function catchUp(store: Pick<Store, 'db' | 'transaction'>): Promise<void> {
  while (await isBehind(store.db))
    await store.transaction(async (tx) => {
      const done = await readProgress(tx, 'projected_change', { lock: true })
      const rows = await tx
        .selectFrom('access_changes')
        .select(['seq', 'subject'])
        .where('seq', '>', done)
        .orderBy('seq')
        .limit(BATCH_SIZE)
        .execute()
      if (rows.length === 0) return
      const subjects = rows.flatMap(({ subject }) => (subject === null || subject === '*' ? [] : [subject]))
      await rewrite(tx, new Map(subjects.map((subject) => [subject, null])), null)
      await writeProgress(tx, 'projected_change', rows.at(-1)!.seq)
    })
}

const isBehind = async (db: Store['db']): Promise<boolean> => {
  const head = await db
    .selectFrom('audit_heads')
    .select('count')
    .where('ledger', '=', 'access_changes')
    .executeTakeFirstOrThrow()
  return head.count > (await readProgress(db, 'projected_change'))
}

const follow = (
  store: Pick<Store, 'transaction'>,
  { expected, to, isBehind, sightings }: Followed,
  now: EpochMs,
): Promise<number | null> =>
  store.transaction(async (tx) => {
    const known = await readProgress(tx, 'accounts_followed', { lock: true })
    if (known !== expected) return null
    const seen = new Map([...sightings].map(([email, sighting]) => [normalEmail(email), sighting]))
    const changed = await rewrite(tx, seen, now)
    await writeProgress(tx, 'accounts_followed', to)
    await writeProgress(tx, 'accounts_behind', isBehind ? 1 : 0)
    return changed
  })

async function holding(db: Store['db'], ids: readonly string[]): Promise<{ subject: string }[]> {
  const found: { subject: string }[] = []
  for (const some of portions(ids))
    found.push(
      ...(await db
        .selectFrom('people')
        .select('subject')
        .where('account_id', 'in', some)
        .where('account_id', 'is not', null) // lets the query use the partial index, which contains only these rows
        .execute()),
    )
  return found
}

async function accountIds(db: Store['db'], subjects: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const some of portions(subjects)) {
    const rows = await db
      .selectFrom('people')
      .select(['subject', 'account_id'])
      .where('subject', 'in', some)
      .where('account_id', 'is not', null)
      .execute()
    for (const { subject, account_id } of rows) ids.set(subject, account_id!)
  }
  return ids
}
