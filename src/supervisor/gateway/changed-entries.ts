import { relative, sep } from 'node:path'

export function createChangedEntries(folder: string) {
  /** Null: any entry of `folder` may have changed. */
  let names: Set<string> | null = null
  return {
    add(paths: Iterable<string>) {
      for (const path of paths)
        if (path === folder) names = null
        else names?.add(relative(folder, path).split(sep)[0]!)
    },
    drain(): string[] | null {
      const changed = names
      names = new Set()
      return changed && [...changed].filter((name) => !name.startsWith('.')).toSorted()
    },
  }
}
