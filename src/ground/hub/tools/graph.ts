/** Which file imports which, and how often each had to be loaded anew. Paths are absolute. */
export interface ModuleGraph {
  link(importer: string, imported: string): void
  /** A number that grows whenever the file, or one that it imports, has changed. */
  version(file: string): number
  /** Every file that was linked. */
  files(): Set<string>
  /** Files that a load of `file` reads, itself first. */
  closure(file: string): Set<string>
  /** Note that these files changed. Gives them and all files that depend on them. */
  change(files: Iterable<string>): Set<string>
}

export function createModuleGraph(): ModuleGraph {
  const imports = new Map<string, Set<string>>()
  const importers = new Map<string, Set<string>>()
  const versions = new Map<string, number>()
  return {
    link(importer, imported) {
      add(imports, importer, imported)
      add(importers, imported, importer)
    },
    version: (file) => versions.get(file) ?? 0,
    files: () => new Set([...imports.keys(), ...importers.keys()]),
    closure: (file) => reach([file], imports),
    change(files) {
      const affected = reach(files, importers)
      for (const file of affected) versions.set(file, (versions.get(file) ?? 0) + 1)
      return affected
    },
  }
}

const add = (map: Map<string, Set<string>>, key: string, value: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}

/** Everything that can be reached from `start`, in breadth-first order. Cycles are fine. */
function reach(start: Iterable<string>, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set(start)
  for (const file of found) for (const next of edges.get(file) ?? []) found.add(next) // a set grows while it is walked
  return found
}
