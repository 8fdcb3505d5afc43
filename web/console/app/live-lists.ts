import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { watchLists } from '#surfaces/console/contract.ts'
import { useLive } from '../../ui/live.ts'

const KEYS = {
  runs: [['runs'], ['summary'], ['hub-states'], ['attention']],
  changes: [['changes'], ['change'], ['attention']],
  denials: [['audit'], ['summary']],
  budgets: [['budgets'], ['summary'], ['attention']],
} as const

type LiveList = keyof typeof KEYS

const MAX_CONNECT_MS = 1000

export function useLiveLists(): void {
  const client = useQueryClient()
  const wasLive = useRef(false)
  const [shownAt] = useState(() => performance.now())
  const readAgain = useCallback(
    (lists: readonly LiveList[]) => {
      for (const [key] of new Set(lists.flatMap((list) => [...KEYS[list]])))
        void client.invalidateQueries({ queryKey: [key] })
    },
    [client],
  )
  const liveness = useLive(watchLists, {}, 'lists', ({ changed }) => readAgain(changed))
  useEffect(() => {
    if (liveness !== 'live') return
    if (wasLive.current || performance.now() - shownAt > MAX_CONNECT_MS)
      readAgain(Object.keys(KEYS) as LiveList[])
    wasLive.current = true
  }, [liveness, readAgain, shownAt])
}
