/**
 * Write what is made from the code: `docs/configuration.md`, `docs/traceability.md`, the drawing in `docs/architecture.md`,
 * the tables in `docs/decisions/layout.md` and `docs/models.md`, and what makes a new SQLite store.
 *
 *     node scripts/generate-docs.ts [--check]
 *
 * With `--check` nothing is written; a page that would change fails. Either way links, indexes and rules are checked.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CATALOG, RESERVED } from '#processes/config/catalog.ts'
import { configurationPage } from './reference/configuration.ts'
import { documentProblems } from './reference/documents.ts'
import { emptyRooms, pageWithDrawing } from './reference/house.ts'
import { pageWithModelFiles } from './reference/model-files.ts'
import { readModuleState } from './reference/module-state.ts'
import { readRules, readTestTitles } from './reference/read-tests.ts'
import { AT_ONCE_PATH, storeAtOnce } from './reference/store-at-once.ts'
import { pageWithShared, readDeclaredState, sharedProblems } from './reference/shared-table.ts'
import { traceabilityPage, traceabilityProblems } from './reference/traceability.ts'

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const rules = readRules('.')
const titles = readTestTitles('.')
const declared = readDeclaredState('.')

const problems = [
  ...traceabilityProblems(rules, titles),
  ...documentProblems('.'),
  ...emptyRooms('.'),
  ...sharedProblems(readModuleState('.'), declared),
]
for (const { path, page } of [
  { path: 'docs/configuration.md', page: configurationPage(CATALOG, RESERVED) },
  { path: 'docs/traceability.md', page: traceabilityPage(rules, titles) },
  pageWithDrawing('.'),
  pageWithShared('.', declared),
  pageWithModelFiles('.'),
  { path: AT_ONCE_PATH, page: await storeAtOnce() },
]) {
  if (page === currentPage(path)) continue
  if (options.check) problems.push(`${path}: out of date; run npm run docs`)
  else writeFileSync(path, page)
}

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

function currentPage(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
