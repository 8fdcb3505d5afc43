import { constants } from 'node:fs'
import { open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises'
import { BadPath, isVisibleBelow, locateFile, type AreaFolders, type LocatedFile } from './locate.ts'

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants
const MAX_WHOLE = 25 * 1024 * 1024

export interface OpenAreaFile extends AsyncDisposable {
  handle: FileHandle
  /** Bytes. */
  size: number
  shown: string
}

export interface OpenFolder extends AsyncDisposable {
  handle: FileHandle
  /**
   * Path of an entry. On Linux, the path stays valid if the folder is moved or replaced by a link, because it names
   * the folder by its file descriptor.
   */
  entry(name: string): string
}

export const openFile = async (folders: AreaFolders, path: string): Promise<OpenAreaFile> =>
  openLocated(await locateFile(folders, path))

export async function openLocated(located: LocatedFile): Promise<OpenAreaFile> {
  const { shown } = located
  const kind = await plainly(shown, () => stat(located.real)) // checks first: opening a device may have side effects
  if (kind.isDirectory()) throw new BadPath(`${shown} is a folder; list_files shows what is in it.`)
  if (!kind.isFile()) throw new BadPath(`${shown} is not a regular file.`)
  const handle = await openConfined(located, O_RDONLY)
  try {
    const about = await handle.stat()
    if (!about.isFile()) throw new BadPath(`${shown} is not a regular file.`)
    return { handle, size: about.size, shown, [Symbol.asyncDispose]: () => handle.close() }
  } catch (error) {
    await handle.close()
    throw error
  }
}

export async function openFolder(located: LocatedFile): Promise<OpenFolder> {
  return folderOf(await openConfined(located, O_RDONLY | O_DIRECTORY), located.real)
}

/**
 * Call it only for a folder that only the service can move or replace, because links in parents of the folder are
 * followed.
 */
export async function openRoot(real: string): Promise<OpenFolder> {
  return folderOf(await open(real, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), real)
}

/** Does not follow links, so that the path cannot leave the parent. */
export async function openBelow(parent: OpenFolder, name: string): Promise<OpenFolder> {
  const path = parent.entry(name)
  return folderOf(await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), path)
}

/** @throws BadPath like `openFile`, and if the file exceeds 25 MiB. */
export async function readWholeFile(folders: AreaFolders, path: string): Promise<Buffer> {
  await using file = await openFile(folders, path)
  return await readAll(file)
}

/** @throws BadPath if the file exceeds 25 MiB. */
export async function readAll({ handle, size, shown }: OpenAreaFile): Promise<Buffer> {
  if (size > MAX_WHOLE) throw new BadPath(`${shown} is too large to read whole (${size} bytes).`)
  const content = Buffer.alloc(size)
  const { bytesRead } = await handle.read(content, 0, size, 0)
  return content.subarray(0, bytesRead)
}

/**
 * Checks the location again after opening, because an attacker may replace the file with a link in between.
 * Non-blocking, because opening a named pipe would wait.
 */
async function openConfined({ real, root, shown, place }: LocatedFile, flags: number): Promise<FileHandle> {
  const handle = await plainly(shown, () => open(real, flags | O_NOFOLLOW | O_NONBLOCK))
  try {
    if (isVisibleBelow(root, await pathOf(handle, real))) return handle
    throw new BadPath(`${shown} leads out of ${place}.`)
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function pathOf(handle: FileHandle, opened: string): Promise<string> {
  if (process.platform === 'linux') return await readlink(descriptorPath(handle))
  const path = await realpath(opened)
  const [there, here] = await Promise.all([stat(path), handle.stat()])
  if (there.ino !== here.ino || there.dev !== here.dev) throw new BadPath('The file was moved meanwhile.')
  return path
}

const folderOf = (handle: FileHandle, path: string): OpenFolder => {
  const base = process.platform === 'linux' ? descriptorPath(handle) : path
  return { handle, entry: (name) => `${base}/${name}`, [Symbol.asyncDispose]: () => handle.close() }
}

const descriptorPath = (handle: FileHandle): string => `/proc/self/fd/${handle.fd}`

async function plainly<T>(shown: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new BadPath(`${shown} ${(code && REASONS[code]) ?? `can’t be opened (${code})`}.`)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read: the service has no permission',
  EPERM: 'may not be read: the service has no permission',
  ENOENT: 'is no longer there',
  ELOOP: 'was replaced by a link meanwhile',
  ENOTDIR: 'is not a folder',
  ENXIO: 'is not a regular file',
  EMFILE: 'can’t be opened now: too many files are open',
}
