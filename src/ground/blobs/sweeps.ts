import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Blobs } from './blobs.ts'

export interface SweepsOptions {
  blobs: Pick<Blobs, 'sweepEveryMs'>
  clock: Clock
  sweep(signal: AbortSignal): Promise<void>
  onFailure(error: unknown): void
}

export function startSweeps({ blobs, clock, sweep, onFailure }: SweepsOptions): AsyncDisposable {
  const { sweepEveryMs: everyMs } = blobs
  if (everyMs !== null) return startLoop({ clock, everyMs, work: sweep, onFailure })
  const closing = new AbortController()
  const swept = sweep(closing.signal).catch((error: unknown) => {
    if (!closing.signal.aborted) onFailure(error)
  })
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await swept
    },
  }
}

export interface BlobReferences {
  hasAny(): Promise<boolean>
  findReferenced(hashes: readonly string[]): Promise<ReadonlySet<string>>
  release(hash: string): Promise<void>
}

/** A database without any reference probably belongs to another folder, so no blob is removed then. */
export async function sweepUnreferenced(
  blobs: Pick<Blobs, 'hashes'>,
  references: BlobReferences,
  signal: AbortSignal,
): Promise<void> {
  const onlyListed = !(await references.hasAny())
  for await (const some of portions(blobs.hashes({ onlyListed }))) {
    const referenced = await references.findReferenced(some)
    for (const hash of some) {
      if (signal.aborted) return
      if (!referenced.has(hash)) await references.release(hash)
    }
  }
}

const MAX_BATCH_HASHES = 200

async function* portions(hashes: AsyncIterable<string>): AsyncGenerator<string[]> {
  let some: string[] = []
  for await (const hash of hashes) {
    some.push(hash)
    if (some.length < MAX_BATCH_HASHES) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}
