import type {
  InputSpec,
  Missed,
  NamedTool,
  PlacedDeliver,
  Trigger,
} from '#features/work/runs/definitions/definition.ts'
import type { Expression } from '#features/work/runs/expression/syntax.ts'
import type { Template } from '#features/work/runs/expression/template.ts'
import type { ShellScript } from './shell/script.ts'

/** Workflows in workflows, the outermost counted. */
export const MAX_DEPTH = 5

/** A validated workflow file. */
export interface Workflow {
  /** Unique in its Hub. */
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
  deliver: readonly PlacedDeliver[]
}

export interface WorkflowStep {
  id: string
  work: StepAction
  /** Steps that have to end before it. */
  needs: readonly string[]
  /** Null runs it when nothing it needs has failed. */
  when: Expression | null
  retry: StepRetry
  timeoutMs: number
}

export interface StepRetry {
  /** Further tries after the first has failed. */
  times: number
  delayMs: number
}

/** The work of a step. */
export type StepAction =
  | { kind: 'agent'; prompt: Template; model: string | null; tools: readonly string[] | null }
  | { kind: 'script'; script: ShellScript }
  | { kind: 'tool'; tool: string; args: TemplateTree }
  | { kind: 'workflow'; workflow: string; inputs: Readonly<Record<string, TemplateTree>> }

/** A value of YAML with its texts read as templates. */
export type TemplateTree =
  | { kind: 'text'; template: Template }
  | { kind: 'value'; value: number | boolean | null }
  | { kind: 'list'; items: readonly TemplateTree[] }
  | { kind: 'object'; entries: readonly (readonly [string, TemplateTree])[] }
