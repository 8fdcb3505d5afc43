import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { SILENT_MS } from '#ground/store/instance-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { InstanceFacts } from './facts.ts'
import { movingColumns, refuseBesideMoves } from './moves.ts'

export type { InstanceFacts } from './facts.ts'

export const INSTANCE_HEARTBEAT_MS = 3000
/** Heartbeat interval of an instance without leases. Long, because each heartbeat costs a commit. */
const IDLE_HEARTBEAT_MS = 9000
const RETENTION_MS = 7 * 86_400_000

/** Leases are valid while the instance stores heartbeats. */
export interface HeldLeases {
  isAny(): boolean
  /** @returns Function to call after the commit. */
  renew(tx: Transaction<Tables>, now: EpochMs): Promise<() => void>
  missed(now: EpochMs): void
}

export interface Instance extends AsyncDisposable, Pick<InstanceFacts, 'id' | 'name' | 'folder'> {
  /** True if the last heartbeat found no other instance. Always true on SQLite. */
  isAlone(): boolean
  renewWithHeartbeats(held: HeldLeases): void
}

export interface InstanceDeps {
  store: Store
  clock: Clock
  /** @throws BadConfiguration if this instance cannot work beside the other instances. */
  agree?(facts: InstanceFacts): Promise<void>
  /** Not called if the database is unavailable, because the next heartbeat then retries. */
  onFailure(error: unknown): void
}

/**
 * @throws BadConfiguration if `agree` throws it.
 * @throws StoreMoving if another instance moves the data.
 * @throws InstancesAtWork if this instance moves data that other instances serve.
 */
export async function openInstance(
  { store, clock, agree, onFailure }: InstanceDeps,
  facts: InstanceFacts,
): Promise<Instance> {
  await agree?.(facts)
  const startedAt = clock.now()
  const row = { ...facts, generation: store.generation, startedAt }
  let held: HeldLeases | null = null
  let storedAt: EpochMs = startedAt
  let others = await storeHeartbeat(store.db, row, startedAt)
  await removeLongGone(store.db, startedAt)
  const end = () =>
    store.db.updateTable('machines').set({ ended_at_ms: clock.now() }).where('id', '=', facts.id).execute()
  await refuseBesideMoves({ store, clock }, facts).catch(async (error: unknown) => {
    await end()
    throw error
  })

  const beat = async () => {
    const now = clock.now()
    const isBusy = held?.isAny() ?? false
    if (!isBusy && now - storedAt < IDLE_HEARTBEAT_MS) return
    try {
      const stored = await store.transaction(async (tx) => {
        others = await storeHeartbeat(tx, row, now)
        return isBusy ? held!.renew(tx, now) : null
      })
      storedAt = now
      stored?.()
    } catch (error) {
      held?.missed(clock.now())
      throw error
    }
  }
  const reportFailure = (error: unknown) => {
    if (!isStoreUnavailable(error)) onFailure(error)
  }
  const loop = startLoop({
    clock,
    firstMs: INSTANCE_HEARTBEAT_MS,
    everyMs: INSTANCE_HEARTBEAT_MS,
    work: beat,
    onFailure: reportFailure,
  })

  return {
    id: facts.id,
    name: facts.name,
    folder: facts.folder,
    isAlone: () => store.kind === 'sqlite' || others === 0,
    renewWithHeartbeats: (leases) => void (held = leases),
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]()
      await end().catch(reportFailure) // if this fails, other instances notice the missing heartbeats
    },
  }
}

async function storeHeartbeat(
  db: Store['db'],
  { id, shared, moves, startedAt, ...facts }: InstanceFacts & { generation: number; startedAt: EpochMs },
  now: EpochMs,
): Promise<number> {
  const heartbeat = { heard_at_ms: now, ended_at_ms: null }
  const { others } = await db
    .insertInto('machines')
    .values({
      id,
      ...facts,
      started_at_ms: startedAt,
      ...heartbeat,
      ...columnsOf(shared),
      ...movingColumns(moves),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(heartbeat))
    .returning((row) =>
      row
        .selectFrom('machines as other')
        .where('other.id', '!=', id)
        .where('other.ended_at_ms', 'is', null)
        .where('other.heard_at_ms', '>', now - SILENT_MS)
        .select((other) => other.fn.countAll<number>().as('count'))
        .as('others'),
    )
    .executeTakeFirstOrThrow()
  return others ?? 0
}

const columnsOf = (shared: InstanceFacts['shared']) => ({
  secrets: shared?.secrets ?? null,
  bus: shared?.bus ? 1 : 0,
  blobs: shared?.blobs ?? null,
})

const removeLongGone = (db: Store['db'], now: EpochMs) =>
  db
    .deleteFrom('machines')
    .where('heard_at_ms', '<', now - RETENTION_MS)
    .execute()
