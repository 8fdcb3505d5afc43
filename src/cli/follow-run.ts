import { setTimeout as wait } from 'node:timers/promises'
import type { OutputPiece, WorkRun, RunRef } from '#features/work/runs/run.ts'
import type { Runs } from '#features/work/runs/runs.ts'
import { commandName } from './command-name.ts'
import { CommandFailure } from './failure.ts'
import { printJson, printRemark } from './print.ts'

const POLL_INTERVAL_MS = 200
/** A Hub that runs takes a run within a second, unless it is busy with another one of the same task. */
const TAKEN_WITHIN_MS = 5000

/**
 * Prints the output of a queued run until it has ended.
 *
 * @throws CommandFailure when it failed, or when no process takes it: then it is cancelled.
 */
export async function followRun(
  runs: Runs,
  ref: RunRef,
  { json }: { json?: boolean | undefined },
): Promise<void> {
  const begun = Date.now()
  let told: string | null = null
  const run = await eachPiece(runs, ref, {
    onPiece: ({ text }) => void (json || process.stdout.write(text)),
    async onLook(seen) {
      if (seen.paused !== null && seen.paused !== told) {
        told = seen.paused
        printRemark(`${seen.id} is paused: ${told}`)
      }
      if (told !== null) return // it was carried out, so the Hub runs
      if (seen.status !== 'queued' || Date.now() - begun <= TAKEN_WITHIN_MS) return
      if (await isWaitingItsTurn(runs, seen)) return
      await runs.cancel(ref, 'system:cli')
      throw new CommandFailure(
        `the Hub is not running, so no process executes the run; start the Hub with: ${commandName()} run`,
      )
    },
  })
  const { id, outcome, result, error } = run
  if (json) printJson({ run: id, outcome, result, error })
  refuseUnlessDone(run)
}

export interface FollowedRun {
  onPiece(piece: OutputPiece): void
  /** Called at each look at a run that has not ended. */
  onLook?(run: WorkRun): Promise<void>
}

/**
 * Give what a run has written and writes, until it has ended.
 *
 * @throws CommandFailure when it is removed meanwhile.
 */
export async function eachPiece(
  runs: Pick<Runs, 'read' | 'output'>,
  ref: RunRef,
  { onPiece, onLook }: FollowedRun,
): Promise<WorkRun> {
  for (let seen = 0; ; await wait(POLL_INTERVAL_MS)) {
    // Read before the output: once the run has ended, nothing more is written.
    const run = await runs.read(ref)
    if (run === null) throw new CommandFailure(`there is no run ${ref.id} any more`)
    seen = await writtenAfter(runs, ref, seen, onPiece)
    if (run.endedAt !== null) return run
    await onLook?.(run)
  }
}

/** Give all that is written so far. @returns Where it ends. */
export async function writtenAfter(
  runs: Pick<Runs, 'output'>,
  ref: RunRef,
  after: number,
  onPiece: FollowedRun['onPiece'],
): Promise<number> {
  let seen = after
  for (;;) {
    const pieces = await runs.output(ref, seen)
    if (pieces.length === 0) return seen
    seen = pieces.at(-1)!.seq
    pieces.forEach(onPiece)
  }
}

/** @throws CommandFailure with the result of the run. */
export function refuseUnlessDone({ id, outcome, error }: Pick<WorkRun, 'id' | 'outcome' | 'error'>): void {
  if (outcome !== 'done') throw new CommandFailure(`${id} ended ${outcome}${error ? `: ${error}` : ''}`)
}

async function isWaitingItsTurn(runs: Runs, { hub, workflow }: WorkRun): Promise<boolean> {
  const page = { limit: 1, offset: 0 }
  return (await runs.list({ hubs: [hub], workflow, status: 'running' }, page)).total > 0
}
