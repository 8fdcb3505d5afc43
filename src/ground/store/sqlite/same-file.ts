import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { StoreFileGone } from '../errors.ts'

/**
 * Remember the file that was opened. SQLite goes on with one that was removed or replaced, whose changes nobody finds any
 * more, and notices late that its disk was made read-only.
 *
 * @returns Looks whether it is still there, and may be written. @throws StoreFileGone
 */
export async function sameFile(path: string): Promise<() => Promise<void>> {
  const opened = await stat(path, { bigint: true })
  return async () => {
    try {
      const found = await stat(path, { bigint: true })
      if (found.ino !== opened.ino || found.dev !== opened.dev)
        throw new Error('another file is in its place')
      await access(path, constants.W_OK)
    } catch (cause) {
      throw new StoreFileGone(cause as Error)
    }
  }
}
