import { z } from 'zod'
import { ToolActivity } from '#ground/turn/schema.ts'

/** How an answer ended, or that it has not. User messages are always `done`. */
export const MessageState = z.enum(['running', 'done', 'stopped', 'interrupted', 'failed'])
export type MessageState = z.infer<typeof MessageState>

/** Why a model ended an answer before it was complete, in OpenAI's words: its limit of tokens, or a filter of the provider. */
export const CutReason = z.enum(['length', 'content_filter'])
export type CutReason = z.infer<typeof CutReason>

export const MessageRole = z.enum(['user', 'assistant', 'system'])
export type MessageRole = z.infer<typeof MessageRole>

/** A file as a message shows it. Its bytes may have been deleted. */
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

/** A person's rating of an answer. */
export const Rating = z.strictObject({
  verdict: z.enum(['good', 'bad']),
  reason: z.enum(['wrong', 'incomplete', 'off_topic', 'too_long', 'unsafe']).nullable().default(null),
  comment: z.string().trim().max(1000).default(''),
})
export type Rating = z.infer<typeof Rating>

/** A message as the page and other clients read it. */
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
  /** As the upstream reported it. */
  usage: z.unknown().optional(),
  error: MessageError.optional(),
  /** Only of an answer that its model did not complete. */
  finish_reason: CutReason.optional().catch(undefined),
  rating: Rating.optional(),
})
export type MessageView = z.infer<typeof MessageView>

export const MessageId = z.string().regex(/^[\w.:-]{1,100}$/, 'expected a message id')
export const ChatId = z.string().min(1).max(100)
export const ChatParams = z.object({ id: ChatId })

/** Messages of one request, and characters of one message's text: far more than people and agents write. */
export const MAX_MESSAGES = 10_000
const MAX_CONTENT_CHARS = 1024 * 1024
/** Additional fields of clients beside title and messages of a chat, or beside the text of a message. */
export const MAX_FIELDS_BYTES = 1024 * 1024

/** A message as clients store it. Unknown fields are kept. */
export const MessageForm = z.looseObject({
  parentId: MessageId.nullish(),
  role: MessageRole.optional(),
  content: z.string().max(MAX_CONTENT_CHARS).optional(),
  model: z.string().max(256).nullish(),
  timestamp: z.number().nonnegative().max(1e12).optional(),
  state: MessageState.optional().catch(undefined),
})
export type MessageForm = z.infer<typeof MessageForm>

const HistoryForm = z.object({
  currentId: MessageId.nullish(),
  /** Each a `MessageForm` by its `MessageId`: checked in portions, as there may be thousands. */
  messages: z.looseObject({}).optional(),
})

/** A chat as clients store it. `messages` beside `history` repeats the visible branch and is not read. */
export const ChatForm = z.looseObject({
  title: z.string().max(1000).optional(),
  history: HistoryForm.optional(),
})
export type ChatForm = z.infer<typeof ChatForm>

export const ChatRequest = z.object({ chat: ChatForm })

const Page = z.coerce.number().int().min(1).max(1_000_000)
const Switch = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The place behind a chat of a list that is read newest first: `<updated_at>.<id>`. */
export const Cursor = z
  .string()
  .regex(/^\d{1,12}\.[\w.:-]{1,100}$/, 'expected <updated_at>.<id>')
  .transform((text) => {
    const dot = text.indexOf('.')
    return { updatedAt: Number(text.slice(0, dot)), id: text.slice(dot + 1) }
  })
export type Cursor = z.output<typeof Cursor>

/** Pages are counted, or each begins behind the last chat of the one before. */
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
  /** The agent of a message in it. */
  model: z.string().max(256).optional(),
  /** Epoch seconds, of the last change. */
  newer_than: z.coerce.number().int().min(0).max(1e12).optional(),
  older_than: z.coerce.number().int().min(0).max(1e12).optional(),
  folder_id: z.string().max(100).optional(),
  archived: Switch.optional(),
  pinned: Switch.optional(),
  files: Switch.optional(),
  shared: Switch.optional(),
})

