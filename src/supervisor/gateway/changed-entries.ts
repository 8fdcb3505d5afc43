import { relative, sep } from 'node:path'

/** Which entries of the folder of Hubs something happened to since they were last looked at. */
export function createTouched(folder: string) {
  /** Null while all may have changed. */
  let names: Set<string> | null = null
  return {
    note(paths: Iterable<string>) {
      for (const path of paths)
        if (path === folder) names = null
        else names?.add(relative(folder, path).split(sep)[0]!)
    },
    /** In alphabetical order, without those that begin with a dot; null for all. */
    take(): string[] | null {
      const taken = names
      names = new Set()
      return taken && [...taken].filter((name) => !name.startsWith('.')).toSorted()
    },
  }
}
