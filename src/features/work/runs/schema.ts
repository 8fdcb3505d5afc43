import { z } from 'zod'
import {
  Filter,
  checkSpan,
  pageSchema,
  Paging,
  sorting,
  TimeSpan,
  Time,
  Unreachable,
} from '#ground/api/schema.ts'
import { RUN_SORT } from '#ground/api/list-sorts.ts'

const Trigger = z.enum(['schedule', 'webhook', 'manual'])
export const RunStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])
export type RunStatus = z.infer<typeof RunStatus>
const Outcome = z.enum(['done', 'error', 'incomplete', 'cancelled'])

export const WorkflowsQuery = z.strictObject({ hub: Filter, ...Paging.shape })

export const WorkflowInput = z
  .object({
    name: z.string(),
    type: z.enum(['string', 'number', 'boolean']),
    description: z.string(),
    required: z.boolean(),
    default: z.json().describe('Default value; null for none'),
  })
  .meta({ id: 'WorkflowInput' })
export type WorkflowInput = z.infer<typeof WorkflowInput>

export const Workflow = z
  .object({
    id: z.string().describe('`md:<task>`, or the name of the workflow'),
    hub: z.string(),
    name: z.string(),
    description: z.string(),
    kind: z.enum(['task', 'workflow']),
    file: z.string().describe('Path relative to the Hub’s folder'),
    trigger: Trigger.nullable().describe('Trigger; null if the file was never valid'),
    schedule: z.string().nullable(),
    timezone: z.string().nullable().describe('Time zone of the schedule'),
    endpoint: z.string().nullable().describe('Webhook endpoint whose events start it'),
    state: z.enum(['enabled', 'disabled', 'invalid']),
    problem: z.string().nullable().describe('Problem of the file, with its line'),
    run_as: z.string().nullable(),
    next_runs: z.array(Time).describe('Next five times of the schedule'),
    inputs: z.array(WorkflowInput),
    last_run: z
      .object({ id: z.string(), status: RunStatus, queued_at: Time })
      .nullable()
      .describe('Newest run'),
  })
  .meta({ id: 'Workflow' })
export type Workflow = z.infer<typeof Workflow>

export const WorkflowsPage = pageSchema(Workflow)
  .extend({ unreachable: Unreachable })
  .meta({ id: 'WorkflowsPage' })
export type WorkflowsPage = z.infer<typeof WorkflowsPage>

const Hub = z.string().min(1).max(256).describe('Slug')

export const RunNow = z.strictObject({
  hub: Hub,
  workflow: z.string().min(1).max(256),
  inputs: z.record(z.string().max(256), z.json()).default({}),
})
export const RunNowAnswer = z.object({ hub: z.string(), run_id: z.string() }).meta({ id: 'RunNowAnswer' })
export type RunNowAnswer = z.infer<typeof RunNowAnswer>

export const RunsQuery = z
  .strictObject({
    hub: Filter,
    workflow: Filter,
    run_id: Filter,
    status: RunStatus.optional(),
    user: Filter.describe('Only runs as this account (complete e-mail), or that this person started'),
    ...sorting(RUN_SORT),
    ...TimeSpan.shape,
    ...Paging.shape,
  })
  .check(checkSpan)

export const RunView = z
  .object({
    id: z.string(),
    hub: z.string(),
    workflow: z.string(),
    trigger: Trigger,
    run_as: z.string().nullable(),
    requested_by: z.string().nullable(),
    status: RunStatus,
    outcome: Outcome.nullable(),
    cancelling: z.boolean().describe('True if cancellation was requested and the run has not ended yet'),
    paused: z.string().nullable().describe('Budget or question that the `queued` run waits for'),
    paused_for: z.enum(['budget', 'answer']).nullable(),
    question: z
      .string()
      .nullable()
      .describe('Change request of the question that the run waits for; only for the account of the run'),
    queued_at: Time,
    started_at: Time.nullable(),
    ended_at: Time.nullable(),
    duration_ms: z.int().nullable(),
    slot: Time.nullable().describe('Time of the schedule that started the run'),
    events: z.array(z.string()).describe('Names of the webhook events that the run claimed'),
    attempt: z.int().nullable().describe('Number of the attempt to handle the run’s webhook events, from 1'),
    repeats: z.string().nullable().describe('Id of the run that this run repeats'),
    result: z
      .string()
      .nullable()
      .describe('Result of the run, shown only to the account that the run acted as'),
    error: z.string().nullable(),
  })
  .meta({ id: 'Run' })
