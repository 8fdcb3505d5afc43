import { systemClock } from '#base/clock.ts'
import { describeProblem } from '#hub/hub.ts'
import type { Definition, Definitions } from '#runs/definition.ts'
import { nextTimes, parseSchedule } from '#runs/schedule.ts'
import { Failure } from './failure.ts'
import type { openRuns } from './open-runs.ts'
import { aligned, print, printJson, warn } from './print.ts'

type OpenRuns = Awaited<ReturnType<typeof openRuns>>

interface Listing {
  json?: boolean | undefined
  /** Key of the name in JSON. */
  kind: 'task' | 'workflow'
  /** Said when there are none. */
  none: string
}

/** Print tasks or workflows: what starts them, the account, the next time, and how they last ended. */
export async function listDefinitions(
  { runs, slug }: Pick<OpenRuns, 'runs' | 'slug'>,
  definitions: Definitions,
  { json, kind, none }: Listing,
): Promise<void> {
  const rows = await Promise.all(
    definitions.list().map(async (definition) => {
      const { workflow, runAs, enabled } = definition
      const { items } = await runs.list({ hubs: [slug], workflow }, { limit: 1, offset: 0 })
      return {
        name: shortName(definition),
        trigger: triggerOf(definition),
        run_as: runAs,
        enabled,
        next_run: nextRunOf(definition),
        last_run: items[0] ? { id: items[0].id, status: items[0].status } : null,
      }
    }),
  )
  if (json) for (const { name, ...rest } of rows) printJson({ [kind]: name, ...rest })
  else if (rows.length === 0) print(none)
  else
    print(
      aligned(
        rows.map(({ name, trigger, run_as, enabled, next_run, last_run }) => [
          name,
          enabled ? trigger : `${trigger} (disabled)`,
          run_as ?? '(nobody)',
          next_run ?? '',
          last_run?.status ?? 'never run',
        ]),
        '',
      ),
    )
  for (const problem of definitions.problems()) warn(describeProblem(problem))
}

/** Without the mark of tasks. */
const shortName = ({ workflow }: Pick<Definition, 'workflow'>): string => workflow.replace(/^md:/, '')

/**
 * The one with this name.
 *
 * @param file Of the folder of all, without its ending: a file that is there and broken is told by what breaks it.
 * @throws Failure
 */
export function definitionOf(
  definitions: Definitions,
  { workflow, kind, file }: { workflow: string; kind: Listing['kind']; file: string },
): Definition {
  const all = definitions.list()
  const found = all.find((one) => one.workflow === workflow)
  if (found) return found
  const broken = definitions.problems().find((problem) => problem.file.replace(/\.\w+$/, '') === file)
  if (broken) throw new Failure(describeProblem(broken))
  const names = all.map(shortName).join(', ') || '(none)'
  throw new Failure(`there is no ${kind} ${shortName({ workflow })}; ${kind}s are: ${names}`)
}

const triggerOf = ({ trigger }: Definition): string => {
  if (trigger.kind === 'schedule') return `${trigger.schedule} ${trigger.timezone}`
  return trigger.kind === 'webhook' ? `webhook ${trigger.name}` : 'by hand'
}

const nextRunOf = ({ trigger, enabled }: Definition): string | null => {
  if (trigger.kind !== 'schedule' || !enabled) return null
  const schedule = parseSchedule(trigger.schedule, trigger.timezone)
  const [next] = schedule.ok ? nextTimes(schedule.value, systemClock.now(), 1) : []
  return next === undefined ? null : new Date(next).toISOString()
}
