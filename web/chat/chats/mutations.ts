import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeChat, changeChats } from '#chatapp/chats/contract.ts'
import type { BatchRequest, ChatSummary } from '#chatapp/chats/schema.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { notifyTabs } from '../../ui/tabs.ts'
import { common } from '../messages.ts'
import { chats as texts } from './messages.ts'

export interface ChatSubject {
  id: string
  title: string
  pinned?: boolean
}

export function useListChange() {
  const client = useQueryClient()
  const refresh = () => {
    notifyTabs()
    return client.invalidateQueries({ queryKey: ['chats'] })
  }
  const onError = (error: unknown) => {
    toast({ text: errorText(error), failure: true })
    void refresh()
  }
  return { refresh, onError }
}

export function useChatMutations({ onGone }: { onGone(chatId: string): void }) {
  const client = useQueryClient()
  const { refresh, onError } = useListChange()

  const rename = useMutation({
    mutationFn: ({ id, title }: { id: string; title: string }) =>
      call(changeChat, { params: { id }, body: { title } }),
    onSuccess: (chat) => {
      client.setQueryData<ChatSummary>(['chat', chat.id], (known) => known && { ...known, title: chat.title })
      return refresh()
    },
    onError,
  })
  const pin = useMutation({
    mutationFn: ({ id, pinned }: ChatSubject) => change(pinned ? 'unpin' : 'pin', id),
    onSuccess: refresh,
    onError,
  })
  const restore = useMutation({
    mutationFn: (id: string) => change('unarchive', id),
    onSuccess: refresh,
    onError,
  })
  const archive = useMutation({
    mutationFn: ({ id }: ChatSubject) => change('archive', id),
    onSuccess: (_answer, { id }) => {
      onGone(id)
      toast({
        text: texts.archived,
        action: { label: common.undo, run: () => restore.mutate(id) },
      })
      return refresh()
    },
    onError,
  })
  const undoDeletion = useMutation({
    mutationFn: async (id: string) => {
      const { ids } = await change('restore', id)
      if (ids.length === 0) throw new Error(texts.tooLate)
    },
    onSuccess: refresh,
    onError,
  })
  const remove = useMutation({
    mutationFn: ({ id }: ChatSubject) => change('delete', id),
    onSuccess: (_answer, { id }) => {
      onGone(id)
      client.removeQueries({ queryKey: ['chat', id] })
      toast({
        text: texts.deleted,
        action: { label: common.undo, run: () => undoDeletion.mutate(id) },
      })
      return refresh()
    },
    onError,
  })
  return { rename, pin, archive, unarchive: restore, remove }
}

const change = (act: BatchRequest['act'], id: string) => call(changeChats, { body: { act, ids: [id] } })
