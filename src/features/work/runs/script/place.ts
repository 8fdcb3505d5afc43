import { realpathSync } from 'node:fs'
import { isAbsolute, join, normalize, sep } from 'node:path'

/** Whether a path in a Hub's file leads outside the Hub's folder. */
export const leadsOut = (path: string): boolean =>
  isAbsolute(path) || normalize(path) === '..' || normalize(path).startsWith(`..${sep}`)

/** True if a path exists but leads outside the folder through symbolic links. */
export function isLinkedOut(folder: string, path: string): boolean {
  try {
    return !realpathSync(join(folder, path)).startsWith(realpathSync(folder) + sep)
  } catch {
    return false // missing or unreadable
  }
}
