import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { path, type Download, type Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

export interface AttachedFile {
  id: string
  name: string
}

export const createChatFilesClient = ({ send, download }: { send: Send; download: Download }) => ({
  async newest(chatId: string): Promise<Result<{ ownerId: string; files: AttachedFile[] }, ChatappRefusal>> {
    const answer = await send({ path: path`/api/v1/chats/${chatId}`, answer: ChatAnswer })
    if (!answer.ok) return answer
    const { user_id: ownerId, chat } = answer.value
    const { currentId, messages } = chat.history
    // The current message is the answer that is being written, or the person's message.
    let message = messages[currentId ?? '']
    if (message?.role === 'assistant') message = messages[message.parentId ?? '']
    const files = message?.role === 'user' ? (message.files ?? []) : []
    return accepted({ ownerId, files: files.flatMap((file) => (file ? [file] : [])) })
  },

  /**
   * Returns a file only if the account owns it, because a chat can name any file and this client reads as an
   * administrator.
   */
  async content(
    { id, ownerId }: { id: string; ownerId: string },
    maxBytes: number,
  ): Promise<Result<Buffer, ChatappRefusal>> {
    const file = await send({ path: path`/api/v1/files/${id}`, answer: FileOwnerAnswer })
    if (!file.ok) return file
    if (file.value.user_id !== ownerId) return refused({ code: 'missing' })
    return download(path`/api/v1/files/${id}/content`, maxBytes)
  },
})

/** Entries that are not files become null. */
const FileAnswer = z
  .object({ type: z.literal('file'), id: z.string().min(1), name: z.string().min(1) })
  .transform(({ id, name }): AttachedFile => ({ id, name }))
  .nullable()
  .catch(null)

const FileOwnerAnswer = z.object({ user_id: z.string() })

const MessageAnswer = z.object({
  role: z.string(),
  parentId: z.string().nullish(),
  files: z.array(FileAnswer).nullish().catch(null),
})

const ChatAnswer = z.object({
  user_id: z.string(),
  chat: z.object({
    history: z.object({
      currentId: z.string().nullish(),
      messages: z.record(z.string(), MessageAnswer),
    }),
  }),
})
