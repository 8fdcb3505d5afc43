/** `node scripts/prose.ts [root]`: counts signs of indirect English (`docs/style.md`); fails above `LIMITS`. */
import { parseArgs } from 'node:util'
import { LIMITS } from './prose/limits.ts'
import { measureTree } from './prose/measure-tree.ts'
import { reportProse } from './prose/report.ts'

const { positionals } = parseArgs({ allowPositionals: true })
const { lines, problems } = reportProse(measureTree(positionals[0] ?? process.cwd()), LIMITS)
for (const line of lines) console.log(line)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
