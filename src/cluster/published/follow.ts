import { createOneByOne } from '#ground/base/one-by-one.ts'
import { startPollLoop, type PollLoopOptions } from '#ground/bus/poll-loop.ts'
import type { FolderSource } from '#ground/hub/hub.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { applyVersion, type AppliedVersion, type WorkingCopyDeps } from './working-copy.ts'

export interface FollowVersionsDeps extends Omit<WorkingCopyDeps, 'runExclusively'> {
  clock: PollLoopOptions['clock']
  notifications: PollLoopOptions['notifications']
  /** Null if nothing is published. */
  current(): Promise<number | null>
  onApplied(facts: { version: number } & AppliedVersion): void
  /** Called for the first failure of an update, and not again until an update succeeds. */
  onFailure(error: unknown): void
}

/** After failures, the interval grows up to the maximum, because each attempt reads the whole folder. */
const POLL_INTERVAL_MS = 1500
const MAX_POLL_INTERVAL_MS = 30_000

export class NothingPublished extends Error {
  override name = 'NothingPublished'
}

/** @throws NothingPublished, BlobStorageUnavailable, BlobDamaged */
export async function followPublished(deps: FollowVersionsDeps): Promise<FolderSource & AsyncDisposable> {
  const { clock, notifications, current, onApplied, onFailure } = deps
  let applied: number | null = null
  let isFailing = false
  const runInOrder = createOneByOne()
  const runExclusively = <T>(work: () => Promise<T>) => runInOrder('', work)
  const listeners = new Set<() => void>()
  const update = async (): Promise<null> => {
    const version = await current()
    if (version === null || version === applied) return null
    const swap = <T>(work: () => Promise<T>) =>
      runExclusively(async () => {
        const result = await work()
        applied = version
        return result
      })
    const swapped = await applyVersion({ ...deps, runExclusively: swap }, version)
    isFailing = false
    for (const listener of listeners) listener()
    if (swapped.changes.length > 0) onApplied({ version, ...swapped })
    return null
  }
  await update()
  if (applied === null) throw new NothingPublished('no version of this Hub is published yet; run hub publish')
  const loop = startPollLoop({
    clock,
    notifications,
    work: 'version',
    firstMs: POLL_INTERVAL_MS,
    everyMs: POLL_INTERVAL_MS,
    afterFailureMs: (failures) => Math.min(POLL_INTERVAL_MS * 2 ** failures, MAX_POLL_INTERVAL_MS),
    poll: update,
    onFailure(error) {
      if (!isFailing && !isStoreUnavailable(error)) {
        isFailing = true
        onFailure(error)
      }
    },
  })
  return {
    version: () => applied,
    runExclusively,
    onSwitch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}
