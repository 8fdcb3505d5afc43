import { z } from 'zod'

/** How an answer ended, or that it has not. User messages are always `done`. */
export const MessageState = z.enum(['running', 'done', 'stopped', 'interrupted', 'failed'])
export type MessageState = z.infer<typeof MessageState>

export const MessageId = z.string().regex(/^[\w.:-]{1,100}$/, 'expected a message id')
export const ChatId = z.string().min(1).max(100)
export const ChatParams = z.object({ id: ChatId })

/** A message as clients store it. Fields nobody here reads are kept. */
const MessageForm = z.looseObject({
  parentId: MessageId.nullish(),
  role: z.enum(['user', 'assistant', 'system']).optional(),
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
