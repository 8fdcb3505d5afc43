import { queryOptions } from '@tanstack/react-query'
import { listAgents, listClosedAgents, readAgent } from '../api/agents.ts'

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => listAgents(signal),
  staleTime: 15_000,
  refetchInterval: ({ state: { data } }) =>
    data && data.length > 0 && data.every(({ away }) => away === null) ? false : 5_000,
})

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
