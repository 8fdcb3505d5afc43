import { statfs } from 'node:fs/promises'
import type { Clock } from '#ground/base/clock.ts'

const LOOK_MS = 100

/**
 * Resolves once one of these folders' disks has less than `least` bytes free, or less than half of what it has now. Runs
 * until `signal` aborts, and rejects then.
 */
export async function diskFilled(
  folders: readonly string[],
  { least, clock, signal }: { least: number; clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
): Promise<void> {
  const disks = await Promise.all(
    folders.map(async (folder) => ({ folder, least: Math.min(least, (await freeOn(folder)) / 2) })),
  )
  for (;;) {
    await clock.sleep(LOOK_MS, signal)
    const filled = await Promise.all(disks.map(async (disk) => (await freeOn(disk.folder)) < disk.least))
    if (filled.includes(true)) return
  }
}

const freeOn = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
