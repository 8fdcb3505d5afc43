export interface ScheduleTables {
  chat_schedules: ChatSchedules
  chat_schedule_runs: ChatScheduleRuns
}

/** Prompts that the web chat sends for a person at certain times. */
interface ChatSchedules {
  id: string
  user_id: string
  title: string
  prompt: string
  /** Id of the agent in the web chat. */
  model: string
  /** Cron line or interval. */
  schedule: string
  time_zone: string
  /** `new`: each run begins a chat. `same`: all runs answer in `chat_id`. */
  target: string
  /** Chat for target `same`; null until the first run, and for target `new`. */
  chat_id: string | null
  /** Why the schedule is paused; null while it is active. */
  paused: string | null
  /**
   * Next slot; null while the schedule is paused. A slot in the past is due and waits until its agent is available.
   */
  next_ms: number | null
  created_at: number
  updated_at: number
}

interface ChatScheduleRuns {
  id: string
  schedule_id: string
  /** Null for a run that the person started. */
  slot_ms: number | null
  /** `queued`, `started` or `refused`. */
  state: string
  /** Why the run was refused. */
  reason: string | null
  chat_id: string | null
  answer_id: string | null
  queued_at_ms: number
  started_at_ms: number | null
  /** First attempt to start the run. */
  tried_at_ms: number | null
  /** Until then, only the instance that claimed the run may start it. */
  lease_until_ms: number | null
}
