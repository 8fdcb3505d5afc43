import { setTimeout as wait } from 'node:timers/promises'
import type { Run, RunRef } from '#runs/run.ts'
import type { Runs } from '#runs/runs.ts'
import { commandName } from './command-name.ts'
import { Failure } from './failure.ts'
import { printJson } from './print.ts'

const LOOK_MS = 200
/** A Hub that runs takes a run within a second, unless it is busy with another one of the same task. */
const TAKEN_WITHIN_MS = 5000

/**
 * Print what a run writes until it has ended.
 *
 * @throws Failure when it did not succeed, or when nobody takes it: then it is cancelled.
 */
export async function followRun(
  runs: Runs,
  ref: RunRef,
  { json }: { json?: boolean | undefined },
): Promise<void> {
  let seen = 0
  for (const begun = Date.now(); ; await wait(LOOK_MS)) {
    const run = await runs.read(ref)
    if (run === null) throw new Failure(`there is no run ${ref.id} any more`)
    for (const piece of await runs.output(ref, seen)) {
      seen = piece.seq
      if (!json) process.stdout.write(piece.text)
    }
    if (run.endedAt !== null) return tell(run, json)
    if (
      run.status === 'queued' &&
      Date.now() - begun > TAKEN_WITHIN_MS &&
      !(await isWaitingItsTurn(runs, run))
    ) {
      await runs.cancel(ref, 'system:cli')
      throw new Failure(
        `the Hub is not running, so nothing carries it out; start it with: ${commandName()} run`,
      )
    }
  }
}

async function isWaitingItsTurn(runs: Runs, { hub, workflow }: Run): Promise<boolean> {
  const page = { limit: 1, offset: 0 }
  return (await runs.list({ hubs: [hub], workflow, status: 'running' }, page)).total > 0
}

function tell({ id, outcome, result, error }: Run, json: boolean | undefined): void {
  if (json) printJson({ run: id, outcome, result, error })
  if (outcome !== 'done') throw new Failure(`${id} ended ${outcome}${error ? `: ${error}` : ''}`)
}
