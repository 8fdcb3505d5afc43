/**
 * Generates parts of `docs/`, the schema of a new SQLite database and the help of `hub`; checks links and rules.
 *     node scripts/generate-docs.ts [--check]
 * `--check` writes nothing and fails if a page would change.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { CATALOG, UNUSED_NAMES } from '#processes/config/catalog.ts'
import { pageWithChatErrors } from './reference/chat-errors.ts'
import { commandHelp, HELP_PATH } from './reference/command-help.ts'
import { configurationPage } from './reference/configuration.ts'
import { readDeclaredState, sharedProblems } from './reference/declared-state.ts'
import { documentProblems } from './reference/documents.ts'
import { emptyRooms, pageWithDrawing } from './reference/house.ts'
import { pageWithModelFiles } from './reference/model-files.ts'
import { readModuleState } from './reference/module-state.ts'
import { readRules, readTestTitles } from './reference/read-tests.ts'
import { traceabilityProblems, traceabilitySummary } from './reference/traceability.ts'

const { values: options } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
const rules = readRules('.')
const titles = readTestTitles('.')

const problems = [
  ...traceabilityProblems(rules, titles),
  ...documentProblems('.'),
  ...emptyRooms('.'),
  ...sharedProblems(readModuleState('.'), readDeclaredState('.')),
]
for (const { path, page } of [
  { path: 'docs/configuration.md', page: configurationPage(CATALOG, UNUSED_NAMES) },
  pageWithChatErrors('.'),
  pageWithDrawing('.'),
  pageWithModelFiles('.'),
  { path: HELP_PATH, page: commandHelp() },
]) {
  if (page === currentPage(path)) continue
  if (options.check) problems.push(`${path}: out of date; run npm run docs`)
  else writeFileSync(path, page)
}

console.log(`${traceabilitySummary(rules, titles)}; npm run --silent traceability lists them`)
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
