import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface LogFileLimits {
  maxBytes: number
  maxOldFiles: number
}

export const LOG_FILE_LIMITS: LogFileLimits = { maxBytes: 10 * 1024 * 1024, maxOldFiles: 3 }

export interface LogFile extends Disposable {
  /** Synchronous, so that the file has the last line before a crash. A full disk loses lines and raises no error. */
  append(line: string): void
}

/** Log files have mode 0600. `hub.log` is the current file, `hub.log.1` the newest of the older files. */
export function openLogFile(
  folder: string,
  { maxBytes, maxOldFiles }: LogFileLimits = LOG_FILE_LIMITS,
  name = 'hub.log',
): LogFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  let handle = openSync(path, 'a', 0o600)
  let size = fstatSync(handle).size
  return {
    append(line) {
      try {
        if (size >= maxBytes) {
          closeSync(handle)
          rotate(path, maxOldFiles)
          handle = openSync(path, 'a', 0o600)
          size = 0
        }
        size += writeSync(handle, `${line}\n`)
      } catch {
        // Ignores the error, because the log itself is unavailable. The terminal still shows warnings and errors.
      }
    },
    [Symbol.dispose]: () => closeSync(handle),
  }
}

function rotate(path: string, maxOldFiles: number): void {
  for (let age = maxOldFiles - 1; age >= 1; age--) renameIfThere(`${path}.${age}`, `${path}.${age + 1}`)
  renameIfThere(path, `${path}.1`)
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
