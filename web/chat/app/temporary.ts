import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deleteChat } from '#chatapp/chats/contract.ts'
import { hrefOf } from '../../ui/href.ts'
import { chatQuery } from '../thread/queries.ts'

/** The server gives temporary chats ids with this prefix. */
export const isTemporaryChat = (chatId: string | null): boolean => chatId?.startsWith('temporary-') === true

/** Deletes a temporary chat when the person leaves it. If the request fails, the server deletes the chat after a day. */
export function useRemovalOnLeave(chatId: string | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (chatId === null || !isTemporaryChat(chatId)) return
    const remove = () =>
      void fetch(hrefOf(deleteChat, { params: { id: chatId } }), { method: 'DELETE', keepalive: true }).catch(
        () => {},
      )
    addEventListener('pagehide', remove)
    return () => {
      removeEventListener('pagehide', remove)
      remove()
      client.removeQueries({ queryKey: chatQuery(chatId).queryKey })
    }
  }, [client, chatId])
}
