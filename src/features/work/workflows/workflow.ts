import type {
  InputSpec,
  Missed,
  NamedTool,
  LocatedDeliver,
  Trigger,
} from '#features/work/runs/definitions/definition.ts'
import type { ModelChoice } from '#ground/hub/model-choice.ts'
import type { Expression } from '#features/work/runs/expression/syntax.ts'
import type { Template } from '#features/work/runs/expression/template.ts'
import type { ShellScript } from './shell/script.ts'

export const MAX_DEPTH = 5

export interface Workflow {
  name: string
  description: string
  /** Relative to the Hub's folder. */
  file: string
  trigger: Trigger
  runAs: string | null
  enabled: boolean
  missed: Missed
  inputs: readonly InputSpec[]
  /** In the order of the file. */
  steps: readonly WorkflowStep[]
  namedTools: readonly NamedTool[]
  deliver: readonly LocatedDeliver[]
}

export interface WorkflowStep {
  id: string
  work: StepAction
  needs: readonly string[]
  /** If null, the step runs unless a needed step has failed. */
  when: Expression | null
  retry: StepRetry
  timeoutMs: number
}

export interface StepRetry {
  /** Attempts after the first failure. */
  times: number
  delayMs: number
}

export type StepAction =
  | { kind: 'agent'; prompt: Template; model: ModelChoice | null; tools: readonly string[] | null }
  | { kind: 'script'; script: ShellScript }
  | { kind: 'tool'; tool: string; args: TemplateTree }
  | { kind: 'workflow'; workflow: string; inputs: Readonly<Record<string, TemplateTree>> }

export type TemplateTree =
  | { kind: 'text'; template: Template }
  | { kind: 'value'; value: number | boolean | null }
  | { kind: 'list'; items: readonly TemplateTree[] }
  | { kind: 'object'; entries: readonly (readonly [string, TemplateTree])[] }
