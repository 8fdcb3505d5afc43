import type { LostBy } from '#core/access/receipts.ts'
import type { Needs } from '#core/agent/turn/turn-refused.ts'
import type { EpochMs } from '#ground/base/clock.ts'

export type RunTrigger = 'schedule' | 'webhook' | 'manual'
export type RunStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
export type RunOutcome = 'done' | 'error' | 'incomplete' | 'cancelled'

export interface RunRef {
  hub: string
  id: string
}

export interface WorkRun extends RunRef {
  /** `md:<task>`, or the workflow's name. */
  workflow: string
  trigger: RunTrigger
  runAs: string | null
  requestedBy: string | null
  status: RunStatus
  outcome: RunOutcome | null
  /** Null for a run without a webhook. */
  batch: Batch | null
  slot: EpochMs | null
  inputs: Readonly<Record<string, unknown>>
  queuedAt: EpochMs
  startedAt: EpochMs | null
  endedAt: EpochMs | null
  isCancelling: boolean
  /** True if the run failed for a reason outside the run. The failure then does not count for the run's events. */
  isExcused: boolean
  isRefused: boolean
  /** The run's own summary. Only for the account of the run. */
  result: string | null
  /** Why the run did not succeed, for everyone who may see the run. */
  error: string | null
  /** The error text of a provider or tool. Only for the account of the run. */
  detail: string | null
  isOutputRemoved: boolean
  repeats: string | null
  /** Text that names the budget or the question that the queued run waits for; null if it does not wait. */
  paused: string | null
  /** Change request of the question that the queued run waits for; null if it waits for no question. */
  questionId: string | null
  instance: string | null
  /** The Hub's published version with which the run started, and the version that executed it last. */
  hubVersion: number | null
  lastHubVersion: number | null
}

export interface Batch {
  /** Endpoint name. */
  inbox: string
  /** File names, oldest first. */
  events: readonly string[]
  /** Number of this attempt to process the events, from 1. */
  attempt: number
  /** The first attempt since the events were last claimed from the inbox. */
  firstAttempt: number
  /** Failed runs since `firstAttempt`, without excused runs and without this run. */
  failures: number
}

export type NewRun = Pick<WorkRun, 'hub' | 'id' | 'workflow' | 'trigger' | 'runAs'> &
  Partial<Pick<WorkRun, 'requestedBy' | 'batch' | 'slot' | 'inputs' | 'repeats'>>

export type StepState = 'running' | 'done' | 'failed' | 'skipped' | 'cancelled'

export interface StoredRunStep {
  id: string
  title: string
  kind: 'agent' | 'script' | 'tool' | 'workflow'
  state: StepState
  /** From 1; higher after a retry or resumption. */
  attempt: number
  startedAt: EpochMs
  endedAt: EpochMs | null
  /** Output for later steps. Only for the account of the run. */
  output: string | null
  error: string | null
  /** The error text of a provider or tool. Only for the account of the run. */
  detail: string | null
  tools: readonly ToolUse[]
}

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

/** If the middle of a long output was removed, offsets have a gap. */
export interface OutputPiece {
  seq: number
  step: string | null
  attempt: number | null
  /** Bytes of output before this piece. */
  offset: number
  at: EpochMs
  text: string
}

export interface RunEnd {
  outcome: RunOutcome
  result?: string | null
  error?: string | null
  detail?: string | null
  isExcused?: boolean
  isRefused?: boolean
}

export interface Executor {
  /** Whether a run continues after its process ended. Other runs end with `error`. */
  readonly resumes: boolean
  /** Workflows that must not run concurrently with each other; default: none. */
  oneAtATime?(): readonly string[]
  /** An error other than `RunPaused` ends the run with `error`. */
  execute(run: WorkRun, context: RunContext): Promise<RunEnd>
}

/** If the lease was lost, the methods do not throw; the signal aborts instead. */
export interface RunContext {
  /** Aborts with a `RunStopped`. The executor must stop at once and leave no child process. */
  readonly signal: AbortSignal
  /** Steps of earlier attempts of this run. A step in state `running` was interrupted. */
  readonly steps: readonly StoredRunStep[]
  /** Starts or restarts a step. The promise resolves after the start is stored. */
  startStep(step: Pick<StoredRunStep, 'id' | 'title' | 'kind'> & { attempt?: number }): Promise<void>
  /** The promise resolves after the end is stored. A skipped step needs no start. */
  finishStep(id: string, end: StepEnd): Promise<void>
  /** W3C trace context of a running step, or of the run. Empty without tracing. */
  traceparent(step?: string): string
  /** Appends to the output, which is limited in size. */
  output(text: string, step?: string): void
}

/** Thrown if a run must wait for a budget or an answer. The run later continues after its last finished step. */
export class RunPaused extends Error {
  readonly needs: Needs
  readonly questionId: string | null
  constructor(message: string, needs: Needs, questionId: string | null = null) {
    super(message)
    this.name = 'RunPaused'
    this.needs = needs
    this.questionId = questionId
  }
}

export class RunStopped extends Error {
  readonly reason: keyof typeof STOPPED
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
  lost: 'The run was taken over, because its process did not renew the run’s lease in time.',
  closing: 'The service stopped.',
  refused: 'The account that the run acts as has lost its access.',
  unchecked: 'The access of the account that the run acts as could not be checked.',
} as const

export const statusOf = (outcome: RunOutcome): RunStatus =>
  outcome === 'done' ? 'succeeded' : outcome === 'cancelled' ? 'cancelled' : 'failed'

export const isTaskRun = ({ workflow }: Pick<WorkRun, 'workflow'>): boolean => workflow.startsWith('md:')
