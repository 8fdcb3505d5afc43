import { cutText } from '#ground/base/cut-text.ts'
import type { TurnBudget } from '#ground/base/turn-budget.ts'
import { withoutHistory, type ChatWithMessages, type ListedChat } from './chat.ts'
import type { StoredMessage } from './message.ts'
import type { ChatBranch, ShownBranch } from './conversation.ts'
import type { BranchView, CallDecision, ConversationView, MessageView } from './schema.ts'
import type { FoundMessage } from './search/found.ts'
import { marksOf, snippetOf } from './search/snippet.ts'
import { readTagNames, tagId } from './tags/names.ts'
import { branchTo, childrenOf } from './tree.ts'
import { describedFiles } from './imported/attachments.ts'

export const messageView = (message: StoredMessage, childrenIds: readonly string[] = []): MessageView => {
  const { reasoning, tools, usage, facts, edited, error, cut, rating, decision, other = {} } = message.extra
  const { files: foreignFiles, tools: _foreignTools, ...unread } = other
  const files = message.extra.files ?? describedFiles(foreignFiles)
  return {
    ...unread,
    id: message.id,
    parentId: message.parentId,
    childrenIds,
    role: message.role,
    content: message.content,
    ...(message.model === null ? {} : { model: message.model }),
    ...(files.length > 0 ? { files } : {}),
    timestamp: message.timestamp,
    done: message.state !== 'running',
    state: message.state,
    ...(reasoning ? { reasoning } : {}),
    ...(tools ? { tools } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(facts ? { facts } : {}),
    ...(edited ? { edited } : {}),
    ...(error ? { error } : {}),
    ...(cut ? { finish_reason: cut } : {}),
    ...(rating ? { rating } : {}),
    ...(decision ? { decision: shownDecision(decision) } : {}),
  }
}

const shownDecision = ({ id, summary, outcome, reason }: CallDecision): CallDecision => ({
  id,
  summary,
  outcome,
  ...(reason && { reason }),
})

/** Long chats are converted in several turns of the event loop. */
export async function chatView(chat: ChatWithMessages, turns: TurnBudget) {
  const children = childrenOf(chat.messages)
  const views = new Map<string, MessageView>()
  for (const message of chat.messages) {
    if (turns.isSpent()) await turns.nextTurn()
    views.set(message.id, messageView(message, children.get(message.id)))
  }
  const messages = Object.fromEntries(views)
  if (turns.isSpent()) await turns.nextTurn()
  const tags = readTagNames(chat.extra.tags).map(tagId)
  const known = chat.currentId !== null && views.has(chat.currentId) ? chat.currentId : null
  return {
    id: chat.id,
    user_id: chat.ownerId,
    title: chat.title,
    chat: {
      models: [],
      params: {},
      files: [],
      tags: [],
      timestamp: chat.createdAt * 1000,
      ...chat.extra,
      title: chat.title,
      history: { currentId: known, messages },
      messages: branchTo(chat.messages, known).map(({ id }) => views.get(id)!),
    },
    updated_at: chat.updatedAt,
    created_at: chat.createdAt,
    share_id: chat.shareId,
    archived: chat.archived,
    pinned: chat.pinned,
    meta: tags.length > 0 ? { tags } : {},
    folder_id: chat.folderId,
  }
}

export const chatListView = (chat: ListedChat, active: boolean) => ({
  id: chat.id,
  title: chat.title,
  updated_at: chat.updatedAt,
  created_at: chat.createdAt,
  last_read_at: null,
  snippet: null,
  pinned: chat.pinned,
  archived: chat.archived,
  active,
  model: chat.model,
  folder_id: chat.folderId,
  share_id: chat.shareId,
})

export const foundChatView = (
  chat: ListedChat,
  active: boolean,
  { words, message }: { words: readonly string[]; message: FoundMessage | undefined },
) => {
  const snippet = message ? snippetOf(message.content, words) : null
  return {
    ...chatListView(chat, active),
    snippet: snippet?.text ?? null,
    marks: snippet?.marks ?? [],
    title_marks: marksOf(chat.title, words),
    message_id: message?.id ?? null,
  }
}

export const conversationView = (
  { chat, currentId, messages, children, versions }: ChatBranch,
  active: boolean,
): ConversationView => ({
  ...chatListView(withoutHistory(chat), active),
  current_id: currentId,
  messages: messages.map((message) => ({
    ...messageView(message, children.get(message.id)),
    versions: versions.get(message.id) ?? [message.id],
  })),
})

export const branchView = ({ id, parentId, count, shown, first }: ShownBranch): BranchView => ({
  id,
  parent_id: parentId,
  count,
  shown,
  role: first.role,
  text: cutText(first.content.slice(0, 1000).replace(/\s+/g, ' ').trim(), 120),
  timestamp: first.timestamp,
})
