import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeChats } from '#chatapp/chats/contract.ts'
import { endShares } from '#chatapp/shares/contract.ts'
import { toast } from '../../../ui/toast.tsx'
import { call } from '../../api/client.ts'
import { common } from '../../messages.ts'
import { chats as texts } from '../messages.ts'
import { useListChange } from '../mutations.ts'
import { searchTexts } from './messages.ts'

const BACK = {
  archive: 'unarchive',
  unarchive: 'archive',
  pin: 'unpin',
  unpin: 'pin',
  delete: 'restore',
} as const

export interface Batch {
  act: keyof typeof BACK
  ids: readonly string[]
}

export function useUnsharing(onDone: () => void) {
  const { refresh, onError } = useListChange()
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(endShares, { body: { ids: [...ids] } }),
    onSuccess({ ids }) {
      onDone()
      toast({ text: searchTexts.done.unshare(ids.length) })
      return refresh()
    },
    onError,
  })
}

export function useBatch(onDone: () => void) {
  const client = useQueryClient()
  const { refresh, onError } = useListChange()
  const undo = useMutation({
    async mutationFn({ act, ids }: Batch) {
      const back = await call(changeChats, { body: { act: BACK[act], ids: [...ids] } })
      if (back.ids.length < ids.length) throw new Error(texts.tooLate)
    },
    onSuccess: refresh,
    onError,
  })
  return useMutation({
    mutationFn: ({ act, ids }: Batch) => call(changeChats, { body: { act, ids: [...ids] } }),
    onSuccess({ ids }, { act }) {
      onDone()
      if (act === 'delete') for (const id of ids) client.removeQueries({ queryKey: ['chat', id] })
      const action = { label: common.undo, run: () => undo.mutate({ act, ids }) }
      toast({ text: searchTexts.done[act](ids.length), action })
      return refresh()
    },
    onError,
  })
}
