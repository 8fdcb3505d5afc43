import { sql } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sharedRead } from '#ground/base/shared-read.ts'
import { SILENT_MS } from '#ground/store/instance-tables.ts'
import type { Store } from '#ground/store/store.ts'
import { IS_SERVING } from './moves.ts'

export interface InstanceState {
  id: string
  name: string
  version: string
  startedAt: EpochMs
  lastHeartbeatAt: EpochMs
  /** `silent`: no heartbeat for 30 seconds, and the instance did not record that it ended. */
  state: 'serving' | 'draining' | 'silent'
  hubs: readonly string[]
  versions: Readonly<Record<string, number>>
  turns: number
  runs: number
}

interface InstancesDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
}

export async function readInstances({ store: { db }, clock }: InstancesDeps): Promise<InstanceState[]> {
  const [rows, servers, turns, runs] = await Promise.all([
    db
      .selectFrom('machines')
      .selectAll()
      .where('ended_at_ms', 'is', null)
      .where(IS_SERVING)
      .orderBy('started_at_ms')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('hub_servers')
      .select(['machine_id', 'hub', 'hub_version'])
      .where('machine_id', 'is not', null)
      .distinct()
      .orderBy('hub')
      .execute(),
    db
      .selectFrom('turn_leases')
      .select((row) => ['machine_id', row.fn.countAll<number>().as('count')])
      .groupBy('machine_id')
      .execute(),
    db
      .selectFrom('runs')
      .select((row) => ['machine_id', row.fn.countAll<number>().as('count')])
      .where('status', '=', 'running')
      .groupBy('machine_id')
      .execute(),
  ])
  const silentBefore = clock.now() - SILENT_MS
  const isSilent = (row: (typeof rows)[number]) => row.heard_at_ms <= silentBefore
  const replaced = (row: (typeof rows)[number]) =>
    isSilent(row) &&
    rows.some(({ folder, started_at_ms: at }) => folder === row.folder && at > row.started_at_ms)
  return rows
    .filter((row) => !replaced(row))
    .map((row) => ({
      id: row.id,
      name: row.name,
      version: row.version,
      startedAt: row.started_at_ms,
      lastHeartbeatAt: row.heard_at_ms,
      state: isSilent(row) ? 'silent' : row.draining === 1 ? 'draining' : 'serving',
      ...servedBy(row.id, servers),
      turns: turns.find(({ machine_id }) => machine_id === row.id)?.count ?? 0,
      runs: runs.find(({ machine_id }) => machine_id === row.id)?.count ?? 0,
    }))
}

function servedBy(
  id: string,
  servers: readonly { machine_id: string | null; hub: string; hub_version: number | null }[],
): Pick<InstanceState, 'hubs' | 'versions'> {
  const own = servers.filter(({ machine_id }) => machine_id === id)
  const versions = own.flatMap(({ hub, hub_version }) => (hub_version === null ? [] : [[hub, hub_version]]))
  return { hubs: [...new Set(own.map(({ hub }) => hub))], versions: Object.fromEntries(versions) }
}

/**
 * Drained instances accept no new work.
 * @param named Name or id. Several instances may share a name.
 */
export async function drainInstances({ store, clock }: InstancesDeps, named: string): Promise<string[]> {
  const rows = await store.db
    .updateTable('machines')
    .set({ draining: 1 })
    .where((row) => row.or([row('name', '=', named), row('id', '=', named)]))
    .where('ended_at_ms', 'is', null)
    .where('heard_at_ms', '>', clock.now() - SILENT_MS)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function isDraining({ db }: Pick<Store, 'db'>, id: string): Promise<boolean> {
  const row = await db.selectFrom('machines').select('draining').where('id', '=', id).executeTakeFirst()
  return row?.draining === 1
}

export function drainingOf({ db }: Pick<Store, 'db'>, id: string): () => Promise<boolean> {
  const compiled = db.selectFrom('machines').select('draining').where('id', '=', id).compile()
  const readDraining = sharedRead(async () => (await db.executeQuery(compiled)).rows[0]?.draining === 1)
  return () => readDraining(id)
}

export const isDrainingCondition = (id: string) =>
  sql<boolean>`exists (select 1 from machines where machines.id = ${id} and machines.draining = 1)`

export async function runsTurnOf(
  { db }: Pick<Store, 'db'>,
  id: string,
  { chatId, answerId }: { chatId: string; answerId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('turn_leases')
    .select('epoch')
    .where('chat_id', '=', chatId)
    .where('answer_id', '=', answerId)
    .where('machine_id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

export async function nameAmongOthers(
  { db }: Pick<Store, 'db'>,
  name: string | null,
): Promise<string | null> {
  if (name === null) return null
  const other = await db
    .selectFrom('machines')
    .select('id')
    .where('name', '!=', name)
    .where(IS_SERVING)
    .limit(1)
    .executeTakeFirst()
  return other ? name : null
}

export const DRAINING = 'This instance accepts no new requests any more. Please try again in a moment.'
