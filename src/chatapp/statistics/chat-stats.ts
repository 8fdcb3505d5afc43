import type { ChatWithMessages } from '#chatapp/chats/chat.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import { readTagNames, tagId } from '#chatapp/chats/tags/names.ts'
import { branchTo } from '#chatapp/chats/tree.ts'
import type { ChatStats } from './schema.ts'

export function statsOf(chat: ChatWithMessages): ChatStats {
  const byId = new Map(chat.messages.map((message) => [message.id, message]))
  const users = chat.messages.filter(({ role }) => role === 'user')
  const answers = chat.messages.filter(({ role }) => role === 'assistant')
  const branch = branchTo(chat.messages, chat.currentId)
  const waits = answers.flatMap(({ parentId, timestamp }) => {
    const prompt = parentId === null ? undefined : byId.get(parentId)
    return prompt ? [timestamp - prompt.timestamp] : []
  })
  return {
    id: chat.id,
    user_id: chat.ownerId,
    created_at: chat.createdAt,
    updated_at: chat.updatedAt,
    tags: readTagNames(chat.extra.tags).map(tagId),
    stats: {
      average_response_time: average(waits),
      average_user_message_content_length: average(users.map(lengthOf)),
      average_assistant_message_content_length: average(answers.map(lengthOf)),
      models: countModels(branch),
      message_count: branch.length,
      history_models: countModels(answers),
      history_message_count: chat.messages.length,
      history_user_message_count: users.length,
      history_assistant_message_count: answers.length,
    },
    chat: {
      history: {
        messages: Object.fromEntries(chat.messages.map((message) => [message.id, messageStats(message)])),
        currentId: chat.currentId,
      },
    },
  }
}

const lengthOf = ({ content }: StoredMessage): number => content.length

const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

function countModels(messages: readonly StoredMessage[]): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { model, role } of messages)
    if (model !== null && role === 'assistant') counts.set(model, (counts.get(model) ?? 0) + 1)
  return Object.fromEntries(counts)
}

const messageStats = ({ id, role, model, content, timestamp, extra }: StoredMessage) => ({
  id,
  role,
  model,
  content_length: content.length,
  timestamp,
  rating: extra.rating ? (extra.rating.verdict === 'good' ? 1 : -1) : null,
})
