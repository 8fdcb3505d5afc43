import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * How much of the sources ran in any of the processes that wrote what they ran into a folder, as `NODE_V8_COVERAGE` has
 * them do. Counts lines that are not blank, and branches as V8 sees them: functions, and blocks that ran another number of
 * times than what is around them. A file that no process loaded, such as one of types, counts for nothing.
 *
 * @param {{ written: string, sources: string }} folders
 * @returns {{ lines: Share, branches: Share, files: Map<string, { lines: Share, branches: Share }> }} Files by their path
 *   in `sources`.
 * @typedef {{ covered: number, all: number }} Share
 */
export function coverageOf({ written, sources }) {
  const prefix = `${pathToFileURL(realpathSync(sources)).href}/`
  const files = new Map()
  for (const name of readdirSync(written).filter((file) => file.endsWith('.json')))
    for (const { url, functions } of scriptsIn(join(written, name)))
      if (url.startsWith(prefix) && !url.endsWith('.test.ts')) note(files, url, functions)
  const shares = new Map(
    [...files].map(([url, file]) => [url.slice(prefix.length), sharesOf(file)]).toSorted(),
  )
  return { lines: sum(shares, 'lines'), branches: sum(shares, 'branches'), files: shares }
}

/** A process that was killed while it wrote leaves half a file. */
function scriptsIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).result
  } catch {
    return []
  }
}

function note(files, url, functions) {
  const file = files.get(url) ?? opened(url)
  if (!file) return
  files.set(url, file)
  const ran = new Uint8Array(file.source.length)
  const ranges = functions.flatMap((one) => one.ranges)
  // Outer ranges come first, so that inner ones have the last word.
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
  for (const { startOffset, endOffset, count } of ranges) {
    ran.fill(count > 0 ? 1 : 0, startOffset, endOffset)
    file.branches.add(startOffset * SPAN + endOffset)
  }
  for (let at = 0; at < ran.length; at++) file.ran[at] |= ran[at]
}

/** Two offsets in one number. */
const SPAN = 2 ** 26

function opened(url) {
  const path = fileURLToPath(url)
  if (!existsSync(path)) return null // a build's, or a test's own
  const source = readFileSync(path, 'utf8')
  return { source, ran: new Uint8Array(source.length), branches: new Set() }
}

function sharesOf({ source, ran, branches }) {
  const lines = { covered: 0, all: 0 }
  let start = 0
  for (const line of source.split('\n')) {
    const first = start + line.search(/\S/)
    if (first >= start) {
      lines.all++
      if (ran.subarray(first, start + line.length).includes(1)) lines.covered++
    }
    start += line.length + 1
  }
  const covered = [...branches].filter((branch) => ran[Math.floor(branch / SPAN)] === 1).length
  return { lines, branches: { covered, all: branches.size } }
}

function sum(shares, kind) {
  const total = { covered: 0, all: 0 }
  for (const file of shares.values()) {
    total.covered += file[kind].covered
    total.all += file[kind].all
  }
  return total
}
