import { globSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { instrument } from './instrument.mjs'
import { isSource } from './measured.mjs'

/**
 * Includes sources that were never loaded.
 * @param {{ written: string, sources: string }} folders
 * @returns {{ lines: Share, branches: Share, files: Map<string, { lines: Share, branches: Share }> }} Files by path.
 * @typedef {{ covered: number, all: number }} Share
 */
export function coverageOf({ written, sources }) {
  const files = sourceFiles(sources)
  for (const name of namesIn(written))
    for (const [path, marks] of marksIn(join(written, name))) {
      const file = files.get(path)
      if (file) for (let point = 0; point < marks.length; point++) file.ran[point] |= marks.charCodeAt(point)
    }
  const shares = new Map([...files.values()].map((file) => [file.name, sharesOf(file)]))
  return { lines: sum(shares, 'lines'), branches: sum(shares, 'branches'), files: shares }
}

function sourceFiles(sources) {
  const folder = realpathSync(sources)
  const paths = globSync('**', { cwd: folder }).map((name) => join(folder, name))
  const measured = paths.filter((path) => isSource(path, { sources: folder }))
  return new Map(
    measured.toSorted().map((path) => {
      const name = relative(folder, path)
      const { points } = instrument(path, readFileSync(path, 'utf8'), '')
      return [path, { name, points, ran: new Uint8Array(points.length) }]
    }),
  )
}

function namesIn(folder) {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.json'))
  } catch {
    return [] // no process loaded a source
  }
}

/** A killed process may leave an incomplete file. */
function marksIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return []
  }
}

/** A line counts only if all statements that start on it ran. */
function sharesOf({ points, ran }) {
  const numbered = points.map((line, point) => ({ line, ran: ran[point] === 1 }))
  const statements = numbered.filter(({ line }) => line > 0)
  const branches = numbered.filter(({ line }) => line === 0)
  const lines = [...Map.groupBy(statements, ({ line }) => line).values()]
  return {
    lines: shareOf(lines, (begun) => begun.every((one) => one.ran)),
    branches: shareOf(branches, (one) => one.ran),
  }
}

const shareOf = (all, isCovered) => ({ covered: all.filter(isCovered).length, all: all.length })

function sum(shares, kind) {
  const total = { covered: 0, all: 0 }
  for (const file of shares.values()) {
    total.covered += file[kind].covered
    total.all += file[kind].all
  }
  return total
}
