import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Long files first, so that none runs alone at the end. With a seed, a random order.
 * @param {string} folder
 * @param {string[]} patterns Files or folders.
 * @param {{ seed?: number }} options A seed selects a random, reproducible order.
 * @returns {string[]} Absolute paths.
 */
export function testFiles(folder, patterns, { seed } = {}) {
  const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  const within = patterns.map((pattern) =>
    isFolder(resolve(folder, pattern)) ? join(pattern, '**/*.test.{ts,tsx}') : pattern,
  )
  const files = globSync(within, { cwd: folder, exclude: (path) => /(^|\/)node_modules$/.test(path) })
  const sorted = [...new Set(files.map((file) => resolve(folder, file)))].toSorted()
  return seed === undefined ? inUsualOrder(sorted) : shuffled(sorted, seed)
}

/** True for a file with a line such as `// Runs in a process of its own: it measures this one's memory.` */
export const runsApart = (file) => /^\/\/ Runs in a process of its own: \S/m.test(readFileSync(file, 'utf8'))

/**
 * Looks for a line such as `// On folders only: the database of an earlier release is a file.`
 * @returns {string | null} The reason, from the line.
 */
export const whyOnFoldersOnly = (file) =>
  /^\/\/ On folders only: (\S.*)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? null

const FIRST = [
  'agent',
  'workflows',
  'docs',
  'isolation',
  'journeys',
  'cli',
  'supervisor',
  'web',
  'web-console',
  'web-artifacts',
  'artifacts',
]

function inUsualOrder(files) {
  const rankOf = (file) => {
    const rank = FIRST.findIndex((suite) => file.includes(`/tests/${suite}/`))
    return rank < 0 ? FIRST.length : rank
  }
  return files.toSorted((a, b) => rankOf(a) - rankOf(b))
}

function shuffled(files, seed) {
  const random = randomFrom(seed)
  for (let last = files.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[files[last], files[other]] = [files[other], files[last]]
  }
  return files
}

/** Random numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
