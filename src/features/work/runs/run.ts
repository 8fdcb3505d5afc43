import type { LostBy } from '#core/access/receipts.ts'
import type { Needs } from '#core/agent/turn/turn-refused.ts'
import type { EpochMs } from '#ground/base/clock.ts'

export type RunTrigger = 'schedule' | 'webhook' | 'manual'
export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
/** How a run ended. `done` succeeded, `error` and `incomplete` failed. */
export type RunOutcome = 'done' | 'error' | 'incomplete' | 'cancelled'

/** Names a run in the store. */
export interface RunRef {
  /** Slug. */
  hub: string
  id: string
}

/** One run of a task or workflow. */
export interface WorkRun extends RunRef {
  /** `md:<task>`, or the workflow's name. */
  workflow: string
  trigger: RunTrigger
  /** Account of the run; null for none. */
  runAs: string | null
  /** The person who started it, if any. */
  requestedBy: string | null
  status: RunStatus
  outcome: RunOutcome | null
  /** Batch of a webhook run; null for other runs. */
  batch: Batch | null
  /** Its time in the schedule. */
  slot: EpochMs | null
  /** Inputs of a workflow run, by name. */
  inputs: Readonly<Record<string, unknown>>
  queuedAt: EpochMs
  startedAt: EpochMs | null
  endedAt: EpochMs | null
  /** Whether cancellation was requested. */
  isCancelling: boolean
  /** It failed for a reason outside of it, which is not held against its events. */
  isExcused: boolean
  /** The reason was a refusal, which lasts until a person or time lifts it. */
  isRefused: boolean
  /** Its own summary. For the account of the run alone. */
  result: string | null
  /** Why it did not succeed, in words for everybody who sees it. */
  error: string | null
  /** The same in the words of a provider or a tool. For the account it acted as alone. */
  detail: string | null
  /** Whether its output was removed to free space. */
  isOutputRemoved: boolean
  /** Id of the run that it repeats. */
  repeats: string | null
  /** Which budget it waits for, in words; null when it doesn't. It is queued meanwhile. */
  paused: string | null
  /** Name of the machine that executed it last; null before that. */
  machine: string | null
  /** Number of the published version of its Hub that it began with, and of the one it was executed with last. */
  hubVersion: number | null
  lastHubVersion: number | null
}

/** Events that a run handles together. */
export interface Batch {
  /** Endpoint name. */
  inbox: string
  /** File names, oldest first. */
  events: readonly string[]
  /** Counts every run of these events, from 1. */
  attempt: number
  /** The attempt at which they were last taken from the inbox; later ones are retries of it. */
  firstAttempt: number
  /** Runs since then that failed by themselves, this one not included. */
  failures: number
}

/** A run to be. */
export type NewRun = Pick<WorkRun, 'hub' | 'id' | 'workflow' | 'trigger' | 'runAs'> &
  Partial<Pick<WorkRun, 'requestedBy' | 'batch' | 'slot' | 'inputs' | 'repeats'>>

export type StepState = 'running' | 'done' | 'failed' | 'skipped' | 'cancelled'

/** A step of a run: one of a workflow's, a round of an agent, or the script. */
export interface StoredRunStep {
  /** Unique in its run. */
  id: string
  /** Title for people. */
  title: string
  kind: 'agent' | 'script' | 'tool' | 'workflow'
  state: StepState
  /** 1 the first time; more when it was retried or resumed. */
  attempt: number
  startedAt: EpochMs
  endedAt: EpochMs | null
  /** Output for later steps. For the account of the run alone. */
  output: string | null
  error: string | null
  /** As that of a run. */
  detail: string | null
  tools: readonly ToolUse[]
}

/** A tool that a step used. */
export interface ToolUse {
  name: string
  calls: number
  failed: number
}

export interface StepEnd {
  state: Exclude<StepState, 'running'>
  output?: string | null
  error?: string | null
  detail?: string | null
  tools?: readonly ToolUse[]
}

/** A piece of what a run wrote. Pieces in the middle of a long output are left out: then offsets jump. */
export interface OutputPiece {
  /** 1, 2, 3, …; the next piece to read is the one after the last that was seen. */
  seq: number
  step: string | null
  /** The attempt that wrote it; null if not recorded. */
  attempt: number | null
  /** Bytes of output before it. */
  offset: number
  at: EpochMs
  text: string
}

/** How a run ends. */
export interface RunEnd {
  outcome: RunOutcome
  result?: string | null
  error?: string | null
  detail?: string | null
  /** It failed for a reason outside of it, such as the end of the service, which is not held against its events. */
  isExcused?: boolean
  /** It was refused, and would be refused again while the reason lasts. That excuses it. */
  isRefused?: boolean
}

/**
 * Executes runs of one kind. The wiring gives the worker an executor for tasks and an executor for workflows.
 */
export interface Executor {
  /** Whether a run continues after its process died. Others end with `error`. */
  readonly resumes: boolean
  /** Workflows with a single concurrent run; default none. Further runs stay queued. */
  oneAtATime?(): readonly string[]
  /** Executes a run to its end. An error ends the run with `error`, except for a `RunPaused`. */
  execute(run: WorkRun, context: RunContext): Promise<RunEnd>
}

/** Receiver of an executor's reports. It never fails when a run was taken away: the signal reports that. */
export interface RunContext {
  /** Aborts with a `RunStopped`: stop at once, and leave no process behind. */
  readonly signal: AbortSignal
  /** Steps of earlier tries of this run. Those that are `running` were cut off. */
  readonly steps: readonly StoredRunStep[]
  /** Begin a step, or begin one again. Durable when it resolves. */
  startStep(step: Pick<StoredRunStep, 'id' | 'title' | 'kind'> & { attempt?: number }): Promise<void>
  /** Durable when it resolves. A step that never began, such as one that is skipped, may be given whole. */
  finishStep(id: string, end: StepEnd): Promise<void>
  /** W3C trace context of a step that is under way, else of the run, for what works on it. Empty without traces. */
  traceparent(step?: string): string
  /** Add to the output. Kept within bounds and written soon. */
  output(text: string, step?: string): void
}

/** A run that waits for a budget, and continues after its last finished step once there is enough of it. */
export class RunPaused extends Error {
  readonly needs: Needs
  constructor(message: string, needs: Needs) {
    super(message)
    this.name = 'RunPaused'
    this.needs = needs
  }
}

/** Why a run has to stop before its end. */
export class RunStopped extends Error {
  readonly reason: keyof typeof STOPPED
  /** For a refused run: how its account lost its access. */
  readonly lostBy: LostBy | null
  constructor(reason: RunStopped['reason'], message: string = STOPPED[reason], lostBy: LostBy | null = null) {
    super(message)
    this.lostBy = lostBy
    this.name = 'RunStopped'
    this.reason = reason
  }
}

const STOPPED = {
  cancelled: 'The run was cancelled.',
  lost: 'The run was taken over, since nothing was heard of it for too long.',
  closing: 'The service stopped.',
  refused: 'The account it acts as may not run it any more.',
  unchecked: 'It could not be told whether the account it acts as may run it.',
} as const

export const statusOf = (outcome: RunOutcome): RunStatus =>
  outcome === 'done' ? 'succeeded' : outcome === 'cancelled' ? 'cancelled' : 'failed'

/** Markdown tasks are recognized by their name. */
export const isTaskRun = ({ workflow }: Pick<WorkRun, 'workflow'>): boolean => workflow.startsWith('md:')
