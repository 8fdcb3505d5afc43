import { setTimeout as wait } from 'node:timers/promises'
import type { OutputPiece, WorkRun, RunRef } from '#features/work/runs/run.ts'
import type { Runs } from '#features/work/runs/runs.ts'
import { commandName } from './command-name.ts'
import { CommandFailure } from './failure.ts'
import { printJson, printRemark } from './print.ts'

const POLL_INTERVAL_MS = 200
/** A running Hub claims a run within a second, unless another run of the same task or workflow is still running. */
const CLAIM_TIMEOUT_MS = 5000

/** An unclaimed run is cancelled. @throws CommandFailure if the run failed, or if no process claims it. */
export async function followRun(
  runs: Runs,
  ref: RunRef,
  { json }: { json?: boolean | undefined },
): Promise<void> {
  const begun = Date.now()
  let reportedPause: string | null = null
  const run = await eachPiece(runs, ref, {
    onPiece: ({ text }) => void (json || process.stdout.write(text)),
    async onPoll(seen) {
      if (seen.paused !== null && seen.paused !== reportedPause) {
        reportedPause = seen.paused
        printRemark(`${seen.id} is paused: ${reportedPause}`)
      }
      if (reportedPause !== null) return // only a running Hub pauses runs, so the claim timeout does not apply
      if (seen.status !== 'queued' || Date.now() - begun <= CLAIM_TIMEOUT_MS) return
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
  onPoll?(run: WorkRun): Promise<void>
}

export async function eachPiece(
  runs: Pick<Runs, 'read' | 'output'>,
  ref: RunRef,
  { onPiece, onPoll }: FollowedRun,
): Promise<WorkRun> {
  for (let seen = 0; ; await wait(POLL_INTERVAL_MS)) {
    // The run is read before its output, because a run writes no more output after its end.
    const run = await runs.read(ref)
    if (run === null) throw new CommandFailure(`the run ${ref.id} was deleted meanwhile`)
    seen = await writtenAfter(runs, ref, seen, onPiece)
    if (run.endedAt !== null) return run
    await onPoll?.(run)
  }
}

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

export function refuseUnlessDone({ id, outcome, error }: Pick<WorkRun, 'id' | 'outcome' | 'error'>): void {
  if (outcome !== 'done') throw new CommandFailure(`${id} ended ${outcome}${error ? `: ${error}` : ''}`)
}

async function isWaitingItsTurn(runs: Runs, { hub, workflow }: WorkRun): Promise<boolean> {
  const page = { limit: 1, offset: 0 }
  return (await runs.list({ hubs: [hub], workflow, status: 'running' }, page)).total > 0
}
