import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface Hidden {
  path: string
  isFolder: boolean
}

const MAX_ENTRIES = 50_000

/** @throws Error if the tree is too large: files that were not found cannot be hidden. */
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
      if (entry.isSymbolicLink()) continue // a link opens only what the sandbox also shows without the link
      if (entry.name.startsWith('.')) found.push({ path, isFolder: entry.isDirectory() })
      else if (entry.isDirectory() && entry.name !== 'node_modules') folders.push(path)
    }
  }
  return found
}
