import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  NewSchedule,
  NextTimes,
  ScheduleForm,
  ScheduleList,
  ScheduleParams,
  ScheduleResult,
  ScheduleTimes,
  ScheduleView,
} from './schema.ts'

const TIMES_REFUSALS = ['invalid_time_zone', 'schedule_invalid', 'schedule_too_often'] as const
const FORM_REFUSALS = [
  ...TIMES_REFUSALS,
  'completion_chat_missing',
  'model_not_found',
  'schedule_chat_temporary',
] as const
const one = { level: 'verified', params: ScheduleParams, refusals: ['schedule_missing'] } as const

export const listSchedules = chatRoute('get', '/api/v1/schedules/', {
  level: 'verified',
  summary: 'The caller’s scheduled prompts with their last results, oldest first',
  answer: ScheduleList,
})

export const createSchedule = chatRoute('post', '/api/v1/schedules/', {
  refusals: [...FORM_REFUSALS, 'too_many_schedules'],
  level: 'verified',
  summary: 'Schedule a prompt',
  body: NewSchedule,
  answer: ScheduleView,
})

export const previewSchedule = chatRoute('post', '/api/v1/schedules/preview', {
  refusals: TIMES_REFUSALS,
  level: 'verified',
  summary: 'The next three times of a schedule, in epoch seconds',
  body: ScheduleTimes,
  answer: NextTimes,
})

export const updateSchedule = chatRoute('post', '/api/v1/schedules/:id/update', {
  ...one,
  refusals: [...FORM_REFUSALS, 'schedule_missing'],
  summary: 'Change a scheduled prompt',
  body: ScheduleForm,
  answer: ScheduleView,
})

export const pauseSchedule = chatRoute('post', '/api/v1/schedules/:id/pause', {
  ...one,
  summary: 'Pause a scheduled prompt',
  answer: ScheduleView,
})

export const resumeSchedule = chatRoute('post', '/api/v1/schedules/:id/resume', {
  ...one,
  summary: 'Resume a scheduled prompt at its next time',
  answer: ScheduleView,
})

export const runSchedule = chatRoute('post', '/api/v1/schedules/:id/run', {
  ...one,
  refusals: ['model_away', 'model_not_found', 'schedule_busy', 'schedule_missing'],
  summary: 'Send a scheduled prompt now',
  answer: ScheduleView,
})

export const deleteSchedule = chatRoute('delete', '/api/v1/schedules/:id', {
  ...one,
  summary: 'Delete a scheduled prompt; its chats stay',
  answer: z.boolean(),
})

export const listScheduleResults = chatRoute('get', '/api/v1/schedules/:id/results', {
  ...one,
  summary: 'The last 50 results of a scheduled prompt, newest first',
  answer: z.array(ScheduleResult),
})
