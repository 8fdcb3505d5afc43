import type { Transaction } from 'kysely'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { createPresenceCounter } from './presence.ts'
import type { Prices } from './prices/table.ts'
import { createGrowths, grow, type CountedTurn, type Sum } from './sums.ts'
import { taskOf } from './task.ts'

/** What one finished turn used. Tokens are whole numbers; `input` includes the cached ones and those kept for later. */
export interface TurnRecord {
  hub: string
  /** Null when the turn named nobody. */
  email: string | null
  surface: string
  chatId: string
  /** The run the turn was part of, if any. */
  runId?: string | null
  model: string
  input: number
  output: number
  cached: number
  /** Input that the provider kept for later. */
  cacheWrite?: number
  reasoning: number
  /** The tokens were worked out from what was said, as nobody counted them. */
  isEstimated?: boolean
  /** What it cost by whoever counted it; a price of ours wins over it. */
  costMicroUsd?: number
  outcome: string
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  durationMs: number
}

export interface UsageLedger extends AsyncDisposable {
  /** Note a turn. It is written at once, or after a short rest together with the others that ended meanwhile. */
  record(turn: TurnRecord): void
  /** Write what was noted so far; rejects when the store can't take it. What is not written stays noted. */
  flush(): Promise<void>
}

/** Who follows what is noted and written, such as budgets. */
export interface UsageObserver {
  noted(turn: CountedTurn): void
  /** @param sums Those of the turns, as they are now; none of turns that had been written before. */
  written(turns: readonly CountedTurn[], sums: readonly Sum[]): void
}

export interface UsageLedgerDeps {
  store: Pick<Store, 'transaction'>
  newId(): string
  prices: Prices
  observer?: UsageObserver
  /** Writing failed; it is tried again with the next turn and when the ledger closes. */
  onFailure?(error: unknown): void
  /** Times the rests between two writes; default the system's. */
  clock?: Pick<Clock, 'sleep'>
}

/** A write costs a commit to disk and grows the same few sums, however many turns it is for. */
const REST_MS = 100

interface Noted {
  row: ReturnType<typeof toRow>
  counted: CountedTurn
}

/**
 * The book of what every turn used, with running sums by Hub, person and task that are changed in the same transaction.
 * Closing it writes the rest.
 */
export function createUsageLedger(deps: UsageLedgerDeps): UsageLedger {
  const { store, newId, prices, observer, onFailure = () => {}, clock = systemClock } = deps
  const noted = new Map<string, Noted>()
  const presence = createPresenceCounter()
  let writing: Promise<void> = Promise.resolve()
  let isAwaited = false // something was noted since the last write began
  let isResting = false
  const closed = new AbortController()

  const write = async () => {
    const turns = [...noted.values()]
    if (turns.length === 0) return
    const { sums, committed } = await store.transaction(async (tx) => {
      await lock(tx)
      const added = await insert(tx, turns)
      const fresh = turns.filter(({ row }) => added.has(row.id)).map(({ counted }) => counted)
      const growths = createGrowths()
      fresh.forEach(growths.addTurn)
      const committed = await presence.count(tx, fresh, growths.at)
      return { sums: await grow(tx, growths.all()), committed }
    })
    committed()
    for (const { row } of turns) noted.delete(row.id)
    observer?.written(
      turns.map(({ counted }) => counted),
      sums,
    )
  }
  const flush = () => {
    isAwaited = false
    const result = writing.then(write)
    writing = result.catch(onFailure)
    return result
  }
  const writeSoon = () => {
    if (isResting || !isAwaited) return
    isResting = true
    setImmediate(() => {
      if (isAwaited) flush().then(rest, rest) // of a failure `onFailure` has been told
      else isResting = false // somebody else had it written
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

  return {
    record(turn) {
      const row = toRow(newId(), turn, prices)
      const counted = countedOf(turn, row)
      noted.set(row.id, { row, counted })
      observer?.noted(counted)
      isAwaited = true
      writeSoon()
    },
    flush,
    [Symbol.asyncDispose]() {
      closed.abort(null)
      return flush()
    },
  }
}

/** One writer at a time, over all processes: who was where before must not change while it is counted. */
const lock = (tx: Transaction<Tables>) => tx.selectFrom('usage_lock').select('id').forUpdate().execute()

/** @returns Ids that were not there yet: a turn may have been written before without our learning of it. */
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

function toRow(id: string, turn: TurnRecord, prices: Prices) {
  const cost = prices.costOf(turn.model, turn)
  return {
    id,
    hub: turn.hub,
    email: turn.email,
    surface: turn.surface,
    chat_id: turn.chatId,
    run_id: turn.runId ?? null,
    model: turn.model,
    input_tokens: turn.input,
    output_tokens: turn.output,
    cached_tokens: turn.cached,
    cache_write_tokens: turn.cacheWrite ?? 0,
    reasoning_tokens: turn.reasoning,
    cost_micro_usd: cost?.microUsd ?? turn.costMicroUsd ?? null,
    price_version: cost?.version ?? null,
    is_estimated: turn.isEstimated ? 1 : 0,
    outcome: turn.outcome,
    started_at_ms: turn.startedAt,
    duration_ms: turn.durationMs,
  }
}

const countedOf = (
  { hub, email, chatId, startedAt, runId, input, output, isEstimated = false }: TurnRecord,
  { cost_micro_usd }: { cost_micro_usd: number | null },
): CountedTurn => ({
  hub,
  email,
  task: taskOf(runId),
  chatId,
  startedAt,
  tokens: input + output,
  costMicroUsd: cost_micro_usd,
  isEstimated,
})
