import { useCallback, useEffect, useRef, useState } from 'react'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import type { History } from './conversation.ts'
import { hasEarlierMessages } from './tree.ts'

export interface Earlier {
  state: 'idle' | 'loading' | 'failed'
  near(): void
  retry(): void
}

export interface EarlierSource {
  read(before: string): Promise<readonly ShownMessage[]>
  change(change: (history: History) => History): void
}

export function useEarlier(
  history: History,
  branch: readonly ShownMessage[],
  source: EarlierSource,
): Earlier {
  const [state, setState] = useState<Earlier['state']>('idle')
  const isLoading = useRef(false)
  const latest = useRef(source)
  useEffect(() => {
    latest.current = source
  })
  const before = hasEarlierMessages(history, branch) ? branch[0]!.id : null

  const load = useCallback(async () => {
    if (before === null || isLoading.current) return
    isLoading.current = true
    setState('loading')
    try {
      const { read, change } = latest.current
      const earlier = Object.fromEntries((await read(before)).map((message) => [message.id, message]))
      change((history) => ({ ...history, messages: { ...earlier, ...history.messages } }))
      setState('idle')
    } catch {
      setState('failed')
    } finally {
      isLoading.current = false
    }
  }, [before])
  const near = useCallback(() => void (state !== 'failed' && load()), [state, load])
  return { state, near, retry: () => void load() }
}
