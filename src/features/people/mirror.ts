import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { Account } from '#ground/identity/chatapp-client/account.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { adjustCounts, personOf, replaceWords, type Person, type Sighting } from './person.ts'
import { readProgress, writeProgress } from './progress.ts'
import { adjustSample } from './sample.ts'

export type Mirror = ReturnType<typeof createMirror>

const AT_ONCE = 500

/**
 * The table that lists of people are read from: a projection of two sources, the accounts of the web chat as last seen
 * and the ledger of access changes. It may be made anew from them at any time.
 */
export function createMirror({ store, clock }: { store: Pick<Store, 'db' | 'transaction'>; clock: Clock }) {
  /** Write what was seen of accounts. @returns How many people changed. */
  const see = async (sightings: ReadonlyMap<string, Sighting>): Promise<number> => {
    let changed = 0
    for (const some of portions([...sightings]))
      changed += await store.transaction((tx) =>
        rewrite(tx, new Map(some.map(([email, sighting]) => [normalEmail(email), sighting])), clock.now()),
      )
    return changed
  }

  return {
    see,

    seeAccount: (account: Account, more: Omit<Sighting, 'account'> = {}) =>
      see(new Map([[account.email, { account, ...more }]])),

    /** Follow the ledger of access changes to its end. One indexed read when nothing is new. */
    async catchUp(): Promise<void> {
      while (await isBehind(store.db))
        await store.transaction(async (tx) => {
          const done = await readProgress(tx, 'projected_change', { lock: true })
          const rows = await tx
            .selectFrom('access_changes')
            .select(['seq', 'subject'])
            .where('seq', '>', done)
            .orderBy('seq')
            .limit(AT_ONCE)
            .execute()
          if (rows.length === 0) return
          const subjects = rows.flatMap(({ subject }) =>
            subject === null || subject === '*' ? [] : [subject],
          )
          await rewrite(tx, new Map(subjects.map((subject) => [subject, null])), null)
          await writeProgress(tx, 'projected_change', rows.at(-1)!.seq)
        })
    },

    /** Subjects of accounts that nobody saw change since a moment. */
    async subjectsWithAccount({ seenBefore }: { seenBefore: EpochMs }): Promise<string[]> {
      const rows = await store.db
        .selectFrom('people')
        .select('subject')
        .where('account_id', 'is not', null)
        .where('mirrored_at_ms', '<', seenBefore)
        .execute()
      return rows.map(({ subject }) => subject)
    },

    async find(subject: string): Promise<Person | null> {
      const row = await store.db
        .selectFrom('people')
        .selectAll()
        .where('subject', '=', subject)
        .executeTakeFirst()
      return row ?? null
    },

    /** Ids of accounts, by subject. */
    async accountIds(subjects: readonly string[]): Promise<Map<string, string>> {
      const ids = new Map<string, string>()
      for (const some of portions(subjects)) {
        const rows = await store.db
          .selectFrom('people')
          .select(['subject', 'account_id'])
          .where('subject', 'in', some)
          .where('account_id', 'is not', null)
          .execute()
        for (const { subject, account_id } of rows) ids.set(subject, account_id!)
      }
      return ids
    },

    refreshedAt: async (): Promise<EpochMs | null> =>
      (await readProgress(store.db, 'refreshed_at_ms')) || null,
    noteRefresh: (at: EpochMs) => writeProgress(store.db, 'refreshed_at_ms', at),
  }
}

const isBehind = async (db: Store['db']): Promise<boolean> => {
  const head = await db
    .selectFrom('audit_heads')
    .select('count')
    .where('ledger', '=', 'access_changes')
    .executeTakeFirstOrThrow()
  return head.count > (await readProgress(db, 'projected_change'))
}

/** Make the rows of these subjects anew. A sighting of null keeps what is known of the account. */
async function rewrite(
  tx: Transaction<Tables>,
  sightings: ReadonlyMap<string, Sighting | null>,
  seenAt: EpochMs | null,
): Promise<number> {
  const subjects = [...sightings.keys()]
  if (subjects.length === 0) return 0
  // Whoever changes people waits here for the others, so that counts stay right.
  await readProgress(tx, 'projected_change', { lock: true })
  const [rows, granted, blocked] = [
    await tx.selectFrom('people').selectAll().where('subject', 'in', subjects).execute(),
    await tx.selectFrom('access_subjects').select('subject').where('subject', 'in', subjects).execute(),
    await tx.selectFrom('access_blocks').select('subject').where('subject', 'in', subjects).execute(),
  ]
  const before = new Map(rows.map((row) => [row.subject, row]))
  const hasGrants = new Set(granted.map(({ subject }) => subject))
  const isBlocked = new Set(blocked.map(({ subject }) => subject))
  const inserted: Person[] = []
  const gone: string[] = []
  const deltas: [Person | undefined, Person | null][] = []
  const words: [string, string | null][] = []
  for (const [subject, sighting] of sightings) {
    const old = before.get(subject)
    const person = personOf(subject, old, sighting, {
      hasGrants: hasGrants.has(subject),
      isBlocked: isBlocked.has(subject),
      seenAt,
    })
    if (!old && person) inserted.push(person)
    else if (old && !person) gone.push(subject)
    else if (old && person && !isSame(old, person))
      await tx.updateTable('people').set(person).where('subject', '=', subject).execute()
    if (!old !== !person || (old && person && old.name !== person.name))
      words.push([subject, person ? (person.name ?? '') : null])
    if (old?.status !== person?.status || old?.role !== person?.role) deltas.push([old, person])
  }
  for (const some of portions(inserted, 50)) await tx.insertInto('people').values(some).execute()
  for (const some of portions(gone)) await tx.deleteFrom('people').where('subject', 'in', some).execute()
  await adjustSample(tx, { added: inserted.map(({ subject }) => subject), gone })
  await replaceWords(tx, words, new Set(before.keys()))
  await adjustCounts(tx, deltas)
  return words.length + deltas.filter(([old, person]) => old && person).length
}

const isSame = (a: Person, b: Person): boolean =>
  (Object.keys(b) as (keyof Person)[]).every(
    (column) => column === 'mirrored_at_ms' || a[column] === b[column],
  )

const portions = <T>(items: readonly T[], size = AT_ONCE): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size))
