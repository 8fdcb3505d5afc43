import { constants } from 'node:fs'
import { lstat, mkdir, open, realpath, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken } from '#ground/base/ids.ts'
import { BadPath } from './locate.ts'
import { openBelow, openRoot, type OpenFolder } from './open.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/**
 * Writes atomically and does not follow links.
 * @returns Whether the file existed.
 * @throws BadPath if the path contains a link or the target is not a regular file.
 */
export async function replaceFile(
  folder: string,
  segments: readonly string[],
  content: string,
  mode: number,
): Promise<boolean> {
  const names = segments.slice(0, -1)
  const name = segments.at(-1)!
  await mkdir(folder, { recursive: true })
  await using folders = new AsyncDisposableStack()
  let parent = folders.use(await openRoot(await realpath(folder)))
  for (const below of names) parent = folders.use(await openOrMake(parent, below))
  const old = await regularAt(parent.entry(name), name)
  const draft = parent.entry(`.${newToken(64)}.part`)
  try {
    await using file = await open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, old?.mode ?? mode)
    await file.writeFile(content)
    await rename(draft, parent.entry(name))
  } catch (error) {
    await unlink(draft).catch(() => {})
    throw error
  }
  return old !== null
}

export const isRegular = async (folder: string, name: string): Promise<boolean> =>
  (await regularAt(join(folder, name), name)) !== null

const regularAt = async (path: string, name: string) => {
  const about = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new BadPath(`${name} can’t be written (${error.code}).`)
  })
  if (about && !about.isFile()) throw new BadPath(`${name} is not a regular file.`)
  return about
}

const openOrMake = async (parent: OpenFolder, name: string): Promise<OpenFolder> => {
  await mkdir(parent.entry(name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw new BadPath(`The folder ${name} can’t be made (${error.code}).`)
  })
  return openBelow(parent, name).catch(() => {
    throw new BadPath(`${name} is not a folder.`)
  })
}
