import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContentBlock, PromptCapabilities } from '@agentclientprotocol/sdk'
import type { ContentPart, TurnMessage } from '#core/agent/model/model.ts'
import { historyText, type AgentConversation } from './conversation.ts'

export interface PromptRequest extends AgentConversation {
  /** Null if the session already has the instructions. */
  instructions: string | null
  chatFolder: string
  capabilities: PromptCapabilities
}

/** The protocol has no system prompt, so the instructions precede the first prompt. */
export function promptBlocks({
  instructions,
  before,
  newMessages,
  chatFolder,
  capabilities,
}: PromptRequest): ContentBlock[] {
  const lead =
    instructions === null
      ? []
      : [
          `<instructions>\n${instructions}\n\nFiles of this chat lie in ${chatFolder}.\n</instructions>`,
          ...(before.length > 0 ? [`<conversation>\n${historyText(before)}\n</conversation>`] : []),
        ]
  return [...lead.map(text), ...newMessages.flatMap((message) => blocksOf(message, chatFolder, capabilities))]
}

const text = (value: string): ContentBlock => ({ type: 'text', text: value })

const blocksOf = (
  message: TurnMessage,
  chatFolder: string,
  capabilities: PromptCapabilities,
): ContentBlock[] => {
  if (message.role === 'system') return [text(`<instructions>\n${message.text}\n</instructions>`)]
  if (message.role !== 'user') return []
  return message.parts.map((part) => blockOf(part, chatFolder, capabilities))
}

const blockOf = (part: ContentPart, chatFolder: string, capabilities: PromptCapabilities): ContentBlock => {
  if (part.type === 'text') return text(part.text)
  const { mediaType: mimeType, filename, data } = part
  const [kind] = mimeType.split('/')
  if ((kind === 'image' && capabilities.image) || (kind === 'audio' && capabilities.audio))
    return { type: kind, mimeType, data: Buffer.from(data).toString('base64') }
  const about = { mimeType, size: data.byteLength }
  return filename
    ? { type: 'resource_link', name: filename, uri: pathToFileURL(join(chatFolder, filename)).href, ...about }
    : text(`[Attached file: ${mimeType}, ${data.byteLength} bytes]`)
}
