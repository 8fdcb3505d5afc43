/** `npm run tests-of src/core/access/decide.ts`: prints the test files that a change may break. */
import { relative } from 'node:path'
import { readRepository, relatedTests } from './tests-of/related-tests.ts'

const root = process.cwd()
const paths = process.argv.slice(2).map((path) => relative(root, path).replaceAll('\\', '/'))
if (paths.length === 0) {
  console.error('name a file or a folder, such as src/core/access/decide.ts')
  process.exitCode = 2
} else for (const test of relatedTests(readRepository(root), paths)) console.log(test)
