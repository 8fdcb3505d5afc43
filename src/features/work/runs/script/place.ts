import { realpathSync } from 'node:fs'
import { isAbsolute, join, normalize, sep } from 'node:path'

/** Whether a path that is written in a Hub's file names something outside the Hub's folder. */
export const leadsOut = (path: string): boolean =>
  isAbsolute(path) || normalize(path) === '..' || normalize(path).startsWith(`..${sep}`)

/** True if a path in a folder exists, and is outside of it after following links. */
export function isLinkedOut(folder: string, path: string): boolean {
  try {
    return !realpathSync(join(folder, path)).startsWith(realpathSync(folder) + sep)
  } catch {
    return false // missing, or unreadable
  }
}
