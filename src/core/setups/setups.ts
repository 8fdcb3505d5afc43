import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { createSealer } from '#ground/base/sealing.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

export type SetupKind = 'mail' | 'provider' | 'channel'

export interface StoredSetup {
  name: string
  revision: string
  /**
   * Null if the settings cannot be decrypted, because they were sealed with the secrets of another data folder, for
   * example.
   */
  settings: unknown
  changedAt: EpochMs
  changedBy: string
}

export interface SetupWrite {
  kind: SetupKind
  name: string
  /** Revision that the write replaces; null to create the settings. */
  expected: string | null
  at: EpochMs
  by: string
}

export interface SetupsDeps {
  store: Pick<Store, 'db'>
  secret: string
  /** If false, stored settings are not used. */
  isAllowed: boolean
}

export type Setups = ReturnType<typeof createSetups>

/**
 * Settings that administrators store in the Console. Each use reads them from the store, so a change takes effect in
 * all processes without a restart.
 */
export function createSetups({ store, secret, isAllowed }: SetupsDeps) {
  const sealer = createSealer(secret, 'stored setups')
  const placeOf = (kind: string, name: string) => `${kind} ${name}`
  return {
    async list(kind: SetupKind): Promise<StoredSetup[]> {
      if (!isAllowed) return []
      const rows = await store.db
        .selectFrom('stored_setups')
        .selectAll()
        .where('kind', '=', kind)
        .orderBy('name')
        .execute()
      return rows.map(({ name, revision, settings, changed_at_ms: changedAt, changed_by: changedBy }) => {
        const opened = sealer.open(settings, placeOf(kind, name))
        return {
          name,
          revision,
          settings: opened === null ? null : (JSON.parse(opened) as unknown),
          changedAt,
          changedBy,
        }
      })
    },

    /** False, and nothing is written, if the stored revision is not the expected one. */
    async write(
      tx: Transaction<Tables>,
      { kind, name, expected, at, by }: SetupWrite,
      settings: object,
    ): Promise<boolean> {
      const row = {
        revision: newId(),
        settings: sealer.seal(JSON.stringify(settings), placeOf(kind, name)),
        changed_at_ms: at,
        changed_by: by,
      }
      if (expected === null) {
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('stored_setups')
          .values({ kind, name, ...row })
          .onConflict((conflict) => conflict.columns(['kind', 'name']).doNothing())
          .executeTakeFirst()
        return Number(numInsertedOrUpdatedRows) > 0
      }
      const { numUpdatedRows } = await tx
        .updateTable('stored_setups')
        .set(row)
        .where('kind', '=', kind)
        .where('name', '=', name)
        .where('revision', '=', expected)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },

    /** Names of stored settings. Another transaction cannot remove them until this one ends. */
    async lock(tx: Transaction<Tables>, kind: SetupKind): Promise<string[]> {
      const rows = await tx
        .selectFrom('stored_setups')
        .select('name')
        .where('kind', '=', kind)
        .orderBy('name')
        .forUpdate()
        .execute()
      return rows.map(({ name }) => name)
    },

    async remove(
      tx: Transaction<Tables>,
      { kind, name, expected }: Pick<SetupWrite, 'kind' | 'name' | 'expected'>,
    ): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('stored_setups')
        .where('kind', '=', kind)
        .where('name', '=', name)
        .where('revision', '=', expected ?? '')
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}
