import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { watchLists } from '#surfaces/console/contract.ts'
import { useLive } from '../../ui/live.ts'

/** First parts of the query keys that show a list. */
const KEYS = {
  runs: ['runs', 'summary', 'hub-states', 'attention'],
  changes: ['changes', 'change', 'attention'],
  denials: ['audit', 'summary'],
  budgets: ['budgets', 'summary', 'attention'],
} as const

type LiveList = keyof typeof KEYS

const MAX_CONNECT_MS = 1000

/**
 * The server caches the summary for 20 times as long as its computation took, so the first read may lack the change.
 */
const SUMMARY_REREAD_MS = 5000

export function useLiveLists(): void {
  const client = useQueryClient()
  const wasLive = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [shownAt] = useState(() => performance.now())
  const readAgain = useCallback(
    (lists: readonly LiveList[]) => {
      for (const key of new Set(lists.flatMap((list) => KEYS[list])))
        void client.invalidateQueries({ queryKey: [key] })
      clearTimeout(timer.current)
      timer.current = setTimeout(() => {
        void client.invalidateQueries({ queryKey: ['summary'] })
      }, SUMMARY_REREAD_MS)
    },
    [client],
  )
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(watchLists, {}, 'lists', ({ changed }) => {
    if (changed.length > 0) return readAgain(changed)
    // The first event of a connection has an empty list: from now on, the server reports changes. Changes between the
    // page's reads and this event were not reported, so the page reads its lists again.
    if (wasLive.current || performance.now() - shownAt > MAX_CONNECT_MS)
      readAgain(Object.keys(KEYS) as LiveList[])
    wasLive.current = true
  })
}
