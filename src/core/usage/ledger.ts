import { sql, type Transaction } from 'kysely'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import type { PendingRecords } from '#ground/base/record-folder.ts'
import { createRetry } from '#ground/base/retry.ts'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { releaseHolds } from './budgets/holds.ts'
import { lockCounting } from './counting-locks.ts'
import { createPresenceCounter } from './presence.ts'
import type { Prices } from './prices/table.ts'
import { createGrowths, grow, type CountedTurn, type UsageSum } from './sums.ts'
import { countedOf, toRow, type RecordedTurn, type TurnRow } from './turn-row.ts'

export interface UsageLedger extends AsyncDisposable {
  record(turn: RecordedTurn): void
  /** Rejects when the database is unavailable. Unwritten turns stay queued. */
  flush(): Promise<void>
}

export interface UsageObserver {
  onRecorded(turn: CountedTurn): void
  onWritten(turns: readonly CountedTurn[], sums: readonly UsageSum[]): void
}

export interface UsageLedgerDeps {
  store: Pick<Store, 'transaction'>
  newId(): string
  prices: Prices
  observer?: UsageObserver
  onFailure?(error: unknown): void
  clock?: Pick<Clock, 'sleep' | 'after'>
  /** Stores turns in a file while the database is unavailable, in case the process ends. */
  fallback?: PendingRecords<TurnRow>
  recovered?: readonly TurnRow[]
}

/** After a write, the ledger waits this long, so that turns that end meanwhile share the next write. */
const BATCH_DELAY_MS = 100
/** If a write takes longer, for example because of a lock, turns are also stored in the fallback file. */
const WRITE_TIMEOUT_MS = 500

interface UnwrittenTurn {
  row: TurnRow
  counted: CountedTurn
  isInFile: boolean
}

export function createUsageLedger(deps: UsageLedgerDeps): UsageLedger {
  const { store, newId, prices, observer, fallback } = deps
  const { recovered = [], onFailure = () => {}, clock = systemClock } = deps
  const unwritten = new Map<string, UnwrittenTurn>()
  const presence = createPresenceCounter()
  let writing: Promise<void> = Promise.resolve()
  let storing: Promise<void> = Promise.resolve()
  let isWriteDue = false
  let isPaused = false
  const closed = new AbortController()

  const write = async () => {
    const turns = [...unwritten.values()]
    if (turns.length === 0) return
    const { sums, committed } = await store.transaction((tx) => writeTurns(tx, presence, turns))
    committed()
    for (const { row } of turns) unwritten.delete(row.id)
    const counted = turns.map((turn) => turn.counted)
    observer?.onWritten(counted, sums)
    for (const { row, isInFile } of turns) if (isInFile) await fallback?.remove(row.id).catch(() => {})
  }
  const storeInFallback = (): Promise<void> => {
    const result = storing.then(() => (fallback ? storeAll(fallback, unwritten) : undefined))
    storing = result.catch(onFailure)
    return result
  }
  const storeInFallbackSoon = () => void storeInFallback().catch(() => {})
  const writeWithFallback = () => {
    const cancel = clock.after(WRITE_TIMEOUT_MS, storeInFallbackSoon)
    return write().finally(cancel)
  }
  const flush = () => {
    isWriteDue = false
    const result = writing.then(writeWithFallback)
    writing = result.catch((error: unknown) => {
      onFailure(error)
      storeInFallbackSoon()
      retry.start()
    })
    return result
  }
  const isFlushed = () =>
    flush().then(
      () => true,
      () => false,
    )
  const retry = createRetry(isFlushed, { clock })
  const writeSoon = () => {
    if (isPaused || !isWriteDue) return
    isPaused = true
    setImmediate(() => {
      if (isWriteDue) flush().then(pause, pause)
      else isPaused = false
    })
  }
  const pause = () =>
    clock.sleep(BATCH_DELAY_MS, closed.signal).then(
      () => {
        isPaused = false
        writeSoon()
      },
      () => {},
    )

  const enqueue = (row: TurnRow, isInFile: boolean) => {
    const counted = countedOf(row)
    unwritten.set(row.id, { row, counted, isInFile })
    observer?.onRecorded(counted)
    isWriteDue = true
    writeSoon()
  }
  for (const row of recovered) enqueue(row, true)

  return {
    record: ({ id = newId(), ...turn }) => enqueue(toRow(id, turn, prices), false),
    flush,
    async [Symbol.asyncDispose]() {
      closed.abort(null)
      await retry[Symbol.asyncDispose]()
      await flush().catch((error: unknown) => (fallback ? storeInFallback() : Promise.reject(error as Error)))
    },
  }
}

async function storeAll(
  fallback: PendingRecords<TurnRow>,
  unwritten: ReadonlyMap<string, UnwrittenTurn>,
): Promise<void> {
  for (const turn of unwritten.values()) {
    if (turn.isInFile) continue
    await fallback.write(turn.row.id, turn.row)
    turn.isInFile = true
    if (!unwritten.has(turn.row.id)) await fallback.remove(turn.row.id)
  }
}

async function writeTurns(
  tx: Transaction<Tables>,
  presence: ReturnType<typeof createPresenceCounter>,
  turns: readonly UnwrittenTurn[],
) {
  await lockCounting(
    tx,
    turns.map(({ row }) => row.hub),
  )
  const added = await insert(tx, turns)
  await releaseHolds(
    tx,
    turns.map(({ row }) => row.id),
  )
  const fresh = turns.filter(({ row }) => added.has(row.id)).map(({ counted }) => counted)
  await addRunCosts(
    tx,
    turns.filter(({ row }) => added.has(row.id)).map(({ row }) => row),
  )
  const growths = createGrowths()
  fresh.forEach(growths.addTurn)
  const committed = await presence.count(tx, fresh, growths.at)
  return { sums: await grow(tx, growths.all()), committed }
}

/** In a fixed order, so that processes that add to the same runs do not deadlock. */
async function addRunCosts(tx: Transaction<Tables>, rows: readonly TurnRow[]): Promise<void> {
  const costs = new Map<string, { hub: string; id: string; cost: number }>()
  for (const { hub, run_id: id, cost_micro_usd: cost } of rows) {
    if (id === null || cost === null) continue
    const key = `${hub} ${id}`
    costs.set(key, { hub, id, cost: cost + (costs.get(key)?.cost ?? 0) })
  }
  for (const [, { hub, id, cost }] of [...costs].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await tx
      .updateTable('runs')
      .set({ cost_micro_usd: sql`coalesce(cost_micro_usd, 0) + ${cost}` })
      .where('hub', '=', hub)
      .where('id', '=', id)
      .execute()
}

/** @returns Ids of inserted turns, without turns that an earlier commit has inserted. */
async function insert(
  tx: Transaction<Tables>,
  turns: readonly UnwrittenTurn[],
): Promise<ReadonlySet<string>> {
  const added = await insertTurns(
    tx,
    turns.map(({ row }) => row),
  )
  return new Set(added.map(({ id }) => id))
}

const insertTurns = createBulkInsert((db, rows: readonly ReturnType<typeof toRow>[]) =>
  db
    .insertInto('usage_turns')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
)
