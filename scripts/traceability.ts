/**
 * Print every rule of the service with the tests that check it, as a Markdown page.
 *
 *     npm run --silent traceability > traceability.md
 *
 * `npm run docs` fails for a rule without a test.
 */
import { readRules, readTestTitles } from './reference/read-tests.ts'
import { traceabilityPage } from './reference/traceability.ts'

process.stdout.write(traceabilityPage(readRules('.'), readTestTitles('.')))
