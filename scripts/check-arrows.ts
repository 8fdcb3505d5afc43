/** `node scripts/check-arrows.ts [root]`: checks the direction of imports. */
import { judge } from './arrows/judge.ts'
import { readTree } from './arrows/read-tree.ts'

const tree = readTree(process.argv[2] ?? process.cwd())
const problems = judge(tree)
for (const problem of problems) console.error(problem)
console.log(
  `${tree.files.length} files, ${tree.arrows.length} imports between them, ${problems.length} broken rules`,
)
process.exitCode = problems.length > 0 ? 1 : 0
