import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Definition } from './definitions/definition.ts'
import { manualRunId } from './records/ids.ts'
import type { RunRef } from './run.ts'
import type { Runs } from './runs.ts'

type Inputs = Readonly<Record<string, unknown>>

export type CheckInputs = (definition: Definition, inputs: Inputs) => Result<Inputs, string>

export async function queueByHand(
  {
    runs,
    hub,
    clock,
    checkInputs = takeNone,
  }: {
    runs: Pick<Runs, 'queue'>
    hub: string
    clock: Pick<Clock, 'now'>
    checkInputs?: CheckInputs | undefined
  },
  definition: Definition,
  { inputs, by }: { inputs: Inputs; by: string | null },
): Promise<Result<RunRef, string>> {
  const checked =
    definition.inputs.length > 0 ? checkInputs(definition, inputs) : takeNone(definition, inputs)
  if (!checked.ok) return checked
  const { workflow, runAs } = definition
  const id = manualRunId(workflow, clock.now(), newId().slice(0, 8))
  await runs.queue({ hub, id, workflow, trigger: 'manual', runAs, requestedBy: by, inputs: checked.value })
  return accepted({ hub, id })
}

const takeNone: CheckInputs = ({ name }, inputs) =>
  Object.keys(inputs).length === 0 ? accepted({}) : refused(`${name} takes no inputs`)
