import { relative, sep } from 'node:path'

/** Collects the names of changed entries in the folder that contains the Hubs. `take` returns and clears them. */
export function createChangedEntries(folder: string) {
  /** Null: any entry may have changed. */
  let names: Set<string> | null = null
  return {
    add(paths: Iterable<string>) {
      for (const path of paths)
        if (path === folder) names = null
        else names?.add(relative(folder, path).split(sep)[0]!)
    },
    /** Sorted, without names that begin with a dot; null for all entries. */
    drain(): string[] | null {
      const changed = names
      names = new Set()
      return changed && [...changed].filter((name) => !name.startsWith('.')).toSorted()
    },
  }
}
