import { sql } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { InstancesAtWork, StoreMoving } from '#ground/store/errors.ts'
import { SILENT_MS } from '#ground/store/instance-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { InstanceFacts, Moving } from './facts.ts'

interface MovesDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
}

const MOVING = 'moving'

export const movingColumns = (moves: Moving | undefined) => ({
  inbox: moves === 'inbox' ? MOVING : null,
  chats: moves === 'chats' ? MOVING : null,
})

export const IS_SERVING = sql<boolean>`coalesce(inbox, chats, '') <> ${sql.lit(MOVING)}`

interface MovingRow {
  inbox: string | null
  chats: string | null
}

export const movedBy = ({ inbox, chats }: MovingRow): Moving | null =>
  inbox === MOVING ? 'inbox' : chats === MOVING ? 'chats' : null

/**
 * The caller must insert the row of its instance first, so that at least one of two concurrent starts finds the
 * other's row.
 * @throws InstancesAtWork, StoreMoving
 */
export async function refuseBesideMoves(
  deps: MovesDeps,
  { id, folder, moves }: Pick<InstanceFacts, 'id' | 'folder' | 'moves'>,
): Promise<void> {
  const others = (await selectAlive(deps)).filter((row) => row.id !== id)
  const moving = others.find((row) => movedBy(row) !== null && row.folder !== folder)
  if (moving) throw new StoreMoving({ instance: moving.name, part: movedBy(moving)! })
  const serving = others.filter((row) => movedBy(row) === null)
  if (moves && serving.length > 0) throw new InstancesAtWork(serving.map(({ name }) => name))
}

const selectAlive = ({ store: { db }, clock }: MovesDeps) =>
  db
    .selectFrom('machines')
    .select(['id', 'name', 'folder', 'inbox', 'chats'])
    .where('ended_at_ms', 'is', null)
    .where('heard_at_ms', '>', clock.now() - SILENT_MS)
    .orderBy('name')
    .execute()
