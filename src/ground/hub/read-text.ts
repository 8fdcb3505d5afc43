import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const MAX_FILE_BYTES = 1024 * 1024

/**
 * Without `O_NONBLOCK`, opening a FIFO would block a thread of Node's thread pool until another program writes to the
 * FIFO. @throws Error; see `readErrorReason`.
 */
export async function readHubText(path: string): Promise<string> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const facts = await file.stat()
  if (!facts.isFile()) throw new Error('is not a file')
  if (facts.size > MAX_FILE_BYTES) throw new Error('is larger than 1 MiB')
  const bytes = await file.readFile()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Error('is not UTF-8: save the file as UTF-8')
  }
}

export const readErrorReason = ({ code, message }: NodeJS.ErrnoException): string =>
  (code === undefined ? undefined : REASONS[code]) ?? message

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is a link to a missing file',
  ELOOP: 'is a link that leads back to itself',
  EACCES: 'cannot be read by the user that the service runs as',
  ENOTDIR: 'is not a folder',
  ENXIO: 'is not a file', // the system returns this code for a socket, which cannot be opened
}
