import { z } from 'zod'
import { accepted, refused, type Result } from '#base/result.ts'
import { normalEmail } from '#identity/caller.ts'
import { splitFrontMatter } from '#hub/front-matter.ts'
import type { HubProblem } from '#hub/hub.ts'
import { parsePlacedYaml } from '#hub/placed-yaml.ts'
import type { Missed, Trigger } from '#runs/definition.ts'
import { isTimezone, parseSchedule } from '#runs/schedule.ts'

/** A markdown task: what a file in `tasks/` says, defaults filled in. */
export interface Task {
  /** Name of the file without `.md`. */
  id: string
  /** What a person reads. */
  name: string
  description: string
  trigger: Trigger
  /** Account it acts as; null acts as nobody, which only a manual task may. */
  runAs: string | null
  /** Script, relative to the Hub's folder, with its arguments; null for a task of the agent. */
  run: readonly string[] | null
  model: string | null
  /** Milliseconds. */
  timeoutMs: number
  maxRounds: number
  maxTurns: number
  /** What of the Hub's `files/` it may change. */
  write: boolean | readonly string[]
  commit: boolean
  push: boolean
  /** Tools added to those its surface starts with, which only read. */
  tools: readonly string[] | null
  missed: Missed
  enabled: boolean
  /** What the agent is to do. */
  prompt: string
}

const text = z.string('expected text').trim().min(1, 'expected some text')
const flag = z.boolean('expected true or false')
const count = (most: number) =>
  z.int('expected a whole number').min(1, 'expected at least 1').max(most, `expected at most ${most}`)

const EndpointName = z
  .string('expected true or the name of an endpoint')
  .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]*$/, 'expected letters, digits, “.”, “_” and “-”')

/** Such as `90s`, `30m`, `2h`; a bare number is seconds. */
const Duration = z.union([z.number(), z.string()], 'expected such as 30m').transform((value, context) => {
  const [, number, unit] = /^(\d{1,7})\s*(s|m|h|d)?$/.exec(String(value)) ?? []
  const ms = Number(number) * UNIT_MS[(unit ?? 's') as keyof typeof UNIT_MS]
  if (number !== undefined && ms > 0 && ms <= LONGEST_MS) return ms
  context.addIssue('expected a time from 1s to 7d, such as 30m')
  return z.NEVER
})
const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const
const LONGEST_MS = 7 * UNIT_MS.d

const TaskKeys = z
  .strictObject({
    name: text.nullish(),
    description: text.nullish(),
    schedule: text.nullish(),
    timezone: z
      .string('expected a time zone')
      .refine(isTimezone, 'no such time zone; expected such as Europe/Berlin')
      .nullish(),
    on_webhook: z.union([z.boolean(), EndpointName], 'expected true or the name of an endpoint').nullish(),
    run_as: z
      .string('expected an e-mail address')
      .trim()
      .regex(/^([^\s@]+@[^\s@]+|svc:[^\s]+)$/, 'expected an e-mail address')
      .nullish(),
    run: text.nullish(),
    model: z
      .string('expected text')
      .regex(/^(offline|[a-z]+\/.+)$/, 'expected <provider>/<model> or offline')
      .nullish(),
    timeout: Duration.nullish(),
    max_rounds: count(100).nullish(),
    max_turns: count(1000).nullish(),
    write: z.union([z.boolean(), z.array(text)], 'expected true, false or a list of patterns').nullish(),
    commit: flag.nullish(),
    push: flag.nullish(),
    tools: z.array(text, 'expected a list of tool names').nullish(),
    missed: z.enum(['run_once', 'skip'], 'expected run_once or skip').nullish(),
    enabled: flag.nullish(),
  })
  .check(({ value, issues }) => {
    const complain = (key: string, message: string) =>
      issues.push({ code: 'custom', input: value, path: [key], message })
    const isWebhook = value.on_webhook != null && value.on_webhook !== false
    if (value.schedule && isWebhook) complain('on_webhook', 'a task has on_webhook or schedule, never both')
    if (value.schedule) {
      const parsed = parseSchedule(value.schedule, value.timezone ?? 'UTC')
      if (!parsed.ok) complain('schedule', parsed.refusal)
    } else if (value.timezone) complain('timezone', 'only a task with a schedule has a time zone')
    if (value.missed && !value.schedule) complain('missed', 'only a task with a schedule misses slots')
    if ((value.schedule || isWebhook) && !value.run_as)
      complain(value.schedule ? 'schedule' : 'on_webhook', 'the task needs run_as, the account it acts as')
    if (value.push && !value.commit)
      complain('push', 'only what is committed is pushed; commit: true is missing')
    for (const key of AGENT_KEYS)
      if (value.run && value[key] != null) complain(key, 'a task that runs a script has no agent')
  })

const AGENT_KEYS = ['model', 'max_rounds', 'max_turns', 'tools'] as const

const DEFAULTS = { timeoutMs: 30 * UNIT_MS.m, maxRounds: 3, maxTurns: 30 }

/**
 * Read a task file. Every problem is placed.
 *
 * @param file Relative to the Hub's folder.
 */
export function parseTaskFile(content: string, id: string, file: string): Result<Task, HubProblem[]> {
  const split = splitFrontMatter(content)
  if (!split.ok) return refused([{ file, column: 1, ...split.refusal }])
  const { yaml, firstLine, body } = split.value
  const parsed = parsePlacedYaml(TaskKeys, yaml, firstLine)
  if (!parsed.ok) return refused(parsed.refusal.map((complaint) => ({ file, ...complaint })))
  const keys = parsed.value
  const run = keys.run ? wordsOf(keys.run) : null
  if (run === null && body === '')
    return refused([
      { file, line: 1, column: 1, message: 'the task says nothing to do: it has no text and no run' },
    ])
  return accepted({
    id,
    name: keys.name ?? id,
    description: keys.description ?? '',
    trigger: triggerOf(keys),
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
    missed: keys.missed ?? 'run_once',
    enabled: keys.enabled ?? true,
    prompt: body,
  })
}

const triggerOf = ({ schedule, timezone, on_webhook }: z.infer<typeof TaskKeys>): Trigger => {
  if (schedule) return { kind: 'schedule', schedule, timezone: timezone ?? 'UTC' }
  if (on_webhook) return { kind: 'webhook', name: on_webhook === true ? 'webhook' : on_webhook }
  return { kind: 'manual' }
}

/** Words separated by white space; quotes keep white space in one. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain!,
  )
