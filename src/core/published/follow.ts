import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { applyVersion, type Applied, type WorkingCopyDeps } from './working-copy.ts'

export interface FollowDeps extends WorkingCopyDeps {
  clock: Pick<Clock, 'sleep'>
  /** Number of the current version; null when nothing is published. */
  current(): Promise<number | null>
  onApplied(facts: { version: number } & Applied): void
  /** The folder stays as it was, and is tried again. */
  onFailure(error: unknown): void
}

/** How soon a switch is seen. */
const LOOK_MS = 1500

export class NothingPublished extends Error {
  override name = 'NothingPublished'
}

/**
 * Have a Hub's folder be its current version, now and from now on. Whoever reads the folder notices as when files are edited.
 *
 * @throws NothingPublished, BlobsAway, BlobDamaged when that can't be done now.
 */
export async function followPublished(deps: FollowDeps): Promise<AsyncDisposable> {
  const { clock, current, onApplied, onFailure } = deps
  let applied: number | null = null
  const look = async () => {
    const version = await current()
    if (version === null || version === applied) return
    const done = await applyVersion(deps, version)
    applied = version
    if (done.changes.length > 0) onApplied({ version, ...done })
  }
  await look()
  if (applied === null)
    throw new NothingPublished('nothing of this Hub is published yet; hub publish does it')
  return startLoop({ clock, firstMs: LOOK_MS, everyMs: LOOK_MS, work: look, onFailure })
}
