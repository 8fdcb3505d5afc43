import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { readImports } from './read-imports.ts'

/** Paths are relative to the root, with `/`. */
export interface Import {
  from: string
  line: number
  to: string
  isLoaded: boolean
}

export interface Tree {
  files: readonly string[]
  arrows: readonly Import[]
}

const SOURCES = ['src/**/*.ts', 'web/**/*.{ts,tsx}']

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

function resolveImport(from: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return posix.join('src', specifier.slice(1))
  if (!specifier.startsWith('.')) return null
  const [path] = specifier.split('?') // bundlers accept options such as `?raw`
  return posix.join(posix.dirname(from), path!)
}
