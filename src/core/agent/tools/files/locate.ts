import { realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { existingNames } from '#ground/base/files/existing-name.ts'
import { parsePath, shownPath, type AreaPath } from './path.ts'

/** The two folders that file tools see. */
export interface AreaFolders {
  hubFolder: string
  chatFolder: string
}

/** A path that can't be used, with a message for the model. */
export class BadPath extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BadPath'
  }
}

export interface LocatedFile extends AreaPath {
  /** Real absolute path of the area's folder. */
  root: string
  /** Real absolute path, links resolved. */
  real: string
  shown: string
}

export const areaFolder = (
  { hubFolder, chatFolder }: AreaFolders,
  { area }: Pick<AreaPath, 'area'>,
): string => (area === 'chat' ? chatFolder : join(hubFolder, 'files'))

/** @throws BadPath */
export function parseOrThrow(path: string): AreaPath {
  const parsed = parsePath(path)
  if (!parsed.ok) throw new BadPath(parsed.refusal)
  return parsed.value
}

/**
 * Find an existing file or folder. A symbolic link may point elsewhere in the same area, never out of it and never at
 * something hidden.
 *
 * @throws BadPath when the path is malformed, leads out, or names nothing.
 */
export async function locateFile(folders: AreaFolders, path: string): Promise<LocatedFile> {
  const parsed = parseOrThrow(path)
  const shown = shownPath(parsed)
  const folder = areaFolder(folders, parsed)
  const root = await realpath(folder).catch(() => null)
  const segments = await existingNames(folder, parsed.segments)
  const real = root && (await realpath(join(folder, ...segments)).catch(() => null))
  if (!root || !real) throw new BadPath(`There is no ${shown}. list_files shows what there is.`)
  if (!isVisibleBelow(root, real)) throw new BadPath(`${shown} leads out of ${parsed.area}/.`)
  return { ...parsed, root, real, shown }
}

/** Whether `real` is `root` or below it with no hidden name on the way. Both are real paths. */
export const isVisibleBelow = (root: string, real: string): boolean => {
  const below = relative(root, real)
  if (below === '') return true
  return !isAbsolute(below) && below.split(sep).every((name) => !name.startsWith('.'))
}
