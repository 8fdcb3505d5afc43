import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class ImportRunning extends Error {
  override readonly name = 'ImportRunning'
}

/**
 * A lock of SQLite ends with its process, so a killed import does not block the next one. The empty file is kept: two
 * imports could lock different files if either import removed it. Imports on different machines have different data
 * folders and do not see this lock.
 * @throws ImportRunning
 */
export function lockImports(dataFolder: string): Disposable {
  const db = new DatabaseSync(join(dataFolder, 'import.lock'))
  try {
    db.exec('pragma busy_timeout = 0; begin exclusive')
  } catch (error) {
    db.close()
    if (((error as { errcode?: number }).errcode! & 0xff) !== SQLITE_BUSY) throw error
    throw new ImportRunning('another import into this Hub is running; wait until it has ended')
  }
  return { [Symbol.dispose]: () => db.close() }
}

const SQLITE_BUSY = 5
