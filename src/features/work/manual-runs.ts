import type { Inboxes } from '#core/inbox/inbox.ts'
import type { Clock } from '#ground/base/clock.ts'
import { refused, type Result } from '#ground/base/result.ts'
import { queueByHand, type CheckInputs } from './runs/queue-manual.ts'
import type { Definition } from './runs/definitions/definition.ts'
import type { ClaimEvents } from './runs/queue/events-again.ts'
import type { HubWorkflows } from './runs/routes.ts'
import { isTaskRun, type WorkRun } from './runs/run.ts'
import type { Runs } from './runs/runs.ts'
import { checkInputs } from './workflows/inputs.ts'
import { stepsToCopy } from './workflows/copied-outcomes.ts'
import type { Workflows } from './workflows/workflows.ts'

const checkInputsOf: CheckInputs = ({ inputs }, given) => checkInputs(inputs, given)

export const startByHand =
  ({
    workflows,
    ...deps
  }: {
    runs: Runs
    hub: string
    clock: Clock
    workflows: Workflows
  }): HubWorkflows['start'] =>
  async (definition, asked) => {
    const unrunnableReason = workflows.unrunnableReason(definition.workflow)
    if (unrunnableReason !== null) return refused(unrunnableReason)
    return queueByHand({ ...deps, checkInputs: checkInputsOf }, definition, asked)
  }

interface AgainDeps {
  runs: Runs
  inboxes: Pick<Inboxes, 'of'>
  workflows: Workflows
}

export const runAgain =
  ({ runs, workflows, ...deps }: AgainDeps): HubWorkflows['again'] =>
  async (definition, run, { from, by }) => {
    if (run.endedAt === null)
      return refused('The run has not ended yet. Cancel it first, or wait until it ends.')
    const unrunnableReason = workflows.unrunnableReason(run.workflow)
    if (unrunnableReason !== null) return refused(unrunnableReason)
    const inputs = checkInputsOf(definition, run.inputs)
    if (!inputs.ok) return inputs
    const copiedSteps =
      from === 'start' ? [] : await findStepsToCopy({ runs, workflows }, definition, run, by)
    if ('ok' in copiedSteps) return copiedSteps
    const { runAs } = definition
    const claimEvents = eventsOf(deps)
    return runs.repeat(run, { by, runAs, inputs: inputs.value, copiedSteps, claimEvents })
  }

async function findStepsToCopy(
  { runs, workflows }: Pick<AgainDeps, 'runs' | 'workflows'>,
  { runAs }: Definition,
  run: WorkRun,
  by: string,
): Promise<readonly string[] | (Result<never, string> & { ok: false })> {
  if (isTaskRun(run)) return refused('A task has no steps to continue from. Run it from the start.')
  // Only the run's account may see the output of its steps.
  if ((runAs ?? by) !== (run.runAs ?? run.requestedBy))
    return refused('The run acted as another person, whose results you may not see. Run it from the start.')
  return stepsToCopy(run.workflow, await runs.steps(run), workflows.find)
}

const eventsOf =
  ({ inboxes }: Pick<AgainDeps, 'inboxes'>): ClaimEvents =>
  async (inbox, names) => {
    const stored = inboxes.of(inbox)
    const [pending, quarantined, processed] = await Promise.all(
      (['pending', 'quarantined', 'processed'] as const).map(
        async (state) => new Set(await stored.list(state)),
      ),
    )
    const released = names.filter((name) => !pending!.has(name) && quarantined!.has(name))
    await stored.move(released, 'quarantined', 'pending')
    const waiting = names.filter((name) => pending!.has(name) || quarantined!.has(name))
    for (const name of names.filter((one) => !waiting.includes(one) && processed!.has(one))) {
      const copy = await stored.replay('processed', name)
      if (copy !== null) waiting.push(copy)
    }
    return waiting.toSorted()
  }
