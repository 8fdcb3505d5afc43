import { queryOptions } from '@tanstack/react-query'
import { listAgents } from '../api/agents.ts'

/** The agents this person may talk to. While there is none, asks again by itself. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => listAgents(signal),
  staleTime: 15_000,
  refetchInterval: (query) => (query.state.data?.length === 0 ? 5_000 : false),
})
