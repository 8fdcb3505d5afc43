import { realpathSync } from 'node:fs'
import { isAbsolute, join, normalize, sep } from 'node:path'

/** Whether a path that is written in a Hub's file names something outside the Hub's folder. */
export const leadsOut = (path: string): boolean =>
  isAbsolute(path) || normalize(path) === '..' || normalize(path).startsWith(`..${sep}`)

/** Whether a path in a folder is there, and lies outside it when links are followed. */
export function isLinkedOut(folder: string, path: string): boolean {
  try {
    return !realpathSync(join(folder, path)).startsWith(realpathSync(folder) + sep)
  } catch {
    return false // nothing is there, or nothing that can be told
  }
}
