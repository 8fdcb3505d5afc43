import { backoffMs } from '#ground/base/backoff.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Result } from '#ground/base/result.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import type { Store } from '#ground/store/store.ts'
import { fillNameOrder } from './name-order.ts'
import { readProgress, writeProgress } from './progress.ts'
import type { Sync } from './sync.ts'

export interface AutoSyncDeps {
  store: Pick<Store, 'db'>
  sync: Pick<Sync, 'run'>
  mirrorName(): Promise<Result<void, ChatappRefusal>>
  /** Synchronizes again after this time, because people may change access in the web chat itself; null: never. */
  repeatMs: number | null
  clock: Clock
  onFailure(reason: string): void
}

export interface AutoSync extends AsyncDisposable {
  notify(): void
}

/** Access changes that another process makes are detected within this time. */
const POLL_INTERVAL_MS = 10_000
/** Access changes that follow each other within this time are synchronized together. */
const SETTLE_MS = 1000
const FIRST_RETRY_MS = 2000
const MAX_RETRY_DELAY_MS = 60_000
/** After a failure, no process synchronizes for this time, which must be shorter than the first retry delay. */
const REST_MS = FIRST_RETRY_MS / 2
/** Other processes do not sync while one process has this lease. */
const LEASE_MS = 60_000

export function startAutoSync(deps: AutoSyncDeps): AutoSync {
  const { clock, repeatMs } = deps
  let repeatAt = clock.now() + (repeatMs ?? Infinity)
  const loop = startLoop({
    clock,
    everyMs: POLL_INTERVAL_MS,
    afterFailureMs: (failures) => backoffMs(failures, { firstMs: FIRST_RETRY_MS, maxMs: MAX_RETRY_DELAY_MS }),
    async work(stop) {
      await fillNameOrder(deps.store, stop)
      const isDue = clock.now() >= repeatAt
      await syncIfBehind(deps, { isDue, stop })
      if (isDue) repeatAt = clock.now() + (repeatMs ?? Infinity)
      const named = await deps.mirrorName()
      if (!named.ok) throw refusalError(named.refusal)
    },
    onFailure(error, failures) {
      const reason = error instanceof Error ? error.message : 'unknown'
      // Does not report the first failure, because the web chat's process may be starting or restarting.
      if (reason !== 'unreachable' || failures > 1) deps.onFailure(reason)
    },
  })
  return {
    notify: () => void loop.wake(),
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}

const LEFT_AFTER_MS = 3 * POLL_INTERVAL_MS

export function createWebChatWatch({ store: { db }, clock }: Pick<AutoSyncDeps, 'store' | 'clock'>) {
  let lag: { since: number; head: number } | null = null
  return async (): Promise<boolean> => {
    const head = await newestChange(db)
    if (head === (await readProgress(db, 'synced_change'))) lag = null
    else if (lag?.head !== head) lag = { since: clock.now(), head }
    return lag !== null && clock.now() - lag.since > LEFT_AFTER_MS
  }
}

async function syncIfBehind(
  { store: { db }, sync, clock }: AutoSyncDeps,
  { isDue, stop }: { isDue: boolean; stop: AbortSignal },
): Promise<void> {
  let head = await newestChange(db)
  if (!isDue && head === (await readProgress(db, 'synced_change'))) return
  for (let before = -1; before !== head && !stop.aborted;) {
    before = head
    await clock.sleep(SETTLE_MS, stop).catch(() => {}) // the signal aborted the wait
    head = await newestChange(db)
  }
  if (stop.aborted || !(await lease(db, clock.now()))) return
  let untilMs = clock.now() + REST_MS
  try {
    const result = await sync.run()
    if (!result.ok) throw refusalError(result.refusal)
    if (result.value.failed.length > 0) throw new Error(result.value.failed[0]!.detail)
    await writeProgress(db, 'synced_change', head)
    untilMs = 0
  } finally {
    await writeProgress(db, 'sync_leased_until_ms', untilMs)
  }
}

const refusalError = (refusal: ChatappRefusal): Error =>
  new Error('reason' in refusal ? refusal.reason : refusal.code)

async function newestChange(db: Store['db']): Promise<number> {
  const { count } = await db
    .selectFrom('audit_heads')
    .select('count')
    .where('ledger', '=', 'access_changes')
    .executeTakeFirstOrThrow()
  return count
}

async function lease(db: Store['db'], now: number): Promise<boolean> {
  const result = await db
    .updateTable('people_progress')
    .set({ value: now + LEASE_MS })
    .where('name', '=', 'sync_leased_until_ms')
    // Ignores a lease that ends too far in the future, because it was written before the clock was set back.
    .where((eb) => eb.or([eb('value', '<', now), eb('value', '>', now + LEASE_MS)]))
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}
