import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOAD, REMEDIES, SIZES } from './scale/assumptions.ts'
import { countsTable, type ActCounts } from './scale/counts.ts'
import { breaksTable, usesTable, waitsTable } from './scale/tables.ts'

/**
 * Computes bottlenecks and remedies for a thousand Hubs and a million people on one Postgres, message bus and object
 * storage, from counts (`bench/scale-counts.ts`) and assumptions (`bench/scale/assumptions.ts`).
 *   node bench/scale-simulation.ts [--write]
 * `--write` replaces the tables in `docs/performance.md`.
 */
const { acts } = JSON.parse(readFileSync(join(import.meta.dirname, 'scale/counts.json'), 'utf8')) as {
  acts: ActCounts[]
}
const onPage = { counts: countsTable(acts), breaks: breaksTable(acts, LOAD, SIZES, REMEDIES) }
for (const table of [...Object.values(onPage), usesTable(acts, LOAD, SIZES), waitsTable(acts, LOAD, SIZES)])
  console.log(`\n${table}`)

if (process.argv.includes('--write')) {
  const page = join(import.meta.dirname, '../docs/performance.md')
  let text = readFileSync(page, 'utf8')
  for (const [name, table] of Object.entries(onPage)) {
    const marks = new RegExp(`(<!-- scale ${name} -->\n)[\\s\\S]*?(<!-- end -->)`)
    if (!marks.test(text)) throw new Error(`${page} has no place for ${name}`)
    text = text.replace(marks, (_, begin: string, end: string) => `${begin}\n${table}\n\n${end}`)
  }
  writeFileSync(page, text)
}
