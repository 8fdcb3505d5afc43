import { queryOptions } from '@tanstack/react-query'
import {
  createSchedule,
  deleteSchedule,
  listScheduleResults,
  listSchedules,
  pauseSchedule,
  previewSchedule,
  resumeSchedule,
  runSchedule,
  updateSchedule,
} from '#chatapp/schedules/contract.ts'
import type { NewSchedule, ScheduleResult, ScheduleView } from '#chatapp/schedules/schema.ts'
import { call } from './client.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /**
     * Prompt that the person wants to schedule. `chatId` is null before the first message. Without `model`, the chat's
     * model answers.
     */
    schedule?: { prompt: string; chatId: string | null; model?: string }
  }
}

const OPEN_POLL_MS = 2000
const POLL_MS = 60_000

const isOpen = (result: ScheduleResult | null): boolean =>
  result?.state === 'waiting' || result?.state === 'running'

export const schedulesQuery = queryOptions({
  queryKey: ['schedules'],
  queryFn: ({ signal }) => call(listSchedules, { signal }),
  refetchInterval: ({ state: { data } }) =>
    data?.schedules.some(({ last }) => isOpen(last)) ? OPEN_POLL_MS : POLL_MS,
  retry: false,
})

export const scheduleResultsQuery = (id: string) =>
  queryOptions({
    queryKey: ['schedules', id],
    queryFn: ({ signal }) => call(listScheduleResults, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.some(isOpen) ? OPEN_POLL_MS : POLL_MS),
    retry: false,
  })

export const scheduleTimesQuery = (schedule: string, timeZone: string) =>
  queryOptions({
    queryKey: ['schedule-times', schedule, timeZone],
    queryFn: ({ signal }) => call(previewSchedule, { body: { schedule, time_zone: timeZone }, signal }),
    staleTime: 60_000,
    retry: false,
  })

/** `id` is null for a new schedule. */
export const saveSchedule = (id: string | null, { id: newId, ...body }: NewSchedule) =>
  id === null
    ? call(createSchedule, { body: { ...body, ...(newId !== undefined && { id: newId }) } })
    : call(updateSchedule, { params: { id }, body })

const ACTS = { pause: pauseSchedule, resume: resumeSchedule, run: runSchedule } as const
export type ScheduleAct = keyof typeof ACTS

export const changeSchedule = (id: string, act: ScheduleAct): Promise<ScheduleView> =>
  call(ACTS[act], { params: { id } })

export const removeSchedule = (id: string) => call(deleteSchedule, { params: { id } })
