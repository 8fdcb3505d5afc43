import type { ShownMessage } from '#chatapp/chats/schema.ts'
import type { AnswerEvent } from '#chatapp/turns/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import type { History } from './conversation.ts'

export function applyEvents(history: History, events: readonly AnswerEvent[]): History {
  const messages = { ...history.messages }
  for (const event of events) {
    const changed = applyEvent(messages, event)
    if (changed) messages[changed.id] = changed
  }
  return { ...history, messages }
}

function applyEvent(messages: Record<string, ShownMessage>, event: AnswerEvent): ShownMessage | null {
  if (event.type === 'idle') return null
  if (event.type === 'snapshot' || event.type === 'end') {
    const known = messages[event.message.id]
    return known ? { ...event.message, childrenIds: known.childrenIds, versions: known.versions } : null
  }
  const message = messages[event.message_id]
  if (message?.state !== 'running') return null
  if (event.type === 'tool') return { ...message, tools: withTool(message.tools ?? [], event.tool) }
  return {
    ...message,
    content: message.content + (event.content ?? ''),
    ...(event.reasoning ? { reasoning: (message.reasoning ?? '') + event.reasoning } : {}),
  }
}

function withTool(tools: readonly ToolActivity[], tool: ToolActivity): ToolActivity[] {
  const known = tools.some(({ id }) => id === tool.id)
  return known
    ? tools.map((other) => (other.id === tool.id ? { ...other, ...tool } : other))
    : [...tools, tool]
}
