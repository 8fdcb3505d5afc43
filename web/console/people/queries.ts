import { queryOptions } from '@tanstack/react-query'
import { listUnfinished, readPerson } from '#features/people/contract.ts'
import { call } from '../api/client.ts'

export const personQuery = (subject: string) =>
  queryOptions({
    queryKey: ['person', subject],
    queryFn: ({ signal }) => call(readPerson, { params: { subject }, signal }),
  })

/** Account changes that reached only one of their two sides. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished'],
  queryFn: ({ signal }) => call(listUnfinished, { signal }),
})
