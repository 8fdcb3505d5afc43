import type { Transaction } from 'kysely'
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
  /** Written at once, or after a short rest together with other turns. */
  record(turn: RecordedTurn): void
  /** Rejects when the database is unavailable. Unwritten turns stay queued. */
  flush(): Promise<void>
}

export interface UsageObserver {
  noted(turn: CountedTurn): void
  /** @param sums New sums; excludes turns of earlier transactions. */
  written(turns: readonly CountedTurn[], sums: readonly UsageSum[]): void
}

export interface UsageLedgerDeps {
  store: Pick<Store, 'transaction'>
  newId(): string
  prices: Prices
  observer?: UsageObserver
  /** The write is retried. */
  onFailure?(error: unknown): void
  clock?: Pick<Clock, 'sleep' | 'after'>
  /** Stores turns in a file while the database is unavailable, in case the process ends. */
  kept?: PendingRecords<TurnRow>
  /** Turns in that file from an earlier process; they are recorded like new turns. */
  left?: readonly TurnRow[]
}

/** The cost of a write hardly depends on its number of turns. */
const REST_MS = 100
/** After this time, turns are also stored in the file: waiting for a lock can take much longer. */
const WRITE_TIMEOUT_MS = 500

interface Noted {
  row: TurnRow
  counted: CountedTurn
  isKept: boolean
}

/** Updates running sums in the transaction that records turns. Closing writes the rest, or stores it in the file. */
export function createUsageLedger(deps: UsageLedgerDeps): UsageLedger {
  const { store, newId, prices, observer, kept, left = [], onFailure = () => {}, clock = systemClock } = deps
  const noted = new Map<string, Noted>()
  const presence = createPresenceCounter()
  let writing: Promise<void> = Promise.resolve()
  let keeping: Promise<void> = Promise.resolve()
  let isAwaited = false // a turn was recorded since the last write began
  let isResting = false
  const closed = new AbortController()

  const write = async () => {
    const turns = [...noted.values()]
    if (turns.length === 0) return
    const { sums, committed } = await store.transaction((tx) => writeTurns(tx, presence, turns))
    committed()
    for (const { row } of turns) noted.delete(row.id)
    const counted = turns.map((turn) => turn.counted)
    observer?.written(counted, sums)
    // If the removal fails, the next start finds the turn already written.
    for (const { row, isKept } of turns) if (isKept) await kept?.remove(row.id).catch(() => {})
  }
  const keep = (): Promise<void> => {
    const result = keeping.then(() => (kept ? keepAll(kept, noted) : undefined))
    keeping = result.catch(onFailure)
    return result
  }
  const keepSoon = () => void keep().catch(() => {}) // reported to `onFailure`
  const writePatiently = () => {
    const cancel = clock.after(WRITE_TIMEOUT_MS, keepSoon)
    return write().finally(cancel)
  }
  const flush = () => {
    isAwaited = false
    const result = writing.then(writePatiently)
    writing = result.catch((error: unknown) => {
      onFailure(error)
      keepSoon()
      retry.start()
    })
    return result
  }
  const isFlushed = () =>
    flush().then(
      () => true,
      () => false, // reported to `onFailure`
    )
  const retry = createRetry(isFlushed, { clock })
  const writeSoon = () => {
    if (isResting || !isAwaited) return
    isResting = true
    setImmediate(() => {
      if (isAwaited) flush().then(rest, rest) // failures are reported to `onFailure`
      else isResting = false // another call wrote it
    })
  }
  const rest = () =>
    clock.sleep(REST_MS, closed.signal).then(
      () => {
        isResting = false
        writeSoon()
      },
      () => {}, // closing writes the rest
    )

  const note = (row: TurnRow, isKept: boolean) => {
    const counted = countedOf(row)
    noted.set(row.id, { row, counted, isKept })
    observer?.noted(counted)
    isAwaited = true
    writeSoon()
  }
  for (const row of left) note(row, true)

  return {
    record: ({ id = newId(), ...turn }) => note(toRow(id, turn, prices), false),
    flush,
    async [Symbol.asyncDispose]() {
      closed.abort(null)
      await retry[Symbol.asyncDispose]()
      await flush().catch((error: unknown) => (kept ? keep() : Promise.reject(error as Error)))
    },
  }
}

async function keepAll(kept: PendingRecords<TurnRow>, noted: ReadonlyMap<string, Noted>): Promise<void> {
  for (const turn of noted.values()) {
    if (turn.isKept) continue
    await kept.write(turn.row.id, turn.row)
    turn.isKept = true
    if (!noted.has(turn.row.id)) await kept.remove(turn.row.id) // the database accepted it meanwhile
  }
}

async function writeTurns(
  tx: Transaction<Tables>,
  presence: ReturnType<typeof createPresenceCounter>,
  turns: readonly Noted[],
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
  const growths = createGrowths()
  fresh.forEach(growths.addTurn)
  const committed = await presence.count(tx, fresh, growths.at)
  return { sums: await grow(tx, growths.all()), committed }
}

/** @returns Ids of inserted turns. Others were inserted by an earlier commit whose response was lost. */
async function insert(tx: Transaction<Tables>, turns: readonly Noted[]): Promise<ReadonlySet<string>> {
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
