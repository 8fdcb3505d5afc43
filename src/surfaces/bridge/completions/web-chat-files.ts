import type { Caller } from '#ground/identity/caller.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ChatMessage, MessageContentPart } from './request.ts'

export interface WebChatFilesDeps {
  chatapp: Pick<ChatappClient, 'accounts' | 'chatFiles'>
  maxUploadBytes: number
  onFailure(event: { reason: string }): void
}

export type AddWebChatFiles = (
  messages: readonly ChatMessage[],
  chatId: string,
  caller: Caller,
) => Promise<ChatMessage[]>

/** The bridge reads files with an administrator's rights, so it first checks that the caller owns the chat. */
export const createWebChatFiles =
  ({ chatapp, maxUploadBytes, onFailure }: WebChatFilesDeps): AddWebChatFiles =>
  async (messages, chatId, { email }) => {
    const last = messages.findLastIndex(({ role }) => role === 'user')
    const message = messages[last]
    if (message?.role !== 'user' || email === null || !STORED_CHAT.test(chatId)) return [...messages]
    const newest = await chatapp.chatFiles.newest(chatId)
    if (!newest.ok) {
      if (newest.refusal.code !== 'missing') onFailure({ reason: newest.refusal.code })
      return [...messages]
    }
    const { ownerId, files } = newest.value
    if (files.length === 0) return [...messages]
    const owner = await chatapp.accounts.get(ownerId)
    if (!owner.ok || owner.value.email !== email) return [...messages]
    const parts: MessageContentPart[] = []
    for (const { id, name } of files) {
      const content = await chatapp.chatFiles.content({ id, ownerId }, maxUploadBytes)
      if (!content.ok) onFailure({ reason: content.refusal.code })
      parts.push(content.ok ? filePart(name, content.value) : unreadablePart(name))
    }
    const text = typeof message.content === 'string' ? [textPart(message.content)] : message.content
    return messages.with(last, { ...message, content: [...text, ...parts] })
  }

/** Temporary chats and channels have ids with a prefix, and are not stored. */
const STORED_CHAT = /^[0-9a-f-]{36}$/i

const textPart = (text: string): MessageContentPart => ({ type: 'text', text })

const filePart = (filename: string, content: Buffer): MessageContentPart => ({
  type: 'file',
  file: { filename, file_data: content.toString('base64') },
})

const unreadablePart = (name: string): MessageContentPart =>
  textPart(`[The attached file “${name.replace(/[\r\n”]/g, ' ')}” could not be read.]`)
