import { z } from 'zod'
import type { ToolActivity } from '#ground/turn/schema.ts'

/** How an answer ended, or that it has not. User messages are always `done`. */
export const MessageState = z.enum(['running', 'done', 'stopped', 'interrupted', 'failed'])
export type MessageState = z.infer<typeof MessageState>

export const MessageRole = z.enum(['user', 'assistant', 'system'])
export type MessageRole = z.infer<typeof MessageRole>

/** A file as a message shows it. Its bytes may be gone meanwhile. */
export const AttachedFile = z.object({
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.number(),
})
export type AttachedFile = z.infer<typeof AttachedFile>

/** Why an answer failed, for the person, with a code to quote. */
export const MessageError = z.object({ message: z.string(), code: z.string() })
export type MessageError = z.infer<typeof MessageError>

/** A message as the page and other clients read it. */
export interface MessageView {
  id: string
  parentId: string | null
  childrenIds: readonly string[]
  role: MessageRole
  content: string
  model?: string
  files?: AttachedFile[]
  /** Epoch seconds. */
  timestamp: number
  done: boolean
  state: MessageState
  reasoning?: string
  tools?: ToolActivity[]
  /** As the upstream reported it. */
  usage?: unknown
  error?: MessageError
}

export const MessageId = z.string().regex(/^[\w.:-]{1,100}$/, 'expected a message id')
export const ChatId = z.string().min(1).max(100)
export const ChatParams = z.object({ id: ChatId })

/** A message as clients store it. Fields nobody here reads are kept. */
const MessageForm = z.looseObject({
  parentId: MessageId.nullish(),
  role: MessageRole.optional(),
  content: z.string().optional(),
  model: z.string().max(256).nullish(),
  timestamp: z.number().nonnegative().max(1e12).optional(),
  state: MessageState.optional().catch(undefined),
})
export type MessageForm = z.infer<typeof MessageForm>

const HistoryForm = z.object({
  currentId: MessageId.nullish(),
  messages: z.record(MessageId, MessageForm).optional(),
})

/** A chat as clients store it. `messages` beside `history` repeats the visible branch and is not read. */
export const ChatForm = z.looseObject({
  title: z.string().max(1000).optional(),
  history: HistoryForm.optional(),
})
export type ChatForm = z.infer<typeof ChatForm>

export const ChatRequest = z.object({ chat: ChatForm })

export const ListQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).optional() })
export const SearchQuery = z.object({
  text: z.string().max(500).default(''),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
