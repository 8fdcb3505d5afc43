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

export interface LocatedFile extends AreaPath {
  root: string
  real: string
  shown: string
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
  const shown = shownPath(parsed)
  const folder = areaFolder(folders, parsed)
  const root = await realpath(folder).catch(() => null)
  const segments = await existingNames(folder, parsed.segments)
  const real = root && (await realpath(join(folder, ...segments)).catch(() => null))
  if (!root || !real) throw new BadPath(`There is no ${shown}. list_files shows what there is.`)
  if (!isVisibleBelow(root, real)) throw new BadPath(`${shown} leads out of ${parsed.area}/.`)
  return { ...parsed, root, real, shown }
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
