import type { Store } from '#ground/store/store.ts'
import type { RunRef } from '../run.ts'

/** Only the process that executes a run may write its results. */
export interface RunHolder extends RunRef {
  owner: string
}

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

export const FREE = { lease_owner: null, lease_until_ms: null }
