import { closeSync, constants, openSync, renameSync, writeSync } from 'node:fs'

/**
 * Write a file that appears whole: under another name first, which is on the same file system and nobody else's. It is not
 * made durable. A small write to the page cache takes less time than waiting for a thread would.
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

/** What a failure left there is written over. */
const NEW = constants.O_CREAT | constants.O_TRUNC | constants.O_WRONLY | constants.O_NOFOLLOW
