import { sql, type Kysely, type Transaction } from 'kysely'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Artifact } from './artifact.ts'
import { refusedAs, type ArtifactRefusal } from './refusal.ts'

export interface RoomDeps {
  store: Pick<Store, 'db' | 'kind'>
  /** Bytes that the kept versions of one person's artifacts may hold together. */
  bytesPerPerson: number
}

/** Owner of the room. */
export type Owner = Pick<Artifact, 'owner' | 'ownerId'>

/**
 * Storage quota of one person: the sizes of all kept versions, in every Hub, equal bytes counted each time.
 */
export function createRoom({ store, bytesPerPerson }: RoomDeps) {
  const beyond = async (
    db: Kysely<Tables>,
    owner: Owner,
    hub: string,
  ): Promise<Result<never, ArtifactRefusal>> => {
    const largest = (await largestOf(db, owner, hub)).map(
      ({ title, bytes }) => `“${title}” (${shown(bytes)})`,
    )
    const advice = largest.length > 0 ? ` The largest in this Hub: ${largest.join(', ')}.` : ''
    const bound = `Your artifacts may hold ${shown(bytesPerPerson)} with all their versions`
    return refusedAs(
      'too_large',
      `${bound}, and this file would exceed it. Delete artifacts you no longer need.${advice}`,
    )
  }
  return {
    /** Before bytes are taken for a new artifact. Refused `too_large` when nothing at all is left. */
    async demandAny(owner: Owner, hub: string): Promise<Result<true, ArtifactRefusal>> {
      return (await usedBy(store.db, owner)) < bytesPerPerson ? accepted(true) : beyond(store.db, owner, hub)
    },

    /**
     * Locks an owner's room until the transaction ends, which serializes concurrent publications in one name.
     * It must be the first lock of the transaction, before artifacts and bytes, to prevent deadlocks.
     */
    async hold(tx: Transaction<Tables>, { ownerId }: Pick<Owner, 'ownerId'>): Promise<void> {
      // On SQLite the transaction holds the whole store already.
      if (store.kind === 'postgres')
        await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS)}, hashtext(${ownerId}))`.execute(tx)
    },

    /** Refused `too_large` unless so many bytes more fit; for good in a transaction that holds the room. */
    async demand(
      db: Kysely<Tables>,
      owner: Owner,
      hub: string,
      bytes: number,
    ): Promise<Result<true, ArtifactRefusal>> {
      return (await usedBy(db, owner)) + bytes <= bytesPerPerson ? accepted(true) : beyond(db, owner, hub)
    },
  }
}

/** Class of our advisory locks, ours alone in a store. */
const LOCKS = 0x61727466

/** Bytes of a person's artifacts, by an index on the owner. */
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

/** Limited to one Hub, because an agent may repeat the answer and must not disclose other Hubs. */
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

/** Such as `4.2 GiB`. */
const shown = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  return `${Number((bytes / 1024 ** power).toFixed(1))} ${UNITS[power]}`
}
