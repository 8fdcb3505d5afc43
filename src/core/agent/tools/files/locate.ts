import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { existingNames } from '#ground/base/files/existing-name.ts'
import { parsePath, shownPath, type AreaPath } from './path.ts'

export interface AreaFolders {
  hubFolder: string
  chatFolder: string
}

export class BadPath extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadPath'
  }
}

export interface LocatedFile {
  root: string
  real: string
  shown: string
  /** Name of the root in messages, such as `files/`. */
  place: string
}

export const areaFolder = (
  { hubFolder, chatFolder }: AreaFolders,
  { area }: Pick<AreaPath, 'area'>,
): string => (area === 'chat' ? chatFolder : join(hubFolder, 'files'))

export function parseOrThrow(path: string): AreaPath {
  const parsed = parsePath(path)
  if (!parsed.ok) throw new BadPath(parsed.refusal)
  return parsed.value
}

/**
 * A symbolic link must stay in the same area and not point to hidden files.
 *
 * @throws BadPath if the path is malformed, leaves the area or does not exist.
 */
export async function locateFile(folders: AreaFolders, path: string): Promise<LocatedFile> {
  const parsed = parseOrThrow(path)
  const about = { shown: shownPath(parsed), place: `${parsed.area}/` }
  const located = await locateBelow(areaFolder(folders, parsed), parsed.segments, about)
  if (!located) throw new BadPath(`There is no ${about.shown}. list_files shows what there is.`)
  return located
}

/** Null if the file does not exist. @throws BadPath if a link leads out of the folder or to a hidden file. */
export async function locateBelow(
  folder: string,
  names: readonly string[],
  { shown, place }: Pick<LocatedFile, 'shown' | 'place'>,
): Promise<LocatedFile | null> {
  const root = await realpath(folder).catch(() => null)
  const existing = await existingNames(folder, names)
  const real = root && (await realpath(join(folder, ...existing)).catch(() => null))
  if (!root || !real) return null
  if (!isVisibleBelow(root, real)) throw new BadPath(`${shown} leads out of ${place}.`)
  return { root, real, shown, place }
}

/**
 * Whether `real` is `root` or below it, without a hidden name on the path. Links in both paths must already be
 * resolved.
 */
export const isVisibleBelow = (root: string, real: string): boolean => {
  const below = relative(root, real)
  if (below === '') return true
  return !isAbsolute(below) && below.split(sep).every((name) => !name.startsWith('.'))
}
