import { randomBytes } from 'node:crypto'
import { open, rename, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * After a power loss, the file has either its old or its complete new content.
 *
 * 1. Write a temporary file and sync its bytes, else the new name may point to zero bytes.
 * 2. Rename it and sync the folder, else the new name may be lost.
 *
 * @param mode Permission bits; default 0600.
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

export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

export const syncFile = (path: string): Promise<void> => syncFolder(path)
