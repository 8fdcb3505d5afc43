import { realpathSync } from 'node:fs'
import { isAbsolute, join, normalize, sep } from 'node:path'

export const leadsOut = (path: string): boolean =>
  isAbsolute(path) || normalize(path) === '..' || normalize(path).startsWith(`..${sep}`)

/** True if the path leads out of the folder through a symbolic link. False for a missing path. */
export function isLinkedOut(folder: string, path: string): boolean {
  try {
    return !realpathSync(join(folder, path)).startsWith(realpathSync(folder) + sep)
  } catch {
    return false // missing or unreadable
  }
}
