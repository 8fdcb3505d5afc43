import type { Deliver } from '#ground/hub/deliver.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { FilePosition } from '#ground/hub/yaml-positions.ts'
import type { EventCondition } from './listening/event-condition.ts'

export type Trigger = ScheduleTrigger | WebhookTrigger | { kind: 'manual' }

export interface ScheduleTrigger {
  kind: 'schedule'
  schedule: string
  /** Time zone from the file; null if the file names none. */
  timezone: string | null
}

export interface WebhookTrigger {
  kind: 'webhook'
  name: string
  when: EventCondition | null
  place: FilePosition
}

export interface NamedTool {
  tool: string
  key: string
  /** True if the tool is added to the agent's tools; false if a step calls it. */
  isAdded: boolean
  place: FilePosition
}

export interface LocatedDeliver extends Deliver {
  place: FilePosition
}

export type Missed = 'run_once' | 'skip'

export interface InputSpec {
  name: string
  type: 'string' | 'number' | 'boolean'
  description: string
  required: boolean
  default: unknown
}

export interface Definition {
  /** `md:<task>`, or the workflow's name, which contains no `:`. */
  workflow: string
  name: string
  description: string
  /** Relative to the Hub's folder. */
  file: string
  trigger: Trigger
  runAs: string | null
  enabled: boolean
  missed: Missed
  inputs: readonly InputSpec[]
  namedTools: readonly NamedTool[]
  deliver: readonly LocatedDeliver[]
}

export interface Definitions {
  list(): readonly Definition[]
  problems(): readonly HubProblem[]
  areAllFilesValid(): boolean
}
