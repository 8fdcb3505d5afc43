import { globSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pointsOf } from './coverage-points.mjs'

/**
 * How much of the sources ran in any of the processes that wrote what they ran into a folder, as `NODE_V8_COVERAGE` has
 * them do. Every source counts by its own text, loaded or not: a process tells only what ran otherwise than what is around it.
 *
 * @param {{ written: string, sources: string }} folders
 * @returns {{ lines: Share, branches: Share, files: Map<string, { lines: Share, branches: Share }> }} Files by their path
 *   in `sources`.
 * @typedef {{ covered: number, all: number }} Share
 */
export function coverageOf({ written, sources }) {
  const files = sourceFiles(sources)
  for (const name of readdirSync(written).filter((file) => file.endsWith('.json')))
    for (const { url, functions } of scriptsIn(join(written, name))) {
      const file = files.get(url)
      if (file) note(file, functions)
    }
  const shares = new Map([...files.values()].map((file) => [file.name, sharesOf(file)]))
  return { lines: sum(shares, 'lines'), branches: sum(shares, 'branches'), files: shares }
}

/** By the address under which a process loads them. */
function sourceFiles(sources) {
  const folder = realpathSync(sources)
  const names = globSync('**/*.{ts,mjs}', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'))
  return new Map(
    names.toSorted().map((name) => {
      const path = join(folder, name)
      const source = readFileSync(path, 'utf8')
      return [pathToFileURL(path).href, { name, length: source.length, ...pointsOf(path, source) }]
    }),
  )
}

/** A process that was killed while it wrote leaves half a file. */
function scriptsIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).result
  } catch {
    return []
  }
}

/** What one process ran adds to what others did. */
function note({ length, statements, branches }, functions) {
  const counts = new Float64Array(length)
  const ranges = functions.flatMap((one) => one.ranges)
  // Outer ranges come first, so that inner ones have the last word.
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset)
  for (const statement of statements) statement.ran ||= counts[statement.at] > 0
  for (const branch of branches)
    branch.ran ||= counts[branch.at] > (branch.without === undefined ? 0 : counts[branch.without])
}

/** A line ran when every statement that begins on it did. */
function sharesOf({ statements, branches }) {
  const lines = Map.groupBy(statements, ({ line }) => line)
  const covered = [...lines.values()].filter((begun) => begun.every(({ ran }) => ran)).length
  return {
    lines: { covered, all: lines.size },
    branches: { covered: branches.filter(({ ran }) => ran).length, all: branches.length },
  }
}

function sum(shares, kind) {
  const total = { covered: 0, all: 0 }
  for (const file of shares.values()) {
    total.covered += file[kind].covered
    total.all += file[kind].all
  }
  return total
}
