import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem } from 'node:os'
import type { Figure } from '../support/figures.ts'
import type { Goal, Question, Script, Unit } from './questions.ts'

/** Figures by name; null if other processes disturbed the script. */
export type Answers = ReadonlyMap<string, Figure> | null

export function listOf(asked: readonly { script: Script; answers: Answers }[]): string {
  const items = asked.flatMap(({ script, answers }) =>
    script.questions.map((question) => itemOf(question, answers)),
  )
  return `${machine()}\n\n${items.join('\n')}\n`
}

function itemOf({ what, figure, unit, goal }: Question, answers: Answers): string {
  const found = answers?.get(figure)
  const text = found ? measured(found, unit, goal) : NOT_VALID
  return `- ${what}: ${text}${goal ? `; goal ${wanted(goal, unit)}` : ''}`
}

const NOT_VALID = '*not valid: other work on the machine*'

function measured({ value, low, high }: Figure, unit: Unit, goal: Goal | undefined): string {
  if (value === null || low === null || high === null) return NOT_VALID
  const between = low === high ? '' : ` (${amount(low)} to ${amount(high)})`
  const text = `${amount(value)}${between}${unit && ` ${unit}`}`
  return goal && !holds(value, goal) ? `**${text}**` : text
}

const holds = (value: number, goal: Goal): boolean =>
  'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost

const wanted = (goal: Goal, unit: Unit): string =>
  `${'atLeast' in goal ? `≥ ${amount(goal.atLeast)}` : `≤ ${amount(goal.atMost)}`}${unit && ` ${unit}`}`

function amount(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return Number(value.toFixed(Math.min(digits, 4))).toLocaleString('en')
}

function machine(): string {
  const day = new Date().toISOString().slice(0, 10)
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`
  const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { encoding: 'utf8' }).trim()
  return `${day}, commit ${commit}: ${cpus().length} cores (${cpus()[0]!.model}), ${memory}, Linux ${release()}, Node ${process.versions.node}. Bold figures miss their goal.`
}
