import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { lockfileHash } from './dependencies.mjs'
import { root } from './tree.mjs'

/**
 * Names, sizes and times of files in one hash, with the dependencies; reading them all would cost more than it is worth.
 *
 * @param {readonly string[]} paths
 * @returns {string}
 */
export function sourcesKey(paths) {
  const hash = createHash('sha256').update(lockfileHash())
  for (const path of paths) {
    const { size, mtimeMs } = statSync(path)
    // Relative: a checkout that is copied with its times, as into an image, stays built.
    hash.update(`${relative(root, path)}\0${size}\0${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/** All files of a folder that is built from, in order, without what was built or installed. */
export const sourcesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !['dist', 'node_modules'].includes(entry.name) && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? sourcesIn(path) : [path]
    })
    .sort()
