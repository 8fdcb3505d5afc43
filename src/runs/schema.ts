import { z } from 'zod'
import { Filter, inOrder, pageOf, Paging, Span, Time } from '#api/schema.ts'

export const WorkflowsQuery = z.strictObject({ hub: Filter, ...Paging.shape })

/** A workflow or markdown task. */
export const Workflow = z
  .object({
    id: z.string().describe('`md:<task>` or the workflow’s name'),
    hub: z.string(),
    name: z.string(),
    description: z.string(),
    kind: z.enum(['task', 'workflow']),
    trigger: z.enum(['schedule', 'webhook', 'manual']),
    schedule: z.string().nullable(),
    state: z.enum(['enabled', 'disabled', 'invalid']),
    problem: z.string().nullable(),
    run_as: z.string().nullable(),
    next_runs: z.array(Time),
  })
  .meta({ id: 'Workflow' })

export const WorkflowsPage = pageOf(Workflow).meta({ id: 'WorkflowsPage' })

export const RunsQuery = z
  .strictObject({
    hub: Filter,
    workflow: Filter,
    run_id: Filter,
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']).optional(),
    ...Span.shape,
    ...Paging.shape,
  })
  .check(inOrder)

export const Run = z
  .object({
    id: z.string(),
    hub: z.string(),
    workflow: z.string(),
    trigger: z.enum(['schedule', 'webhook', 'manual']),
    run_as: z.string().nullable(),
    status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
    outcome: z.enum(['done', 'error', 'incomplete', 'cancelled']).nullable(),
    started_at: Time.nullable(),
    ended_at: Time.nullable(),
    duration_ms: z.int().nullable(),
  })
  .meta({ id: 'Run' })

export const RunsPage = pageOf(Run).meta({ id: 'RunsPage' })
