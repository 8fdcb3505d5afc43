import { join } from 'node:path'
import type { Batch, RunTrigger } from '#features/work/runs/run.ts'

export interface RoundFacts {
  prompt: string
  /** Number of the agent's turn within the run, from 1. */
  round: number
  maxRounds: number
  trigger: RunTrigger
  /** `folder` is absolute. Null for a run without events. */
  claimed: { batch: Batch; folder: string } | null
  isAgain: boolean
  /** Whether the agent may ask the account of the run. */
  mayAsk?: boolean
}

export const roundPrompt = ({
  prompt,
  round,
  maxRounds,
  trigger,
  claimed,
  isAgain,
  mayAsk = false,
}: RoundFacts): string =>
  [
    prompt,
    ...(claimed ? [claimedList(claimed)] : []),
    round === 1
      ? `This is a task that was started by ${STARTED_BY[trigger]}; nobody reads along${mayAsk ? '; ask_person asks the person behind the task, and the work continues with the answer' : ' or answers'}. Call finish(status, summary) once it is done, or blocked if it can’t be.`
      : `This is round ${round} of at most ${maxRounds}: the last one ended without finish(status, summary). Go on where it ended, do nothing twice, and call finish when the task is done or blocked.`,
    ...(isAgain
      ? ['This round was begun before and stopped in its midst: some of it may have been done already.']
      : []),
  ].join('\n\n')

const STARTED_BY = { webhook: 'a webhook', schedule: 'its schedule', manual: 'hand' } as const

const claimedList = ({ batch, folder }: NonNullable<RoundFacts['claimed']>): string =>
  [
    'The events of this run, oldest first; read_event(name) reads one:',
    ...batch.events.map((name) => `- ${join(folder, name)}`),
    'Any other file in that inbox arrived later and belongs to the next run: leave it alone.',
    ...(batch.attempt > batch.firstAttempt
      ? ['An earlier run of these events did not finish: some of them may have been handled already.']
      : []),
  ].join('\n')
