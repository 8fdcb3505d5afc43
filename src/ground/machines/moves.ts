import { sql } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { MachinesAtWork, StoreMoving } from '#ground/store/errors.ts'
import { SILENT_MS } from '#ground/store/machine-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { MachineFacts, Moving } from './facts.ts'

interface MovesDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
}

/** What a row says while its machine is a command that moves something. */
const MOVING = 'moving'

export const movingColumns = (moves: Moving | undefined) => ({
  inbox: moves === 'inbox' ? MOVING : null,
  chats: moves === 'chats' ? MOVING : null,
})

/** Of rows, those that are no such command, as a condition. */
export const SERVES = sql<boolean>`coalesce(inbox, chats, '') <> ${sql.lit(MOVING)}`

interface MovingRow {
  inbox: string | null
  chats: string | null
}

export const movedBy = ({ inbox, chats }: MovingRow): Moving | null =>
  inbox === MOVING ? 'inbox' : chats === MOVING ? 'chats' : null

/**
 * See that nobody moves what others serve. A machine that asks has its own row there already: of two that come at once, at least
 * one sees the other. A bridge asks beside the machine that it belongs to. Moves of one data folder are told by its own record,
 * at once after a crash too.
 *
 * @throws MachinesAtWork, StoreMoving
 */
export async function refuseBesideMoves(
  deps: MovesDeps,
  { id, folder, moves }: Pick<MachineFacts, 'id' | 'folder' | 'moves'>,
): Promise<void> {
  const others = (await heardOf(deps)).filter((row) => row.id !== id)
  const moving = others.find((row) => movedBy(row) !== null && row.folder !== folder)
  if (moving) throw new StoreMoving({ machine: moving.name, part: movedBy(moving)! })
  const serving = others.filter((row) => movedBy(row) === null)
  if (moves && serving.length > 0) throw new MachinesAtWork(serving.map(({ name }) => name))
}

const heardOf = ({ store: { db }, clock }: MovesDeps) =>
  db
    .selectFrom('machines')
    .select(['id', 'name', 'folder', 'inbox', 'chats'])
    .where('ended_at_ms', 'is', null)
    .where('heard_at_ms', '>', clock.now() - SILENT_MS)
    .orderBy('name')
    .execute()
