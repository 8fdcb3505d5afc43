import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { StoredRunStep, StepEnd } from '../run.ts'
import { isHeld, type RunHolder } from './holder.ts'

interface StepsDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
}

export type StartedStep = Pick<StoredRunStep, 'id' | 'title' | 'kind' | 'attempt'> & { position: number }

export async function startStep(
  { store: { db }, clock }: StepsDeps,
  holder: RunHolder,
  { id, title, kind, attempt, position }: StartedStep,
): Promise<void> {
  if (!(await isHeld(db, holder))) return
  const begun = {
    title,
    kind,
    state: 'running',
    attempt,
    started_at_ms: clock.now(),
    ended_at_ms: null,
    output: null,
    error: null,
    error_detail: null,
    tools: '[]',
  }
  await db
    .insertInto('run_steps')
    .values({ hub: holder.hub, run_id: holder.id, id, position, ...begun })
    .onConflict((conflict) => conflict.columns(['hub', 'run_id', 'id']).doUpdateSet(begun))
    .execute()
}

export async function finishStep(
  { store: { db }, clock }: StepsDeps,
  holder: RunHolder,
  id: string,
  { state, output = null, error = null, detail = null, tools = [] }: StepEnd,
): Promise<void> {
  if (!(await isHeld(db, holder))) return
  await db
    .updateTable('run_steps')
    .where('hub', '=', holder.hub)
    .where('run_id', '=', holder.id)
    .where('id', '=', id)
    .set({
      state,
      output,
      error,
      error_detail: detail,
      tools: JSON.stringify(tools),
      ended_at_ms: clock.now(),
    })
    .execute()
}
