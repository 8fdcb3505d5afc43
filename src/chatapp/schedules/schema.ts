import { z } from 'zod'
import { MAX_PROMPT_LENGTH } from '#ground/hub/prompts/schema.ts'
import { ChatId } from '#chatapp/chats/schema.ts'

export const MAX_SCHEDULES = 20
export const MAX_RESULTS = 50

const Times = {
  schedule: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .describe('Cron line of five fields, such as `0 8 * * 1`, or an interval such as `every 2h`'),
  time_zone: z.string().max(64).describe('Time zone of the cron line, such as `Europe/Berlin`'),
}

export const ScheduleTimes = z.object(Times)

export const ScheduleForm = z.strictObject({
  title: z
    .string()
    .trim()
    .max(100)
    .default('')
    .describe('Title in lists and of new chats; by default the beginning of the prompt'),
  prompt: z.string().trim().min(1).max(MAX_PROMPT_LENGTH),
  model: z.string().min(1).max(256).describe('Id of the agent'),
  ...Times,
  target: z
    .enum(['new', 'same'])
    .default('new')
    .describe('`new`: each run begins a chat; `same`: all runs answer in one chat'),
  chat_id: ChatId.nullish().describe('Chat of `same`; by default the first run begins the chat'),
})
export type ScheduleForm = z.infer<typeof ScheduleForm>

export const NewSchedule = ScheduleForm.extend({
  id: z
    .uuid()
    .optional()
    .describe('Id that the client chooses; a repeated request with the same id returns the stored schedule'),
})
export type NewSchedule = z.infer<typeof NewSchedule>

export const ScheduleParams = z.object({ id: z.string().min(1).max(100) })

const RunState = z.enum([
  'waiting',
  'running',
  'done',
  'stopped',
  'interrupted',
  'failed',
  'refused',
  'missed',
  'deleted',
])
export type RunState = z.infer<typeof RunState>

/** Times are epoch seconds. */
export const ScheduleResult = z.object({
  id: z.string(),
  state: RunState.describe('`deleted`: the chat of the answer was deleted'),
  reason: z.string().nullable().describe('Code of a refusal, a failure or a missed time'),
  message: z.string().nullable(),
  at: z.number().describe('Scheduled time, or the time at which the person started the run'),
  started_at: z.number().nullable(),
  is_manual: z.boolean(),
  is_late: z.boolean(),
  times: z.number().describe('Number of missed times; otherwise 1'),
  chat_id: z.string().nullable(),
  note: z
    .enum(['incomplete', 'waits'])
    .nullable()
    .describe('`incomplete`: the answer was cut; `waits`: a tool call waits for the person’s decision'),
})
export type ScheduleResult = z.infer<typeof ScheduleResult>

/** Times are epoch seconds. */
export const ScheduleView = z.object({
  id: z.string(),
  title: z.string(),
  prompt: z.string(),
  model: z.string(),
  schedule: z.string(),
  time_zone: z.string(),
  target: z.enum(['new', 'same']),
  chat_id: z.string().nullable(),
  paused: z
    .enum(['person', 'blocked', 'account_pending'])
    .nullable()
    .describe('Why the schedule is paused; null while it is active'),
  next_at: z
    .number()
    .nullable()
    .describe('Next time; null while the schedule is paused. A time in the past waits for the agent'),
  created_at: z.number(),
  updated_at: z.number(),
  last: ScheduleResult.nullable(),
})
export type ScheduleView = z.infer<typeof ScheduleView>

export const ScheduleList = z.object({ schedules: z.array(ScheduleView), limit: z.number() })

export const NextTimes = z.object({ next: z.array(z.number()) })
