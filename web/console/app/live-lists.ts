import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { watchLists } from '#surfaces/console/contract.ts'
import { useLive } from '../../ui/live.ts'

/** With what the lists are kept that follow from what changed. */
const KEYS = {
  runs: [['runs'], ['summary'], ['hub-states']],
  changes: [['changes'], ['change']],
  denials: [['audit'], ['summary']],
  budgets: [['budgets'], ['summary']],
} as const

type LiveList = keyof typeof KEYS

/** Lists that are shown are read again when they changed, and once a line that broke is there again. */
export function useLiveLists(): void {
  const client = useQueryClient()
  const wasLive = useRef(false)
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
    if (wasLive.current) readAgain(Object.keys(KEYS) as LiveList[])
    wasLive.current = true
  }, [liveness, readAgain])
}
