import { z } from 'zod'
import { SpentBudget } from '#ground/turn/errors/budget/schema.ts'
import { ToolActivity } from '#ground/turn/schema.ts'

/** User messages are always `done`. */
export const MessageState = z.enum(['running', 'done', 'stopped', 'interrupted', 'failed'])
export type MessageState = z.infer<typeof MessageState>

/** Reasons in OpenAI's API: the model's token limit, or a filter of the provider. */
export const CutReason = z.enum(['length', 'content_filter'])
export type CutReason = z.infer<typeof CutReason>

export const MessageRole = z.enum(['user', 'assistant', 'system'])
export type MessageRole = z.infer<typeof MessageRole>

/** An attached file, which may have been deleted since. */
export const AttachedFile = z.object({
  id: z.string(),
  name: z.string(),
  content_type: z.string(),
  size: z.number(),
})
export type AttachedFile = z.infer<typeof AttachedFile>

/** `message` is for the person; `code` helps support to find the cause. */
export const MessageError = z.object({
  message: z.string(),
  code: z.string(),
  budget: SpentBudget.optional(),
})
export type MessageError = z.infer<typeof MessageError>

export const Rating = z.strictObject({
  verdict: z.enum(['good', 'bad']),
  reason: z.enum(['wrong', 'incomplete', 'off_topic', 'too_long', 'unsafe']).nullable().default(null),
  comment: z.string().trim().max(1000).default(''),
})
export type Rating = z.infer<typeof Rating>

/**
 * A person's decision on a tool call that the agent had proposed, or on a question of the agent: `answered`, `withheld`
 * by the person, or `unanswered` in time. The agent receives it instead of a prompt.
 */
export const CallDecision = z.object({
  /** Id of the change request. */
  id: z.string(),
  /** The call, or the question. */
  summary: z.string(),
  outcome: z.enum(['done', 'failed', 'refused', 'rejected', 'answered', 'withheld', 'unanswered']),
  /** The person's reason for a rejection, or the answer. */
  reason: z.string().optional(),
})
export type CallDecision = z.infer<typeof CallDecision>

/** Facts about an answer, other than its token counts. */
export const AnswerFacts = z.object({
  /** Such as `openai/gpt-5.2`. Only managers of the agent see it. */
  model: z.string().max(256).optional(),
  /** Missing if the model has no price. */
  cost_micro_usd: z.number().min(0).optional(),
  /** Duration in milliseconds. */
  ms: z.number().min(0).optional(),
})
export type AnswerFacts = z.infer<typeof AnswerFacts>

export const MessageView = z.object({
  id: z.string(),
  parentId: z.string().nullable(),
  childrenIds: z.array(z.string()).readonly(),
  role: MessageRole,
  content: z.string(),
  model: z.string().optional(),
  files: z.array(AttachedFile).optional(),
  /** Epoch seconds. */
  timestamp: z.number(),
  done: z.boolean(),
  state: MessageState,
  reasoning: z.string().optional(),
  tools: z.array(ToolActivity).optional(),
  usage: z.unknown().optional(),
  facts: AnswerFacts.optional().catch(undefined),
  /** True for a version of the agent's answer that the person wrote. */
  edited: z.literal(true).optional().catch(undefined),
  error: MessageError.optional(),
  finish_reason: CutReason.optional().catch(undefined),
  rating: Rating.optional(),
  decision: CallDecision.optional().catch(undefined),
})
export type MessageView = z.infer<typeof MessageView>

export const MessageId = z.string().regex(/^[\w.:-]{1,100}$/, 'expected a message id')
export const ChatId = z.string().min(1).max(100)
export const ChatParams = z.object({ id: ChatId })

export const MAX_MESSAGES = 10_000
export const MAX_CONTENT_CHARS = 1024 * 1024
export const MAX_FIELDS_BYTES = 1024 * 1024

/** Unknown fields are stored. */
export const MessageForm = z.looseObject({
  parentId: MessageId.nullish(),
  role: MessageRole.optional(),
  content: z.string().max(MAX_CONTENT_CHARS).optional(),
  model: z.string().max(256).nullish(),
  timestamp: z.number().nonnegative().max(1e12).optional(),
  state: MessageState.optional().catch(undefined),
})
export type MessageForm = z.infer<typeof MessageForm>

export const MessageText = z.object({ content: z.string().max(MAX_CONTENT_CHARS) })

const HistoryForm = z.object({
  currentId: MessageId.nullish(),
  /** Messages are validated later and in portions, because there may be thousands. */
  messages: z.looseObject({}).optional(),
})

/** In a form with `history`, `messages` only repeats the displayed branch, so it is ignored. */
export const ChatForm = z.looseObject({
  /** Stored with at most 200 characters. */
  title: z.string().nullish(),
  history: HistoryForm.optional(),
})
export type ChatForm = z.infer<typeof ChatForm>