export type RunView = z.infer<typeof RunView>

export const ListedRun = RunView.extend({
  model: z.string().nullable().describe('Model of the newest turn; null without a turn'),
  tokens: z.int().nullable().describe('Input and output tokens; null without a turn'),
  cost_usd: z.number().nullable().describe('Cost of the turns that have a price; null if none has'),
}).meta({ id: 'ListedRun' })
export type ListedRun = z.infer<typeof ListedRun>

export const RunsPage = pageSchema(ListedRun)
  .extend({ total_is_exact: z.boolean().describe('False if there are more runs than `total`') })
  .meta({ id: 'RunsPage' })
export type RunsPage = z.infer<typeof RunsPage>

export const RunParams = z.strictObject({ hub: Hub, run_id: z.string().min(1).max(512) })

export const RunStep = z
  .object({
    id: z.string(),
    title: z.string(),
    kind: z.enum(['agent', 'script', 'tool', 'workflow']),
    state: z
      .enum(['running', 'waiting', 'done', 'failed', 'skipped', 'cancelled'])
      .describe('`waiting`: the step runs again when the paused run continues'),
    attempt: z.int(),
    taken_over: z.boolean().describe('True if the step was completed by the run that this run repeats'),
    started_at: Time,
    ended_at: Time.nullable(),
    output: z
      .string()
      .nullable()
      .describe('Output of the step, shown only to the account that the run acted as'),
    error: z.string().nullable(),
    tools: z.array(z.object({ name: z.string(), calls: z.int(), failed: z.int() })),
  })
  .meta({ id: 'RunStep' })
export type RunStep = z.infer<typeof RunStep>

export const RunDetail = RunView.extend({
  inputs: z.record(z.string(), z.json()),
  is_own: z.boolean().describe('True if the run acted as the caller, who therefore sees result and output'),
  output_removed: z.boolean().describe('True if the output was removed to free space'),
  steps: z.array(RunStep),
  machine: z
    .string()
    .nullable()
    .describe('Instance that executed the run; null if there is only one instance'),
  hub_version: z
    .int()
    .nullable()
    .describe('Published version of the Hub at the start of the run; null if the Hub’s source is its folder'),
  last_hub_version: z
    .int()
    .nullable()
    .describe(
      'Published version at the last execution, which changes if the run continues after a switch of versions',
    ),
  repeated_by: z.string().nullable().describe('Id of the newest run that repeats this run'),
  attempts: z
    .array(z.object({ id: z.string(), attempt: z.int(), status: RunStatus, queued_at: Time }))
    .describe('Newest runs of the same webhook events, including this run, newest first'),
  usage: z.object({
    turns: z.int(),
    input_tokens: z.int(),
    output_tokens: z.int(),
    cost_usd: z.number(),
    unpriced_turns: z.int(),
  }),
}).meta({ id: 'RunDetail' })
export type RunDetail = z.infer<typeof RunDetail>

export const RunAgain = z.strictObject({
  hub: Hub,
  run_id: z.string().min(1).max(512),
  from: z
    .enum(['start', 'failed_step'])
    .default('start')
    .describe(
      'First step to run; `failed_step`, for workflows, keeps the results of the steps before the first failure',
    ),
})
export const RunAgainAnswer = z
  .object({
    hub: z.string(),
    run_id: z.string().describe('Id of the new run'),
    is_new: z.boolean().describe('False if the run was requested before and has not ended yet'),
  })
  .meta({ id: 'RunAgainAnswer' })

export const RunCancel = z.strictObject({ hub: Hub, run_id: z.string().min(1).max(512) })
export const RunCancelled = z
  .object({ cancelled: z.boolean().describe('False if the run had already ended') })
  .meta({ id: 'RunCancelled' })
export type RunCancelled = z.infer<typeof RunCancelled>

export const RunOutput = z
  .object({
    seq: z.int(),
    step: z.string().nullable(),
    attempt: z.int().nullable().describe('Attempt of the step that wrote the output; null if not recorded'),
    at: Time.describe('Time at which the output was recorded'),
    offset: z.int().describe('Position in the output in bytes; a gap means that the middle was left out'),
    text: z.string(),
  })
  .meta({ id: 'RunOutput' })
export type RunOutput = z.infer<typeof RunOutput>

export const RunLive = z
  .object({ run: RunDetail.nullable(), output: z.array(RunOutput) })
  .meta({ id: 'RunLive' })
export type RunLive = z.infer<typeof RunLive>
