import { createOneByOne } from '#ground/base/one-by-one.ts'
import { startLooking, type LookingOptions } from '#ground/bus/poll-loop.ts'
import type { FolderSource } from '#ground/hub/hub.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { applyVersion, type AppliedVersion, type WorkingCopyDeps } from './working-copy.ts'

export interface FollowVersionsDeps extends Omit<WorkingCopyDeps, 'alone'> {
  clock: LookingOptions['clock']
  notifications: LookingOptions['notifications']
  /** Number of the current version; null when nothing is published. */
  current(): Promise<number | null>
  onApplied(facts: { version: number } & AppliedVersion): void
  /** The folder stays unchanged, and the update is retried. Called once until it succeeds. */
  onFailure(error: unknown): void
}

export interface FollowedVersions extends FolderSource, AsyncDisposable {}

/** Failures make the interval longer, because each attempt reads the whole folder. */
const POLL_INTERVAL_MS = 1500
const MAX_POLL_INTERVAL_MS = 30_000

export class NothingPublished extends Error {
  override name = 'NothingPublished'
}

/** Readers of the folder detect an update like an edit. @throws NothingPublished, BlobsAway, BlobDamaged */
export async function followPublished(deps: FollowVersionsDeps): Promise<FollowedVersions> {
  const { clock, notifications, current, onApplied, onFailure } = deps
  let applied: number | null = null
  let isFailing = false
  const inTurn = createOneByOne()
  const alone = <T>(work: () => Promise<T>) => inTurn('', work)
  const listeners = new Set<() => void>()
  const look = async (): Promise<null> => {
    const version = await current()
    if (version === null || version === applied) return null
    const swap = <T>(work: () => Promise<T>) =>
      alone(async () => {
        const swapped = await work()
        applied = version // the next reader of the folder reads this version
        return swapped
      })
    const done = await applyVersion({ ...deps, alone: swap }, version)
    isFailing = false
    for (const listener of listeners) listener()
    if (done.changes.length > 0) onApplied({ version, ...done })
    return null
  }
  await look()
  if (applied === null) throw new NothingPublished('no version of this Hub is published yet; run hub publish')
  const loop = startLooking({
    clock,
    notifications,
    work: 'version',
    firstMs: POLL_INTERVAL_MS,
    everyMs: POLL_INTERVAL_MS,
    afterFailureMs: (failures) => Math.min(POLL_INTERVAL_MS * 2 ** failures, MAX_POLL_INTERVAL_MS),
    look,
    onFailure(error) {
      if (!isFailing && !isStoreUnavailable(error)) {
        isFailing = true
        onFailure(error)
      }
    },
  })
  return {
    version: () => applied,
    alone,
    onSwitch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    [Symbol.asyncDispose]: () => loop[Symbol.asyncDispose](),
  }
}
