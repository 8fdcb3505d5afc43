import type { Store } from '#ground/store/store.ts'
import type { RunRef } from '../run.ts'

/** The process that executes a run. Only this process may write the run's results. */
export interface RunHolder extends RunRef {
  owner: string
}

/** Updates the run only while this owner has its lease. */
export const held = (db: Store['db'], { hub, id, owner }: RunHolder) =>
  db
    .updateTable('runs')
    .where('hub', '=', hub)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('lease_owner', '=', owner)

export async function isHeld(db: Store['db'], { hub, id, owner }: RunHolder): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('hub', '=', hub)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where('lease_owner', '=', owner)
    .executeTakeFirst()
  return row !== undefined
}

/** Columns of a run without lease. */
export const FREE = { lease_owner: null, lease_until_ms: null }
