import { z } from 'zod'
import { Filter, checkSpan, pageSchema, Paging, sorting, TimeSpan, Time } from '#ground/api/schema.ts'
import { TRACE_SORT } from '#ground/api/list-sorts.ts'

const TraceId = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{32}$/, 'expected 32 hex digits')

export const TracesQuery = z
  .strictObject({
    hub: Filter,
    chat: Filter.describe('Id of the chat on the Hub'),
    run: Filter,
    user: Filter.describe('Person (complete e-mail) whose turns the traces contain'),
    state: z.enum(['ok', 'failed']).optional().describe('True if a span of the trace failed'),
    ...sorting(TRACE_SORT),
    ...TimeSpan.shape,
    ...Paging.shape,
  })
  .check(checkSpan)

export const Trace = z
  .object({
    trace_id: TraceId,
    hub: z.string(),
    name: z
      .string()
      .nullable()
      .describe('Task or workflow of a run; otherwise the agent or the first span. Null while unknown'),
    chat_id: z.string().nullable(),
    run_id: z.string().nullable(),
    started_at: Time,
    duration_ms: z.number(),
    failed: z.boolean(),
    spans: z.int(),
    cancelled: z.boolean().describe('True if the run was cancelled or the turn was stopped'),
    person: z.string().nullable(),
    surface: z.string().nullable(),
    model: z.string().nullable(),
    tokens: z.int().nullable(),
    cost_usd: z.number().nullable(),
    first_words: z.string().nullable().describe('Beginning of the question, if `SVC_TRACE_CONTENT` is on'),
  })
  .meta({ id: 'Trace' })
export type Trace = z.infer<typeof Trace>

export const TracesPage = pageSchema(Trace)
  .extend({ total_is_exact: z.boolean().describe('False if there are more traces than `total`') })
  .meta({ id: 'TracesPage' })

export const TraceParams = z.strictObject({ trace_id: TraceId })

export const TraceSpan = z
  .object({
    span_id: z.string(),
    parent_span_id: z.string().nullable().describe('Id of the parent span, which may not be recorded'),
    hub: z.string(),
    service: z.string().describe('Part of the system, or the program that sent the span'),
    name: z.string(),
    kind: z.enum(['internal', 'server', 'client', 'producer', 'consumer']),
    started_at: Time,
    offset_ms: z.number().describe('Milliseconds since the start of the trace'),
    duration_ms: z.number(),
    failed: z.boolean(),
    attributes: z
      .record(z.string(), z.json())
      .describe(
        'Attributes named by OpenTelemetry’s conventions; contents of messages only if `SVC_TRACE_CONTENT` is on',
      ),
  })
  .meta({ id: 'TraceSpan' })
export type TraceSpan = z.infer<typeof TraceSpan>

export const TraceDetail = z
  .object({
    trace_id: TraceId,
    started_at: Time,
    duration_ms: z.number(),
    failed: z.boolean(),
    machine: z
      .string()
      .nullable()
      .describe('Instance that ran the turn; null if unknown or if there is only one instance'),
    hub_version: z
      .int()
      .nullable()
      .describe(
        'Published version of the Hub at the start of the turn; null if the Hub’s source is its folder',
      ),
    usage: z
      .object({
        model_calls: z.int(),
        tool_calls: z.int(),
        input_tokens: z.int(),
        output_tokens: z.int(),
        cost_usd: z.number().describe('Cost of the calls with a priced model, at current prices'),
        unpriced_calls: z.int(),
      })
      .describe('Total usage of all models in the trace'),
    spans: z.array(TraceSpan),
  })
  .meta({ id: 'TraceDetail' })
export type TraceDetail = z.infer<typeof TraceDetail>
