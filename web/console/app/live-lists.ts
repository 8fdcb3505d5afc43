import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
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

/** A stream reports changes from its beginning on; changes during a slow connection are missed. */
const UNSEEN_MS = 1000

/** Lists that are shown are read again when they changed, and once a line is there that was slow to begin or broke. */
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
    if (wasLive.current || performance.now() - shownAt > UNSEEN_MS) readAgain(Object.keys(KEYS) as LiveList[])
    wasLive.current = true
  }, [liveness, readAgain, shownAt])
}
