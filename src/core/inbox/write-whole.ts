import { closeSync, constants, openSync, renameSync, writeSync } from 'node:fs'

/**
 * Writes a file under a temporary name, then renames it, so that it appears complete. The file is not made durable.
 * Synchronous, because a small write to the page cache is faster than waiting for a thread.
 */
export function writeWhole(scratch: string, path: string, content: Buffer): void {
  const file = openSync(scratch, NEW, 0o600)
  try {
    for (let done = 0; done < content.length;)
      done += writeSync(file, content, done, content.length - done, done)
  } finally {
    closeSync(file)
  }
  renameSync(scratch, path)
}

/** Overwrites the rest of a failed attempt. */
const NEW = constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | constants.O_NOFOLLOW
