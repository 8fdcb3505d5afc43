import { closeSync, constants, openSync, renameSync, writeSync } from 'node:fs'

/**
 * Readers never see a partial file. Synchronous, because a small write to the page cache is faster than waiting for a
 * thread.
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

const NEW = constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | constants.O_NOFOLLOW
