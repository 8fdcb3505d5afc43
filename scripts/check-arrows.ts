/** `node scripts/check-arrows.ts [root]`: checks the direction of imports. */
import { importProblems } from './arrows/import-problems.ts'
import { readTree } from './arrows/read-tree.ts'

const tree = readTree(process.argv[2] ?? process.cwd())
const problems = importProblems(tree)
for (const problem of problems) console.error(problem)
console.log(
  `${tree.files.length} files, ${tree.arrows.length} imports between them, ${problems.length} broken rules`,
)
process.exitCode = problems.length > 0 ? 1 : 0
