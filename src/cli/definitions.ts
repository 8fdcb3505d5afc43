import { systemClock } from '#ground/base/clock.ts'
import { describeProblem } from '#ground/hub/hub.ts'
import type { Definition, Definitions } from '#features/work/runs/definitions/definition.ts'
import type { WorkRun } from '#features/work/runs/run.ts'
import { nextTimes, parseSchedule } from '#features/work/runs/definitions/schedule.ts'
import { clockZoneOf } from '#features/work/runs/definitions/zone.ts'
import { CommandFailure } from './failure.ts'
import type { openRuns } from './open-runs.ts'
import { alignColumns, rowText, print, printJson, printWarning } from './print.ts'

type OpenRuns = Awaited<ReturnType<typeof openRuns>>

interface Listing {
  json?: boolean | undefined
  kind: 'task' | 'workflow'
  none: string
}

export async function listDefinitions(
  opened: Pick<OpenRuns, 'runs' | 'slug' | 'isHubRunning'>,
  definitions: Definitions,
  { json, kind, none }: Listing,
): Promise<void> {
  const { runs, slug } = opened
  const rows = await Promise.all(
    definitions.list().map(async (definition) => {
      const last = await runs.latest({ hub: slug, workflow: definition.workflow })
      return {
        name: shortName(definition),
        trigger: triggerOf(definition),
        run_as: definition.runAs,
        enabled: definition.enabled,
        next_run: nextRunOf(definition),
        waits_for: waitsFor(definition, opened),
        last_run: last && { id: last.id, status: last.status, error: last.error },
      }
    }),
  )
  if (json) for (const { name, ...rest } of rows) printJson({ [kind]: name, ...rest })
  else if (rows.length === 0) print(none)
  else
    print(
      alignColumns(
        rows.map(({ name, trigger, run_as, next_run, waits_for, last_run }) => [
          name,
          trigger,
          run_as ?? '(no account)',
          next_run ?? '',
          [lastInWords(last_run), ...(waits_for === null ? [] : [waits_for])].join('; '),
        ]),
        '',
      ),
    )
  for (const problem of definitions.problems()) printWarning(describeProblem(problem))
}

const waitsFor = (
  { enabled, trigger }: Definition,
  { isHubRunning }: Pick<OpenRuns, 'isHubRunning'>,
): string | null => {
  if (!enabled) return 'disabled (enabled: false)'
  return isHubRunning || trigger.kind === 'manual' ? null : 'the Hub is not running'
}

const lastInWords = (last: Pick<WorkRun, 'status' | 'error'> | null): string => {
  if (last === null) return 'never run'
  return last.error === null ? last.status : `${last.status}: ${rowText(last.error)}`
}

/** Tasks have the prefix `md:` in the database. */
const shortName = ({ workflow }: Pick<Definition, 'workflow'>): string => workflow.replace(/^md:/, '')

export function definitionOf(
  definitions: Definitions,
  { workflow, kind, file }: { workflow: string; kind: Listing['kind']; file: string },
): Definition {
  const all = definitions.list()
  const found = all.find((one) => one.workflow === workflow)
  if (found) return found
  const broken = definitions.problems().find((problem) => problem.file.replace(/\.\w+$/, '') === file)
  if (broken) throw new CommandFailure(describeProblem(broken))
  const names = all.map(shortName).join(', ') || '(none)'
  throw new CommandFailure(`there is no ${kind} ${shortName({ workflow })}; ${kind}s are: ${names}`)
}

const triggerOf = ({ trigger }: Definition): string => {
  if (trigger.kind === 'schedule') return `${trigger.schedule} ${clockZoneOf(trigger)}`
  if (trigger.kind === 'manual') return 'manual'
  return `webhook ${trigger.name}${trigger.when ? ` when ${trigger.when.source}` : ''}`
}

const nextRunOf = ({ trigger, enabled }: Definition): string | null => {
  if (trigger.kind !== 'schedule' || !enabled) return null
  const schedule = parseSchedule(trigger.schedule, clockZoneOf(trigger))
  const [next] = schedule.ok ? nextTimes(schedule.value, systemClock.now(), 1) : []
  return next === undefined ? null : new Date(next).toISOString()
}
