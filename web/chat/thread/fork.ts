import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { forkChat } from '#chatapp/chats/copies/contract.ts'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { messageMenu as texts } from './message-menu-messages.ts'
import { chatQuery } from './queries.ts'

/** Opens a copy of the branch that ends at the message. */
export function useFork({ id }: ShownMessage): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { chatId } = useParams({ strict: false })
  return async () => {
    if (chatId === undefined) return
    const title = client.getQueryData(chatQuery(chatId).queryKey)?.title
    try {
      const body = { message_id: id, ...(title && { title: texts.forked(title.slice(0, 180)) }) }
      const copy = await call(forkChat, { params: { id: chatId }, body })
      void client.invalidateQueries({ queryKey: ['chats'] })
      await navigate({ to: '/c/$chatId', params: { chatId: copy.id } })
    } catch (error) {
      toast({ text: errorText(error), failure: true })
    }
  }
}
