import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { readConversation } from '#chatapp/chats/contract.ts'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { call } from '../api/client.ts'
import type { Conversation } from './conversation.ts'
import { changeHistory } from './queries.ts'
import { goesOnAbove } from './tree.ts'

/** Messages read at once. */
const LIMIT = '48'

export interface Earlier {
  state: 'idle' | 'loading' | 'failed'
  /** The reader came near them: read the next ones, if there are any. After a failure only the reader asks again. */
  near(): void
  retry(): void
}

/** Messages of a conversation from before those this tab has read. `branch` is what is shown of it. */
export function useEarlier(chat: Conversation, branch: readonly ShownMessage[]): Earlier {
  const client = useQueryClient()
  const [state, setState] = useState<Earlier['state']>('idle')
  const isLoading = useRef(false)
  const before = goesOnAbove(chat.history, branch) ? branch[0]!.id : null
  const { id } = chat

  const load = useCallback(async () => {
    if (before === null || isLoading.current) return
    isLoading.current = true
    setState('loading')
    try {
      const read = await call(readConversation, { params: { id }, query: { before, limit: LIMIT } })
      const earlier = Object.fromEntries(read.messages.map((message) => [message.id, message]))
      changeHistory(client, id, (history) => ({ ...history, messages: { ...earlier, ...history.messages } }))
      setState('idle')
    } catch {
      setState('failed')
    } finally {
      isLoading.current = false
    }
  }, [client, id, before])
  const near = useCallback(() => void (state !== 'failed' && load()), [state, load])
  return { state, near, retry: () => void load() }
}
