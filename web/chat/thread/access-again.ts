import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { agentsQuery } from '../api/agents.ts'

/** The list of agents follows a withdrawal of access after a few seconds. */
const LAG_MS = 10_000
const POLL_MS = 2_000

/** True if the agent of a refused answer is in the person's list again, also after a grant without a request. */
export function useAccessAgain(agent: string): boolean {
  const [mountedAt] = useState(Date.now)
  const [wasMissing, setMissing] = useState(false)
  const { data, dataUpdatedAt, isFetchedAfterMount } = useQuery({
    ...agentsQuery,
    refetchOnMount: 'always',
    // The page polls the list; the short interval is for the lag only.
    refetchInterval: () => !wasMissing && Date.now() - mountedAt <= LAG_MS && POLL_MS,
  })
  const isListed = data?.some(({ id }) => id === agent) ?? false
  const isMissing = isFetchedAfterMount && data !== undefined && !isListed
  useEffect(() => {
    if (isMissing) setMissing(true)
  }, [isMissing])
  return isFetchedAfterMount && isListed && (wasMissing || dataUpdatedAt - mountedAt > LAG_MS)
}
