import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readImports } from './read-imports.ts'

/** An import of one file of the tree by another. Both are paths from the root, with `/`. */
export interface Arrow {
  from: string
  line: number
  to: string
  /** Whether `to` is loaded with `from`. */
  isLoaded: boolean
}

export interface Tree {
  files: readonly string[]
  arrows: readonly Arrow[]
}

const SOURCES = ['src/**/*.ts', 'web/**/*.{ts,tsx}']

/**
 * Parse source files, by default those under `src/` and `web/`. Imports of packages are left out.
 *
 * @param patterns Glob patterns, relative to `root`.
 */
export function readTree(root: string, patterns: readonly string[] = SOURCES): Tree {
  const files = globSync(patterns, { cwd: root, exclude: ['web/dist/**', '**/node_modules/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .toSorted()
  const arrows = files.flatMap((from) =>
    readImports(from, readFileSync(join(root, from), 'utf8')).flatMap(({ specifier, ...place }) => {
      const to = resolveImport(from, specifier)
      return to ? [{ from, to, ...place }] : []
    }),
  )
  return { files, arrows }
}

/** @returns Path from the root; null for a package or a built-in module. */
function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return posix.join('src', specifier.slice(1))
  if (!specifier.startsWith('.')) return null
  const [path] = specifier.split('?') // bundlers take options behind the name
  return posix.join(posix.dirname(from), path!)
}
