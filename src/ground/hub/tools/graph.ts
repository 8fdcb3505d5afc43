/** Paths are absolute. */
export interface ModuleGraph {
  link(importer: string, imported: string): void
  version(file: string): number
  files(): Set<string>
  closure(file: string): Set<string>
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

function reach(start: Iterable<string>, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set(start)
  for (const file of found) for (const next of edges.get(file) ?? []) found.add(next) // iteration includes items that are added to the set
  return found
}
