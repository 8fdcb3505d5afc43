import type { Deliver } from '#ground/hub/deliver.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { FilePosition } from '#ground/hub/yaml-positions.ts'
import type { EventCondition } from './listening/event-condition.ts'

export type Trigger = ScheduleTrigger | WebhookTrigger | { kind: 'manual' }

export interface ScheduleTrigger {
  kind: 'schedule'
  schedule: string
  /** The time zone that the file names; null where it names none. */
  timezone: string | null
}

export interface WebhookTrigger {
  kind: 'webhook'
  /** Of the endpoint. */
  name: string
  /** Which of its events; null wants all. */
  when: EventCondition | null
  /** Position of `on_webhook` in the file. */
  place: FilePosition
}

/** A tool that a file names, and its place. */
export interface NamedTool {
  tool: string
  /** Such as `tools`, or `steps.report.tool`. */
  key: string
  /** It is added to what the agent starts with; otherwise it is called itself. */
  isAdded: boolean
  place: FilePosition
}

/** A file's target of results, and its place. */
export interface PlacedDeliver extends Deliver {
  place: FilePosition
}

/** Later treatment of missed slots of a schedule: one run for all of them, or none. */
export type Missed = 'run_once' | 'skip'

/** An input of a workflow, as people see it. */
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
  /** Name for people. */
  name: string
  description: string
  /** Relative to the Hub's folder. */
  file: string
  trigger: Trigger
  runAs: string | null
  enabled: boolean
  missed: Missed
  inputs: readonly InputSpec[]
  /** Tools that its file names. */
  namedTools: readonly NamedTool[]
  /** Targets of results. */
  deliver: readonly PlacedDeliver[]
}

/** The definitions of a Hub, each at its last good version. */
export interface Definitions {
  list(): readonly Definition[]
  problems(): readonly HubProblem[]
  /**
   * True if every file has a valid version. Files without a valid version may want events that have no other
   * listener.
   */
  isWhole(): boolean
}
