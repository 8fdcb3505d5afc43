import { useMutation } from '@tanstack/react-query'
import { changeChats } from '#chatapp/chats/contract.ts'
import { toast } from '../../../ui/toast.tsx'
import { call } from '../../api/client.ts'
import { chats as texts } from '../messages.ts'
import { useListChange } from '../mutations.ts'
import { searchTexts } from './messages.ts'

const BACK = { archive: 'unarchive', unarchive: 'archive', delete: 'restore' } as const

export interface Batch {
  act: keyof typeof BACK
  ids: readonly string[]
}

/** Do something to several chats in one request. It can be taken back for a moment. */
export function useBatch(onDone: () => void) {
  const { refresh, onError } = useListChange()
  const undo = useMutation({
    mutationFn: ({ act, ids }: Batch) => call(changeChats, { body: { act: BACK[act], ids: [...ids] } }),
    onSuccess: refresh,
    onError,
  })
  return useMutation({
    mutationFn: ({ act, ids }: Batch) => call(changeChats, { body: { act, ids: [...ids] } }),
    onSuccess({ ids }, { act }) {
      onDone()
      const action = { label: texts.undo, run: () => undo.mutate({ act, ids }) }
      toast({ text: searchTexts.done[act](ids.length), action })
      return refresh()
    },
    onError,
  })
}
