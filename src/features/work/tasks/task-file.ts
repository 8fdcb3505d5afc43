import { parseDuration } from '#ground/base/duration.ts'
import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import { splitFrontMatter } from '#ground/hub/front-matter.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { ModelChoice } from '#ground/hub/model-choice.ts'
import { readYamlWithPositions } from '#ground/hub/yaml-positions.ts'
import { shortText, ToolNames } from '#ground/hub/short-text.ts'
import {
  checkTrigger,
  DefinitionKeys,
  locateDeliver,
  triggerOf,
} from '#features/work/runs/definitions/definition-keys.ts'
import type {
  Missed,
  NamedTool,
  LocatedDeliver,
  Trigger,
} from '#features/work/runs/definitions/definition.ts'
import { leadsOut } from '#features/work/runs/script/links.ts'

export interface TaskFile {
  /** Name of the file without `.md`. */
  id: string
  name: string
  description: string
  trigger: Trigger
  /** Account that the task's runs act as. Null for no account, which only a manual task may have. */
  runAs: string | null
  /** Script, relative to the Hub's folder, with its arguments; null for a task of the agent. */
  run: readonly string[] | null
  model: ModelChoice | null
  timeoutMs: number
  maxRounds: number
  maxTurns: number
  /** Folders in the Hub's `files/` that the agent may write; true for all. */
  write: boolean | readonly string[]
  commit: boolean
  push: boolean
  tools: readonly string[] | null
  namedTools: readonly NamedTool[]
  deliver: readonly LocatedDeliver[]
  missed: Missed
  enabled: boolean
  prompt: string
}

const flag = z.boolean('expected true or false')
const count = (most: number) =>
  z.int('expected a whole number').min(1, 'expected at least 1').max(most, `expected at most ${most}`)

const Pattern = shortText(500).refine(
  (pattern) => !leadsOut(pattern),
  'leads out of the Hub’s folder; expected a pattern in it, such as files/orders/**',
)

/** For example `90s`, `30m`, `2h`. A number without unit means seconds. */
const Duration = z
  .union([z.number(), z.string()], 'expected a duration such as 30m')
  .transform((value, context) => {
    const ms = parseDuration(/^\d+$/.test(String(value)) ? `${value}s` : String(value))
    if (ms !== null && ms >= 1000 && ms <= MAX_DURATION_MS) return ms
    context.addIssue('expected a time from 1s to 7d, such as 30m')
    return z.NEVER
  })
const MAX_DURATION_MS = 7 * 86_400_000

const LEADS_OUT = 'leads out of the Hub’s folder; expected a script in it, such as scripts/orders.sh'

const TaskKeys = z
  .strictObject({
    name: shortText(200).nullish(),
    ...DefinitionKeys,
    run: shortText(4000)
      .refine((line) => !line.includes('\0'), 'contains a NUL character, which programs cannot receive')
      .refine((line) => !leadsOut(wordsOf(line)[0] ?? ''), LEADS_OUT)
      .nullish(),
    model: ModelChoice.nullish(),
    timeout: Duration.nullish(),
    max_rounds: count(100).nullish(),
    max_turns: count(1000).nullish(),
    write: z
      .union(
        [z.boolean(), z.array(Pattern).max(200, 'expected at most 200 patterns')],
        'expected true, false or a list of patterns',
      )
      .nullish(),
    commit: flag.nullish(),
    push: flag.nullish(),
    tools: ToolNames.nullish(),
  })
  .check(({ value, issues }) => {
    const complain = (key: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [key], message })
    checkTrigger('task', value, complain)
    if (value.push && !value.commit)
      complain('push', 'push needs commit: true, because only commits are pushed')
    for (const key of AGENT_KEYS)
      if (value.run && value[key] != null)
        complain(key, 'has no effect: a task that runs a script has no agent')
  })

const AGENT_KEYS = ['model', 'max_rounds', 'max_turns', 'tools'] as const

const DEFAULTS = { timeoutMs: 30 * 60_000, maxRounds: 3, maxTurns: 30 }

/** `file` is relative to the Hub's folder. */
export function parseTaskFile(
  content: string,
  id: string,
  file: string,
  isLinkedOut: (path: string) => boolean = () => false,
): Result<TaskFile, HubProblem[]> {
  const split = splitFrontMatter(content)
  if (!split.ok) return refused([{ file, column: 1, ...split.refusal }])
  const { yaml, firstLine, body } = split.value
  const read = readYamlWithPositions(TaskKeys, yaml, firstLine)
  if (!read.ok) return refused(read.refusal.map((complaint) => ({ file, ...complaint })))
  const { value: keys, placeOf } = read.value
  const run = keys.run ? wordsOf(keys.run) : null
  if (run === null && body === '')
    return refused([{ file, line: 1, column: 1, message: 'the task is empty: it has neither text nor run' }])
  if (run !== null && isLinkedOut(run[0] ?? ''))
    return refused([{ file, ...placeOf('run'), message: `run: is a link that ${LEADS_OUT}` }])
  return accepted({
    id,
    name: keys.name ?? id,
    description: keys.description ?? '',
    trigger: triggerOf(keys, placeOf('on_webhook')),
    runAs: keys.run_as ? normalEmail(keys.run_as) : null,
    run,
    model: keys.model ?? null,
    timeoutMs: keys.timeout ?? DEFAULTS.timeoutMs,
    maxRounds: keys.max_rounds ?? DEFAULTS.maxRounds,
    maxTurns: keys.max_turns ?? DEFAULTS.maxTurns,
    write: keys.write ?? false,
    commit: keys.commit ?? false,
    push: keys.push ?? false,
    tools: keys.tools ?? null,
    namedTools: (keys.tools ?? []).map((tool, index) => ({
      tool,
      key: 'tools',
      isAdded: true,
      place: placeOf('tools', index),
    })),
    deliver: locateDeliver(keys.deliver, placeOf),
    missed: keys.missed ?? 'run_once',
    enabled: keys.enabled ?? true,
    prompt: body,
  })
}

/** Splits at white space. Quotes keep white space within a word. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain!,
  )
}