export const ChatRequest = z.object({ chat: ChatForm })

const Page = z.coerce.number().int().min(1).max(1_000_000)
const Switch = z.enum(['true', 'false']).transform((value) => value === 'true')

export const Cursor = z
  .string()
  .regex(/^\d{1,12}\.[\w.:-]{1,100}$/, 'expected <updated_at>.<id>')
  .transform((text) => {
    const dot = text.indexOf('.')
    return { updatedAt: Number(text.slice(0, dot)), id: text.slice(dot + 1) }
  })
export type Cursor = z.output<typeof Cursor>

const PAGING = { page: Page.optional(), cursor: Cursor.optional() }

export const ListQuery = z.object({
  ...PAGING,
  include_pinned: Switch.optional(),
  include_folders: Switch.optional(),
  folder_id: z.string().max(100).optional(),
})
export const ArchivedQuery = z.object(PAGING)
export const SearchQuery = z.object({
  ...PAGING,
  text: z.string().max(500).default(''),
  model: z.string().max(256).optional(),
  /** Only chats changed since this time; epoch seconds. */
  newer_than: z.coerce.number().int().min(0).max(1e12).optional(),
  older_than: z.coerce.number().int().min(0).max(1e12).optional(),
  folder_id: z.string().max(100).optional(),
  archived: Switch.optional(),
  pinned: Switch.optional(),
  files: Switch.optional(),
  shared: Switch.optional(),
})

/** Times are epoch seconds. */
export const ChatSummary = z.object({
  id: z.string(),
  title: z.string(),
  updated_at: z.number(),
  created_at: z.number(),
  last_read_at: z.null(),
  /** One line around the match; null if no message matches. */
  snippet: z.string().nullable(),
  pinned: z.boolean(),
  archived: z.boolean(),
  active: z.boolean(),
  model: z.string().nullable(),
  folder_id: z.string().nullable(),
  share_id: z.string().nullable(),
})
export type ChatSummary = z.infer<typeof ChatSummary>

/** Start and end of each part of the text that matches the search, in UTF-16 code units. */
const Marks = z.array(z.tuple([z.number(), z.number()]))

export const FoundChat = ChatSummary.extend({
  marks: Marks,
  title_marks: Marks,
  message_id: z.string().nullable(),
})
export type FoundChat = z.infer<typeof FoundChat>

/** Chats of other owners are skipped. */
export const BatchRequest = z.object({
  ids: z.array(ChatId).min(1).max(1000),
  act: z.enum(['archive', 'unarchive', 'pin', 'unpin', 'move', 'delete', 'restore']),
  /** Target of `move`; null: no folder. */
  folder_id: z.string().max(100).nullish(),
})
export type BatchRequest = z.infer<typeof BatchRequest>
export const BatchAnswer = z.object({ ids: z.array(z.string()) })

export const ConversationQuery = z.object({
  /** Only messages before this one. Default: starts with the newest message. */
  before: MessageId.optional(),
  /** Selects the branch through this message and its newest descendants; default: the displayed branch. */
  below: MessageId.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(48),
})
export type ConversationQuery = z.output<typeof ConversationQuery>

/** `versions`: this message and its alternatives, oldest first. */
export const ShownMessage = MessageView.extend({ versions: z.array(z.string()).readonly() })
export type ShownMessage = z.infer<typeof ShownMessage>

export const ConversationView = ChatSummary.extend({
  current_id: z.string().nullable(),
  /**
   * Running answers of other branches, then the messages of the branch that the query selects, oldest first. If the
   * first message of this branch has a parent, the chat has earlier messages.
   */
  messages: z.array(ShownMessage),
})
export type ConversationView = z.infer<typeof ConversationView>

export const BranchView = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  count: z.number(),
  shown: z.boolean(),
  role: MessageRole,
  text: z.string(),
  /** Time of the first message, epoch seconds. */
  timestamp: z.number(),
})
export type BranchView = z.infer<typeof BranchView>

export const ChatChange = z.object({
  title: z.string().trim().min(1).max(200).optional(),
  current_id: MessageId.optional(),
})
export type ChatChange = z.infer<typeof ChatChange>

const History = z.object({ currentId: z.string().nullable(), messages: z.record(z.string(), MessageView) })

export const ChatView = z.object({
  id: z.string(),
  user_id: z.string(),
  title: z.string(),
  chat: z.looseObject({
    title: z.string(),
    models: z.array(z.string()).catch([]),
    history: History,
    messages: z.array(MessageView),
  }),
  updated_at: z.number(),
  created_at: z.number(),
  share_id: z.string().nullable(),
  archived: z.boolean(),
  pinned: z.boolean(),
  /** `tags`: ids of tags; absent without tags. */
  meta: z.object({ tags: z.array(z.string()).optional() }),
  folder_id: z.string().nullable(),
})
export type ChatView = z.infer<typeof ChatView>
