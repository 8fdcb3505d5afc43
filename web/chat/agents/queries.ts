import { queryOptions } from '@tanstack/react-query'
import { listClosedAgents, readAgent } from '../api/agents.ts'

export const aboutQuery = (id: string) =>
  queryOptions({
    queryKey: ['about', id],
    queryFn: ({ signal }) => readAgent(id, signal),
    staleTime: 30_000,
    retry: false,
  })

export const closedQuery = queryOptions({
  queryKey: ['closed-agents'],
  queryFn: ({ signal }) => listClosedAgents(signal),
  staleTime: 5_000,
  retry: false,
})