/** A chat in a list. Times are epoch seconds. */
export const ChatSummary = z.object({
  id: z.string(),
  title: z.string(),
  updated_at: z.number(),
  created_at: z.number(),
  last_read_at: z.null(),
  /**
   * Text around the match of a search, on one line; null if only the title matches, or nothing was searched.
   */
  snippet: z.string().nullable(),
  pinned: z.boolean(),
  archived: z.boolean(),
  /** An answer is being written. */
  active: z.boolean(),
  /** The model it was last used with. */
  model: z.string().nullable(),
  folder_id: z.string().nullable(),
  /** Id of the share that opens the chat to other people. */
  share_id: z.string().nullable(),
})
export type ChatSummary = z.infer<typeof ChatSummary>

/** Pieces of a text that a search was for: from, to. */
const Marks = z.array(z.tuple([z.number(), z.number()]))

/** A chat that a search found, and where. */
export const FoundChat = ChatSummary.extend({
  marks: Marks,
  title_marks: Marks,
  /** The newest message that matches. */
  message_id: z.string().nullable(),
})
export type FoundChat = z.infer<typeof FoundChat>

/** The same for several chats at once. Chats of other owners, and deleted ones, are left out. */
export const BatchRequest = z.object({
  ids: z.array(ChatId).min(1).max(1000),
  act: z.enum(['archive', 'unarchive', 'pin', 'unpin', 'move', 'delete', 'restore']),
  /** Target of `move`; null for the top level. */
  folder_id: z.string().max(100).nullish(),
})
export type BatchRequest = z.infer<typeof BatchRequest>
/** Those that it was done to. */
export const BatchAnswer = z.object({ ids: z.array(z.string()) })

/** Which stretch of a conversation is read. */
export const ConversationQuery = z.object({
  /** Messages above this one; without it the newest. */
  before: MessageId.optional(),
  /**
   * Selects the branch that continues below this message along its newest children; default the displayed
   * branch.
   */
  below: MessageId.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(48),
})
export type ConversationQuery = z.output<typeof ConversationQuery>

/** A message with the ids of all its versions, itself included, in order of their making. */
export const ShownMessage = MessageView.extend({ versions: z.array(z.string()).readonly() })
export type ShownMessage = z.infer<typeof ShownMessage>

/** A stretch of a chat's conversation. */
export const ConversationView = ChatSummary.extend({
  /** Newest message of the branch. */
  current_id: z.string().nullable(),
  /**
   * Messages of one branch, oldest first. If the first has a parent, there are earlier ones. A running answer
   * on another branch precedes them.
   */
  messages: z.array(ShownMessage),
})
export type ConversationView = z.infer<typeof ConversationView>

/** A stretch of a chat between places where it parts. */
export const BranchView = z.object({
  /** Its first message. */
  id: z.string(),
  /** First message of the branch it continues; null: it begins the chat. */
  parent_id: z.string().nullable(),
  /** Messages in it. */
  count: z.number(),
  /** Whether the message is part of the shown branch. */
  shown: z.boolean(),
  role: MessageRole,
  /** How its first message begins, on one line. */
  text: z.string(),
  /** Time of its first message, epoch seconds. */
  timestamp: z.number(),
})
export type BranchView = z.infer<typeof BranchView>

/** Changed fields of a chat; the rest stays. */
export const ChatChange = z.object({
  title: z.string().trim().min(1).max(200).optional(),
  /** The message whose branch is displayed. */
  current_id: MessageId.optional(),
})
export type ChatChange = z.infer<typeof ChatChange>

/** All messages of a chat as a tree; `currentId` is the leaf of the branch that is shown. */
const History = z.object({ currentId: z.string().nullable(), messages: z.record(z.string(), MessageView) })

/** A chat with all its messages. Additional fields of clients are returned. */
export const ChatView = z.object({
  id: z.string(),
  user_id: z.string(),
  title: z.string(),
  chat: z.looseObject({
    title: z.string(),
    models: z.array(z.string()).catch([]),
    history: History,
    /** The visible branch. */
    messages: z.array(MessageView),
  }),
  updated_at: z.number(),
  created_at: z.number(),
  share_id: z.string().nullable(),
  archived: z.boolean(),
  pinned: z.boolean(),
  meta: z.object({}),
  folder_id: z.string().nullable(),
})
export type ChatView = z.infer<typeof ChatView>
