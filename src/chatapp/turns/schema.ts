import { z } from 'zod'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { ChatId, MessageId, type MessageView } from '#chatapp/chats/schema.ts'

const FileReference = z.object({ id: z.string().min(1).max(100) })

/** A turn as the page starts it. */
export const TurnRequest = z.object({
  model: z.string().min(1).max(256),
  session_id: z.string().min(1).max(200),
  chat_id: ChatId.nullish(),
  id: MessageId,
  parent_id: MessageId.nullish(),
  user_message: z
    .object({
      id: MessageId,
      content: z.string(),
      files: z.array(FileReference).max(50).default([]),
    })
    .nullish(),
})
export type TurnRequest = z.infer<typeof TurnRequest>

/** What whoever follows a running answer hears, in order: a snapshot, what is added to it, and its end; or that none runs. */
export type AnswerEvent =
  | { type: 'snapshot'; message: MessageView }
  | { type: 'delta'; message_id: string; content?: string; reasoning?: string }
  | { type: 'tool'; message_id: string; tool: ToolActivity }
  | { type: 'end'; message: MessageView }
  | { type: 'idle' }
