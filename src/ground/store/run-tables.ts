import type { Generated } from 'kysely'

/** Tables of runs, schedules and what they leave behind. */
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
  /** `md:<task>` or a workflow's name. */
  workflow: string
  trigger: string
  run_as: string | null
  requested_by: string | null
  status: string
  outcome: string | null
  /** Its time in the schedule. */
  slot_ms: number | null
  inputs: Json
  /** Endpoint name; null unless started by a webhook, as are the next four. */
  inbox: string | null
  /** SHA-256 over the names of the events. */
  batch: string | null
  attempt: number | null
  first_attempt: number | null
  failures: number | null
  /** 1 while something of its events is still to be done: their run, the move, or the next attempt. */
  unsettled: Flag
  /** Whether its failure is not held against its events. */
  /** 1: it failed for a reason outside of it; 2: it was refused. */
  excused: number
  queued_at_ms: number
  started_at_ms: number | null
  ended_at_ms: number | null
  /** Process that executes it. */
  lease_owner: string | null
  lease_until_ms: number | null
  /** Name of the machine that executed it last; null until then. */
  machine: string | null
  /** Id of its start that did. */
  machine_id: string | null
  /** Number of the published version of its Hub that it began with; null: with none. */
  hub_version: Generated<number | null>
  /** The same of its last execution. */
  last_hub_version: Generated<number | null>
  cancelled_by: string | null
  /** Which budget it waits for, in words; null when it doesn't. */
  paused: Generated<string | null>
  /** The part of it that its next step needs. */
  needs_tokens: Generated<number | null>
  needs_micro_usd: Generated<number | null>
  result: string | null
  error: string | null
  /** More of it, for the account it acted as alone. */
  error_detail: string | null
  /** Bytes of output that are kept, at most. */
  output_bytes: number
  /** 1 when its output was removed before it. */
  output_removed: Flag
  /** The run that it repeats. */
  repeats: string | null
}

/** Events of a run, in order of their names. */
interface RunEvents {
  hub: string
  run_id: string
  name: string
}

/** One row a task or workflow, to be locked by who adds a run to it. */
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
  /** More of it, for the account it acted as alone. */
  error_detail: string | null
  tools: Json
}

interface RunOutput {
  hub: string
  run_id: string
  seq: number
  step: string | null
  /** Attempt of the step; null if not recorded. */
  attempt: number | null
  /** Bytes of output before it. */
  start: number
  bytes: number
  at_ms: number
  text: string
}

/** Bytes of output that a Hub's runs hold together. */
interface RunOutputSizes {
  hub: string
  bytes: number
}

/** How many runs of a Hub were queued in each hour, in UTC; they stay counted when they are removed. */
interface RunHours {
  hub: string
  start_ms: number
  runs: number
}

/** How far the slots of a schedule are accounted for. */
interface RunSchedules {
  hub: string
  workflow: string
  /** The schedule and its time zone: another one begins anew. */
  schedule: string
  until_ms: number
}

/** Slots of schedules: each was queued, or missed for a reason. Neighbours that were missed share a row. */
interface RunSlots {
  hub: string
  workflow: string
  slot_ms: number
  /** Time of the row's last slot. */
  last_slot_ms: number
  slots: number
  /** Null when it was missed. */
  run_id: string | null
  /** `down`, `disabled` or `busy`; also of a run for missed slots. */
  cause: string | null
}

/** Events that a person released from quarantine together, so that the release can be undone. */
interface EventReleases {
  id: string
  hub: string
  endpoint: string
  released_by: string
  released_at_ms: number
  taken_back_at_ms: number | null
  /** Names of their files. */
  events: Json
}
