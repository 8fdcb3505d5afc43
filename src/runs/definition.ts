import type { HubProblem } from '#hub/hub.ts'

export type Trigger =
  | { kind: 'schedule'; schedule: string; timezone: string }
  /** `name` is that of the endpoint. */
  | { kind: 'webhook'; name: string }
  | { kind: 'manual' }

/** What a slot of a schedule that was not kept does later: one run for all that were missed, or nothing. */
export type Missed = 'run_once' | 'skip'

/** An input of a workflow, as people are asked for it. */
export interface InputSpec {
  name: string
  type: 'string' | 'number' | 'boolean'
  description: string
  required: boolean
  default: unknown
}

/** A task or workflow of a Hub, as far as it is scheduled, shown and started. */
export interface Definition {
  /** `md:<task>`, or the workflow's name, which holds no `:`. */
  workflow: string
  /** What a person reads. */
  name: string
  description: string
  /** Relative to the Hub's folder. */
  file: string
  trigger: Trigger
  runAs: string | null
  enabled: boolean
  missed: Missed
  inputs: readonly InputSpec[]
}

/** The definitions of a Hub, each at its last good version. */
export interface Definitions {
  list(): readonly Definition[]
  problems(): readonly HubProblem[]
}
