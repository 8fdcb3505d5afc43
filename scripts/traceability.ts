/** `npm run --silent traceability`: prints all rules with their tests. `npm run docs` fails for an untested rule. */
import { readRules, readTestTitles } from './reference/read-tests.ts'
import { traceabilityPage } from './reference/traceability.ts'

process.stdout.write(traceabilityPage(readRules('.'), readTestTitles('.')))
