import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { StoreFileGone } from '../errors.ts'

/**
 * Detects a removed or replaced file: SQLite would continue to write to it, and the changes would be lost.
 * @throws StoreFileGone
 */
export async function sameFile(path: string): Promise<() => Promise<void>> {
  const opened = await stat(path, { bigint: true })
  return async () => {
    try {
      const found = await stat(path, { bigint: true })
      if (found.ino !== opened.ino || found.dev !== opened.dev)
        throw new Error('the path now refers to another file')
      await access(path, constants.W_OK)
    } catch (cause) {
      throw new StoreFileGone(cause as Error)
    }
  }
}
