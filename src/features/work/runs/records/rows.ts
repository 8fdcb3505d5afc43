import type { Selectable } from 'kysely'
import { parseJson } from '#ground/base/json/parse.ts'
import type { Tables } from '#ground/store/tables.ts'
import type {
  Batch,
  WorkRun,
  RunEnd,
  RunOutcome,
  RunStatus,
  RunTrigger,
  StoredRunStep,
  StepState,
  ToolUse,
} from '../run.ts'

export type RunRow = Selectable<Tables['runs']>

/**
 * Values of the column `excused`: 2 if the run was refused; 1 if its failure does not count for its events, for another
 * reason; else 0.
 */
const REFUSED = 2

export const excusedOf = ({ isExcused = false, isRefused = false }: RunEnd): number =>
  isRefused ? REFUSED : isExcused ? 1 : 0

export const runOf = (row: RunRow, events: readonly string[]): WorkRun => ({
  hub: row.hub,
  id: row.id,
  workflow: row.workflow,
  trigger: row.trigger as RunTrigger,
  runAs: row.run_as,
  requestedBy: row.requested_by,
  status: row.status as RunStatus,
  outcome: row.outcome as RunOutcome | null,
  batch: batchOf(row, events),
  slot: row.slot_ms,
  inputs: parseJson(row.inputs) as WorkRun['inputs'],
  queuedAt: row.queued_at_ms,
  startedAt: row.started_at_ms,
  endedAt: row.ended_at_ms,
  isCancelling: row.cancelled_by !== null && row.ended_at_ms === null,
  isExcused: row.excused !== 0,
  isRefused: row.excused === REFUSED,
  result: row.result,
  error: row.error,
  detail: row.error_detail,
  isOutputRemoved: row.output_removed === 1,
  repeats: row.repeats,
  paused: row.ended_at_ms === null ? row.paused : null,
  questionId: row.ended_at_ms === null && row.paused !== null ? row.question_id : null,
  instance: row.machine,
  hubVersion: row.hub_version,
  lastHubVersion: row.last_hub_version,
})

const batchOf = (row: RunRow, events: readonly string[]): Batch | null =>
  row.inbox === null
    ? null
    : {
        inbox: row.inbox,
        events,
        attempt: row.attempt!,
        firstAttempt: row.first_attempt!,
        failures: row.failures!,
      }

export const stepOf = (row: Selectable<Tables['run_steps']>): StoredRunStep => ({
  id: row.id,
  title: row.title,
  kind: row.kind as StoredRunStep['kind'],
  state: row.state as StepState,
  attempt: row.attempt,
  startedAt: row.started_at_ms,
  endedAt: row.ended_at_ms,
  output: row.output,
  error: row.error,
  detail: row.error_detail,
  tools: JSON.parse(row.tools) as ToolUse[],
})
