import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { lockfileHash } from './dependencies.mjs'
import { root } from './tree.mjs'

/**
 * Hashes names, sizes and times of files, and the dependencies. Reading the contents would take too long.
 * @param {readonly string[]} paths
 * @returns {string}
 */
export function sourcesKey(paths) {
  const hash = createHash('sha256').update(lockfileHash())
  for (const path of paths) {
    const { size, mtimeMs } = statSync(path)
    // Relative, so that a copied checkout with the same times needs no build.
    hash.update(`${relative(root, path)}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

export const sourcesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !['dist', 'node_modules'].includes(entry.name) && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? sourcesIn(path) : [path]
    })
    .sort()
