import { randomBytes } from 'node:crypto'
import { open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a file so that after a power cut it holds either its old content or all of the new.
 *
 * The order matters: bytes reach the disk before the name does, and the name before we return. Without the
 * first fsync a new name may hold zero bytes; without the folder's fsync the name itself may be lost.
 *
 * @param mode Permission bits of the new file; default 0600.
 */
export async function writeFileDurably(
  path: string,
  content: string | Uint8Array,
  mode = 0o600,
): Promise<void> {
  const folder = dirname(path)
  const temporary = join(folder, `.${basename(path)}.${randomBytes(6).toString('hex')}`)
  try {
    await writeAndSync(temporary, content, mode)
    await rename(temporary, path)
  } catch (error) {
    await unlink(temporary).catch(() => {})
    throw error
  }
  await syncFolder(folder)
}

async function writeAndSync(path: string, content: string | Uint8Array, mode: number): Promise<void> {
  await using file = await open(path, 'wx', mode)
  await file.writeFile(content)
  await file.sync()
}

/** Make the names in a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/** Make the bytes of a file durable that was written without. */
export const syncFile = (path: string): Promise<void> => syncFolder(path)
