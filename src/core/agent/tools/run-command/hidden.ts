import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Something in a folder that commands must not see. */
export interface Hidden {
  /** Path below the folder. */
  path: string
  isFolder: boolean
}

const MAX_ENTRIES = 50_000

/**
 * Finds files and folders whose names start with a dot, at any depth. Contents of hidden folders and of
 * `node_modules` are not read.
 *
 * @throws Error when the tree is too large: unseen files can't be hidden.
 */
export async function hiddenBelow(folder: string): Promise<Hidden[]> {
  const found: Hidden[] = []
  const folders = ['']
  let looked = 0
  for (const below of folders) {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
    looked += entries.length
    if (looked > MAX_ENTRIES) throw new Error(`The folder ${folder} has too many files for run_command.`)
    for (const entry of entries) {
      const path = join(below, entry.name)
      if (entry.isSymbolicLink()) continue // it leads to what is visible in the sandbox, or nowhere
      if (entry.name.startsWith('.')) found.push({ path, isFolder: entry.isDirectory() })
      else if (entry.isDirectory() && entry.name !== 'node_modules') folders.push(path)
    }
  }
  return found
}
