import { z } from 'zod'
import { Filter, inOrder, pageSchema, Paging, TimeSpan, Time, Unreachable } from '#ground/api/schema.ts'

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
    default: z.json().describe('Null: none'),
  })
  .meta({ id: 'WorkflowInput' })
export type WorkflowInput = z.infer<typeof WorkflowInput>

/** The last valid version of a workflow or task. */
export const Workflow = z
  .object({
    id: z.string().describe('`md:<task>` or the workflow’s name'),
    hub: z.string(),
    name: z.string(),
    description: z.string(),
    kind: z.enum(['task', 'workflow']),
    file: z.string().describe('Relative to the Hub’s folder'),
    trigger: Trigger.nullable().describe('Null: its file was never valid'),
    schedule: z.string().nullable(),
    timezone: z.string().nullable().describe('Time zone of the schedule'),
    endpoint: z.string().nullable().describe('Webhook endpoint whose events start it'),
    state: z.enum(['enabled', 'disabled', 'invalid']),
    problem: z.string().nullable().describe('Problem of its file, with the line'),
    run_as: z.string().nullable(),
    next_runs: z.array(Time).describe('The next five times of its schedule'),
    inputs: z.array(WorkflowInput),
    last_run: z
      .object({ id: z.string(), status: RunStatus, queued_at: Time })
      .nullable()
      .describe('The newest'),
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
    ...TimeSpan.shape,
    ...Paging.shape,
  })
  .check(inOrder)

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
    cancelling: z.boolean().describe('Its cancellation was requested, and it has not ended yet'),
    paused: z.string().nullable().describe('Budget for which the `queued` run waits'),
    queued_at: Time,
    started_at: Time.nullable(),
    ended_at: Time.nullable(),
    duration_ms: z.int().nullable(),
    slot: Time.nullable().describe('Its time in the schedule'),
    events: z.array(z.string()).describe('Webhook events that it claimed'),
    attempt: z.int().nullable().describe('For a webhook run: number of this attempt at its events'),
    repeats: z.string().nullable().describe('Id of the run that it repeats'),
    result: z.string().nullable().describe('Only for the account it acted as'),
    error: z.string().nullable(),
  })
  .meta({ id: 'Run' })
export type RunView = z.infer<typeof RunView>

export const RunsPage = pageSchema(RunView)
  .extend({ total_is_exact: z.boolean().describe('False: there are more than `total`') })
  .meta({ id: 'RunsPage' })
export type RunsPage = z.infer<typeof RunsPage>

export const RunParams = z.strictObject({ hub: Hub, run_id: z.string().min(1).max(512) })

export const RunStep = z
  .object({
    id: z.string(),
    title: z.string(),
    kind: z.enum(['agent', 'script', 'tool', 'workflow']),
    state: z.enum(['running', 'done', 'failed', 'skipped', 'cancelled']),
    attempt: z.int(),
    taken_over: z.boolean().describe('The run that this one repeats had done it'),
    started_at: Time,
    ended_at: Time.nullable(),
    output: z.string().nullable().describe('Only for the account the run acted as'),
    error: z.string().nullable(),
    tools: z.array(z.object({ name: z.string(), calls: z.int(), failed: z.int() })),
  })
  .meta({ id: 'RunStep' })
export type RunStep = z.infer<typeof RunStep>

export const RunDetail = RunView.extend({
  inputs: z.record(z.string(), z.json()),
  is_own: z.boolean().describe('The caller is the account it acted as, and so sees result and output'),
  output_removed: z.boolean().describe('Its output was removed to free space'),
  steps: z.array(RunStep),
  machine: z.string().nullable().describe('Machine that executed it; null with a single machine'),
  hub_version: z
    .int()
    .nullable()
    .describe('Published version of the Hub that it began with; null where the Hub is a folder’s own'),
  last_hub_version: z
    .int()
    .nullable()
    .describe('The version of its last execution, which may change when it continues after a switch'),
  repeated_by: z.string().nullable().describe('Id of the newest run that repeats it'),
  attempts: z
    .array(z.object({ id: z.string(), attempt: z.int(), status: RunStatus, queued_at: Time }))
    .describe('For a webhook run: the newest runs of the same events including this run, newest first'),
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
    .describe('`failed_step`, for workflows: what was done before the first failure is taken over'),
})
export const RunAgainAnswer = z
  .object({
    hub: z.string(),
    run_id: z.string().describe('The run that repeats it'),
    is_new: z.boolean().describe('False: the run was requested before and has not ended yet'),
  })
  .meta({ id: 'RunAgainAnswer' })

export const RunCancel = z.strictObject({ hub: Hub, run_id: z.string().min(1).max(512) })
export const RunCancelled = z
  .object({ cancelled: z.boolean().describe('False: it had ended already') })
  .meta({ id: 'RunCancelled' })
export type RunCancelled = z.infer<typeof RunCancelled>

export const RunOutput = z
  .object({
    seq: z.int(),
    step: z.string().nullable(),
    attempt: z.int().nullable().describe('Attempt of the step that wrote it; null if not recorded'),
    at: Time.describe('When it was written down'),
    offset: z.int().describe('Bytes of output before it; where it jumps, the middle was left out'),
    text: z.string(),
  })
  .meta({ id: 'RunOutput' })
export type RunOutput = z.infer<typeof RunOutput>

export const RunLive = z
  .object({ run: RunDetail.nullable(), output: z.array(RunOutput) })
  .meta({ id: 'RunLive' })
export type RunLive = z.infer<typeof RunLive>
