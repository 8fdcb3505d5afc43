/**
 * Prints all rules of the service with their tests, as Markdown.
 *
 *     npm run --silent traceability > traceability.md
 *
 * `npm run docs` fails for a rule without a test.
 */
import { readRules, readTestTitles } from './reference/read-tests.ts'
import { traceabilityPage } from './reference/traceability.ts'

process.stdout.write(traceabilityPage(readRules('.'), readTestTitles('.')))
