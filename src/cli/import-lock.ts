import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class ImportRunning extends Error {
  override readonly name = 'ImportRunning'
}

/**
 * A lock of SQLite ends with its process, so a killed import does not block the next one. Imports on different
 * machines have different data folders and do not see this lock.
 * @throws ImportRunning
 */
export function lockImports(dataFolder: string): Disposable {
  const path = join(dataFolder, 'import.lock')
  const db = new DatabaseSync(path)
  try {
    db.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    db.close()
    if (((error as { errcode?: number }).errcode! & 0xff) !== SQLITE_BUSY) throw error
    throw new ImportRunning('another import into this Hub is running; wait until it has ended')
  }
  return {
    [Symbol.dispose]() {
      rmSync(path, { force: true })
      db.close()
    },
  }
}

const SQLITE_BUSY = 5
