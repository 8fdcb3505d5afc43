import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export interface SmallDisk {
  readonly folder: string
  /** Leave no room. */
  fill(): void
  /** Give the room back. */
  free(): void
}

/** Why a test that needs it is skipped. */
export const NO_SMALL_DISK = 'mounting a small file system needs root'

/**
 * A file system in memory; null where one can't be mounted.
 *
 * @param size As `mount` takes it, such as `64k`.
 */
export async function smallDisk(t: TestContext, size: string): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-test-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  t.after(async () => {
    if (status === 0) spawnSync('umount', ['-l', folder])
    await rm(folder, { recursive: true })
  })
  const ballast = join(folder, 'ballast')
  const fill = () => {
    const { bavail, bsize } = statfsSync(folder)
    try {
      writeFileSync(ballast, Buffer.alloc(bavail * bsize))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error // somebody else wrote meanwhile: it is full
    }
  }
  return status === 0 ? { folder, fill, free: () => rmSync(ballast) } : null
}
