import type { ToolActivity } from '#ground/turn/schema.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'
import type { ShownMessage } from '#chatapp/chats/schema.ts'
import { withoutLinks, type LinkScope } from './links.ts'

export interface Visibility extends LinkScope {
  details: boolean
}

/** Omits fields that concern only the owner, such as ratings and usage. */
export function sharedMessage(message: StoredMessage, visibility: Visibility): ShownMessage {
  const { files, reasoning, tools, cut } = message.extra
  return {
    id: message.id,
    parentId: message.parentId,
    childrenIds: [],
    versions: [message.id],
    role: message.role,
    content: withoutLinks(message.content, visibility),
    ...(message.model === null ? {} : { model: message.model }),
    ...(files ? { files } : {}),
    timestamp: message.timestamp,
    done: message.state !== 'running',
    state: message.state,
    ...(cut ? { finish_reason: cut } : {}),
    ...(reasoning && visibility.details ? { reasoning: withoutLinks(reasoning, visibility) } : {}),
    ...(tools
      ? { tools: tools.map((tool) => sharedTool(tool, visibility, { content: message.content, reasoning })) }
      : {}),
  }
}

/** Titles may quote a tool's input, so the tool's name replaces the title if `visibility.details` is false. */
export function sharedTool(
  tool: ToolActivity,
  visibility: Visibility,
  { content, reasoning }: { content?: string; reasoning?: string | undefined } = {},
): ToolActivity {
  const { id, name, title, state, ms, input, result, error, unfinished } = tool
  const adapt = (text: string | undefined, position: number | undefined) =>
    text && position !== undefined ? withoutLinks(text.slice(0, position), visibility).length : position
  const at = adapt(content, tool.at)
  const reasoning_at = adapt(reasoning, tool.reasoning_at)
  const line = {
    id,
    name,
    state,
    ...(at === undefined ? {} : { at }),
    ...(reasoning_at === undefined ? {} : { reasoning_at }),
    ...(ms === undefined ? {} : { ms }),
    ...(unfinished === undefined ? {} : { unfinished }),
  }
  if (!visibility.details) return { ...line, title: withSpaces(name) }
  const parts = Object.entries({ input, result, error }).flatMap(([key, text]) =>
    text === undefined ? [] : [[key, withoutLinks(text, visibility)] as const],
  )
  return { ...line, title: withoutLinks(title, visibility), ...Object.fromEntries(parts) }
}

/** `search_files` becomes `Search files`. */
const withSpaces = (name: string): string => {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
