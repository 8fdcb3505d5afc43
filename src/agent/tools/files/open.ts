import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { BadPath, locate, type Folders } from './locate.ts'

const MAX_WHOLE = 25 * 1024 * 1024

export interface OpenFile extends AsyncDisposable {
  handle: FileHandle
  /** Bytes. */
  size: number
  shown: string
}

/**
 * Open a regular file for reading.
 *
 * @throws BadPath as `locate`, and for anything that is not a regular file.
 */
export async function openFile(folders: Folders, path: string): Promise<OpenFile> {
  const { real, shown } = await locate(folders, path)
  // Non-blocking: a named pipe must not hold us. No following: what `real` names was just looked at.
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = await handle.stat()
    if (stat.isDirectory()) throw new BadPath(`${shown} is a folder; list_files shows what is in it.`)
    if (!stat.isFile()) throw new BadPath(`${shown} is not a regular file.`)
    return { handle, size: stat.size, shown, [Symbol.asyncDispose]: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** @throws BadPath also when the file is larger than 25 MiB. */
export async function readWhole(folders: Folders, path: string): Promise<Buffer> {
  await using file = await openFile(folders, path)
  if (file.size > MAX_WHOLE)
    throw new BadPath(`${file.shown} is too large to read whole (${file.size} bytes).`)
  return await file.handle.readFile()
}
