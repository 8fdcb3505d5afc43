import { sql, type Kysely, type Transaction } from 'kysely'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Artifact } from './artifact.ts'
import { refusedAs, type ArtifactRefusal } from './refusal.ts'

export interface QuotaDeps {
  store: Pick<Store, 'db' | 'kind'>
  /** Maximum total size of all kept versions of one person's artifacts, in bytes. */
  bytesPerPerson: number
}

export type Owner = Pick<Artifact, 'owner' | 'ownerId'>

/** Each kept version counts, even if its contents equal those of another version. */
export function createQuota({ store, bytesPerPerson }: QuotaDeps) {
  const exceeded = async (
    db: Kysely<Tables>,
    owner: Owner,
    hub: string,
  ): Promise<Result<never, ArtifactRefusal>> => {
    const largest = (await largestOf(db, owner, hub)).map(
      ({ title, bytes }) => `“${title}” (${formatBytes(bytes)})`,
    )
    const advice = largest.length > 0 ? ` The largest in this Hub: ${largest.join(', ')}.` : ''
    const bound = `Your artifacts may use ${formatBytes(bytesPerPerson)} in total, with all versions`
    return refusedAs(
      'too_large',
      `${bound}, and this file would exceed it. Delete artifacts you no longer need.${advice}`,
    )
  }
  return {
    async checkAnyLeft(owner: Owner, hub: string): Promise<Result<true, ArtifactRefusal>> {
      return (await usedBy(store.db, owner)) < bytesPerPerson
        ? accepted(true)
        : exceeded(store.db, owner, hub)
    },

    /**
     * Serializes the publications of one owner until the transaction ends. To prevent deadlocks, take this lock before
     * locks on artifacts and bytes.
     */
    async lock(tx: Transaction<Tables>, { ownerId }: Pick<Owner, 'ownerId'>): Promise<void> {
      // A SQLite transaction already locks the whole database.
      if (store.kind === 'postgres')
        await sql`select pg_advisory_xact_lock(${sql.lit(LOCK_CLASS)}, hashtext(${ownerId}))`.execute(tx)
    },

    /** Refusal: `too_large`. The check is final only in a transaction that called `lock`. */
    async check(
      db: Kysely<Tables>,
      owner: Owner,
      hub: string,
      bytes: number,
    ): Promise<Result<true, ArtifactRefusal>> {
      return (await usedBy(db, owner)) + bytes <= bytesPerPerson ? accepted(true) : exceeded(db, owner, hub)
    },
  }
}

/** Class of Postgres advisory locks that no other code of the Hub uses. */
const LOCK_CLASS = 0x61727466

export async function usedBy(db: Kysely<Tables>, { owner, ownerId }: Owner): Promise<number> {
  const { bytes } = await db
    .selectFrom('artifacts')
    .innerJoin('artifact_versions', 'artifact_versions.artifact_id', 'artifacts.id')
    .where('artifacts.owner', '=', owner)
    .where('artifacts.owner_id', '=', ownerId)
    .select((eb) => eb.fn.sum<number | string | null>('artifact_versions.size').as('bytes'))
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}

/**
 * Returns only artifacts of one Hub. The refusal names them, and an agent may quote the refusal in an answer, which
 * must not disclose artifacts of other Hubs.
 */
async function largestOf(
  db: Kysely<Tables>,
  { owner, ownerId }: Owner,
  hub: string,
): Promise<{ title: string; bytes: number }[]> {
  const rows = await db
    .selectFrom('artifacts')
    .innerJoin('artifact_versions', 'artifact_versions.artifact_id', 'artifacts.id')
    .where('artifacts.owner', '=', owner)
    .where('artifacts.owner_id', '=', ownerId)
    .where('artifacts.hub', '=', hub)
    .groupBy(['artifacts.id', 'artifacts.title'])
    .select((eb) => ['artifacts.title', eb.fn.sum<number | string>('artifact_versions.size').as('bytes')])
    .orderBy('bytes', 'desc')
    .limit(3)
    .execute()
  return rows.map(({ title, bytes }) => ({ title, bytes: Number(bytes) }))
}

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

const formatBytes = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${UNITS[power]}`
}
