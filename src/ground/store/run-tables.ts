import type { Generated } from 'kysely'

export interface RunTables {
  runs: Runs
  run_events: RunEvents
  run_queues: RunQueues
  run_steps: RunSteps
  run_output: RunOutput
  run_output_sizes: RunOutputSizes
  run_hours: RunHours
  run_schedules: RunSchedules
  run_slots: RunSlots
  event_releases: EventReleases
}

type Json = string
type Flag = number

interface Runs {
  hub: string
  id: string
  /** `md:<task>`, or the name of a workflow. */
  workflow: string
  trigger: string
  run_as: string | null
  requested_by: string | null
  status: string
  outcome: string | null
  /** Scheduled start time of the run; null for a run without a schedule. */
  slot_ms: number | null
  inputs: Json
  /** Endpoint. This and the next four columns are null unless a webhook started the run. */
  inbox: string | null
  /** SHA-256 of the names of the events. */
  batch: string | null
  attempt: number | null
  first_attempt: number | null
  failures: number | null
  unsettled: Flag
  /** 0: a failure counts as a failed attempt for the run's events. 1: it does not count. 2: the run was refused. */
  excused: number
  queued_at_ms: number
  started_at_ms: number | null
  ended_at_ms: number | null
  lease_owner: string | null
  lease_until_ms: number | null
  machine: string | null
  machine_id: string | null
  hub_version: Generated<number | null>
  last_hub_version: Generated<number | null>
  cancelled_by: string | null
  paused: Generated<string | null>
  needs_tokens: Generated<number | null>
  needs_micro_usd: Generated<number | null>
  /** Change request of the question that a paused run waits for. Paused runs without it wait for a budget. */
  question_id: Generated<string | null>
  result: string | null
  error: string | null
  /** Shown only to the account that the run acted for. */
  error_detail: string | null
  /** Upper bound of the stored output in bytes. */
  output_bytes: number
  /** 1 if the output was removed while the run itself was kept. */
  output_removed: Flag
  repeats: string | null
  /** Cost of the recorded turns, for sorting; null if no turn has a price. */
  cost_micro_usd: Generated<number | null>
}

interface RunEvents {
  hub: string
  run_id: string
  name: string
}

/** A row to lock while a process queues a run. */
interface RunQueues {
  hub: string
  workflow: string
}

interface RunSteps {
  hub: string
  run_id: string
  id: string
  position: number
  title: string
  kind: string
  state: string
  attempt: number
  started_at_ms: number
  ended_at_ms: number | null
  output: string | null
  error: string | null
  /** Shown only to the account that the run acted for. */
  error_detail: string | null
  tools: Json
}

interface RunOutput {
  hub: string
  run_id: string
  seq: number
  step: string | null
  /** Null for rows of earlier releases. */
  attempt: number | null
  /** Offset in bytes. */
  start: number
  bytes: number
  at_ms: number
  text: string
}

interface RunOutputSizes {
  hub: string
  bytes: number
}

interface RunHours {
  hub: string
  start_ms: number
  runs: number
}

interface RunSchedules {
  hub: string
  workflow: string
  /** Schedule with its time zone. */
  schedule: string
  until_ms: number
}

/** Consecutive missed slots share a row. */
interface RunSlots {
  hub: string
  workflow: string
  slot_ms: number
  last_slot_ms: number
  slots: number
  /** Null for missed slots. */
  run_id: string | null
  /** Cause of missed slots: `down`, `disabled`, `busy` or `refused`. */
  cause: string | null
}

/** Events released from quarantine together, so that a person can take the release back. */
interface EventReleases {
  id: string
  hub: string
  endpoint: string
  released_by: string
  released_at_ms: number
  taken_back_at_ms: number | null
  events: Json
}
