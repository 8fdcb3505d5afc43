import { queryOptions } from '@tanstack/react-query'
import { listUnfinished, readPerson } from '../api/people.ts'

export const personQuery = (subject: string) =>
  queryOptions({ queryKey: ['person', subject], queryFn: ({ signal }) => readPerson(subject, signal) })

/** Account changes that reached only one of their two sides. */
export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished'],
  queryFn: ({ signal }) => listUnfinished(signal),
})
