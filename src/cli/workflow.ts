import { systemClock } from '#ground/base/clock.ts'
import { queueByHand } from '#features/work/runs/queue-manual.ts'
import { checkInputs } from '#features/work/workflows/inputs.ts'
import { openWorkflows } from '#features/work/workflows/workflows.ts'
import { definitionOf, listDefinitions } from './definitions.ts'
import { CommandFailure } from './failure.ts'
import { followRun } from './follow-run.ts'
import { openRuns } from './open-runs.ts'
import { print, printJson } from './print.ts'

interface Options {
  hub?: string
  json?: boolean
}

export async function listWorkflows({ hub, json }: Options): Promise<void> {
  await using opened = await openRuns(hub)
  await using workflows = await openWorkflows(opened.hubFolder, { watch: false })
  const none = 'no workflows; create a YAML file in workflows/'
  await listDefinitions(opened, workflows, { json, kind: 'workflow', none })
}

/** `hub workflow run`: queues a run and shows it to its end. Exit code 1 unless the result is `done`. */
export async function runWorkflow(
  name: string,
  { hub, json, detach, input = {} }: Options & { detach?: boolean; input?: Record<string, string> },
): Promise<void> {
  await using opened = await openRuns(hub)
  await using workflows = await openWorkflows(opened.hubFolder, { watch: false })
  const definition = definitionOf(workflows, { workflow: name, kind: 'workflow', file: `workflows/${name}` })
  const hopeless = workflows.unrunnableReason(definition.workflow)
  if (hopeless !== null) throw new CommandFailure(hopeless)
  const { runs, slug } = opened
  const queued = await queueByHand(
    {
      runs,
      hub: slug,
      clock: systemClock,
      checkInputs: ({ inputs: specs }, values) => checkInputs(specs, values),
    },
    definition,
    { inputs: input, by: 'system:cli' },
  )
  if (!queued.ok) throw new CommandFailure(queued.refusal)
  if (!detach) return await followRun(runs, queued.value, { json })
  return json ? printJson({ run: queued.value.id }) : print(queued.value.id)
}
