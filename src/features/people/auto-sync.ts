import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { readProgress, writeProgress } from './progress.ts'
import type { Sync } from './sync.ts'

export interface AutoSyncDeps {
  store: Pick<Store, 'db'>
  sync: Pick<Sync, 'run'>
  clock: Clock
  /** The web chat could not be brought up to date; it is tried again. */
  onFailure(reason: string): void
}

export interface AutoSync extends AsyncDisposable {
  /** Access was changed in this process: look soon. */
  notify(): void
}

/** Changes of other processes are seen within this time. */
const LOOK_EVERY_MS = 10_000
/** A change that follows within this time is mirrored together with the one before. */
const SETTLE_MS = 1000
const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 60_000
/** How long one process keeps the others from doing the same. */
const LEASE_MS = 60_000

/** Keeps the web chat's lists of visible Hubs in step with the access policy, in the background. */
export function startAutoSync(deps: AutoSyncDeps): AutoSync {
  const { clock, onFailure } = deps
  const stop = new AbortController()
  let wake = () => {}
  let notified = false

  const untilSomething = async () => {
    if (notified) return
    const woken = new AbortController()
    wake = () => woken.abort()
    await clock.sleep(LOOK_EVERY_MS, AbortSignal.any([woken.signal, stop.signal])).catch(() => {})
  }
  const pause = (ms: number) => clock.sleep(ms, stop.signal).catch(() => {})

  const follow = async () => {
    let retryMs = FIRST_RETRY_MS
    while (!stop.signal.aborted) {
      notified = false
      const failure = await syncIfBehind(deps, { pause, isStopped: () => stop.signal.aborted }).catch(
        reasonOf,
      )
      if (failure === null) {
        retryMs = FIRST_RETRY_MS
        await untilSomething()
      } else if (!stop.signal.aborted) {
        onFailure(failure)
        await pause(retryMs)
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
      }
    }
  }
  const following = follow()

  return {
    notify() {
      notified = true
      wake()
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await following
    },
  }
}

/** @returns Why it failed; null when all is in step. */
async function syncIfBehind(
  { store: { db }, sync, clock }: AutoSyncDeps,
  { pause, isStopped }: { pause(ms: number): Promise<void>; isStopped(): boolean },
): Promise<string | null> {
  let head = await newestChange(db)
  if (head === (await readProgress(db, 'synced_change'))) return null
  for (let before = -1; before !== head && !isStopped();) {
    before = head
    await pause(SETTLE_MS)
    head = await newestChange(db)
  }
  if (isStopped() || !(await lease(db, clock.now()))) return null
  try {
    const result = await sync.run()
    if (!result.ok) return 'reason' in result.refusal ? result.refusal.reason : result.refusal.code
    if (result.value.failed.length > 0) return result.value.failed[0]!.detail
    await writeProgress(db, 'synced_change', head)
    return null
  } finally {
    await writeProgress(db, 'sync_leased_until_ms', 0)
  }
}

async function newestChange(db: Store['db']): Promise<number> {
  const { count } = await db
    .selectFrom('audit_heads')
    .select('count')
    .where('ledger', '=', 'access_changes')
    .executeTakeFirstOrThrow()
  return count
}

/** @returns Whether nobody else is at it. */
async function lease(db: Store['db'], now: number): Promise<boolean> {
  const result = await db
    .updateTable('people_progress')
    .set({ value: now + LEASE_MS })
    .where('name', '=', 'sync_leased_until_ms')
    // One that lies further ahead than any is from before the clock was set back.
    .where((eb) => eb.or([eb('value', '<', now), eb('value', '>', now + LEASE_MS)]))
    .executeTakeFirst()
  return Number(result.numUpdatedRows) === 1
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'unknown')
