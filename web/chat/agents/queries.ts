import { queryOptions } from '@tanstack/react-query'
import { listAgents, type Agent } from '../api/agents.ts'

/** The agents this person may talk to. While there is none, or one is away, asks again by itself. */
export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => listAgents(signal),
  staleTime: 15_000,
  refetchInterval: ({ state: { data } }) => data !== undefined && againIn(data),
})

const againIn = (agents: readonly Agent[]): number | false => {
  if (agents.length === 0 || agents.some(({ away }) => away?.state === 'starting')) return 5_000
  return agents.some(({ away }) => away !== null) && 10_000
}
