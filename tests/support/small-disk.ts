import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export interface SmallDisk {
  readonly folder: string
  fill(): void
  free(): void
}

export const NO_SMALL_DISK = 'mounting a small file system needs root'

/**
 * A file system in memory; null if it cannot be mounted.
 *
 * @param size For `mount`, such as `64k`.
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
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  return status === 0 ? { folder, fill, free: () => rmSync(ballast) } : null
}
