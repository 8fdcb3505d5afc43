import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addNoticeWay,
  changeNotices,
  readNotices,
  removeNoticeWay,
  resumeNoticeWay,
  testNoticeWay,
} from '#features/attention/notices/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import { call } from '../kit/api.ts'

export const noticesQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => call(readNotices, { signal }),
  refetchInterval: 30_000,
})

function useNotices<Form, Answer>(change: (form: Form) => Promise<Answer>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  })
}

export const useSave = () => useNotices((body: BodyOf<typeof changeNotices>) => call(changeNotices, { body }))

export const useAdd = () => useNotices((body: BodyOf<typeof addNoticeWay>) => call(addNoticeWay, { body }))

const one = (way: string) => ({ params: { way } })
export const useTest = () => useNotices((way: string) => call(testNoticeWay, one(way)))
export const useResume = () => useNotices((way: string) => call(resumeNoticeWay, one(way)))
export const useRemove = () => useNotices((way: string) => call(removeNoticeWay, one(way)))
