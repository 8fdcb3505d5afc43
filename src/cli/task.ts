import { systemClock } from '#ground/base/clock.ts'
import { queueByHand } from '#features/work/runs/queue-manual.ts'
import { openTasks } from '#features/work/tasks/tasks.ts'
import { definitionOf, listDefinitions } from './definitions.ts'
import { CommandFailure } from './failure.ts'
import { followRun } from './follow-run.ts'
import { openRuns } from './open-runs.ts'
import { print, printJson } from './print.ts'

interface Options {
  hub?: string
  json?: boolean
}

export async function listTasks({ hub, json }: Options): Promise<void> {
  await using opened = await openRuns(hub)
  await using tasks = await openTasks(opened.hubFolder, { watch: false })
  const none = 'no tasks; create a markdown file in tasks/'
  await listDefinitions(opened, tasks, { json, kind: 'task', none })
}

/** `hub task run`: queues a run and shows it to its end. Exit code 1 unless the result is `done`. */
export async function runTask(
  name: string,
  { hub, json, detach }: Options & { detach?: boolean },
): Promise<void> {
  await using opened = await openRuns(hub)
  await using tasks = await openTasks(opened.hubFolder, { watch: false })
  const task = name.replace(/^md:/, '')
  const definition = definitionOf(tasks, { workflow: `md:${task}`, kind: 'task', file: `tasks/${task}` })
  const { runs, slug } = opened
  const queued = await queueByHand({ runs, hub: slug, clock: systemClock }, definition, {
    inputs: {},
    by: 'system:cli',
  })
  if (!queued.ok) throw new CommandFailure(queued.refusal)
  if (!detach) return await followRun(runs, queued.value, { json })
  return json ? printJson({ run: queued.value.id }) : print(queued.value.id)
}
