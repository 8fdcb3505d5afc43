import {
  encodePathPart,
  findChatFileLinks,
  replaceChatFileLinks,
} from '#ground/turn/chat-file-link/schema.ts'
import { readSharedChatFile } from './contract.ts'

export interface LinkScope {
  shareId: string
  chatId: string
}

export const withoutLinks = (text: string, { shareId, chatId }: LinkScope): string =>
  replaceChatFileLinks(text, (link) =>
    isOfChat(link.chatId, chatId) ? addressOf(shareId, link.filename) : link.path,
  )

export const linkedFiles = (text: string, chatId: string): string[] =>
  findChatFileLinks(text)
    .filter((link) => isOfChat(link.chatId, chatId))
    .map(({ filename }) => filename)

/** Length of the part of `text` that precedes a possibly unfinished link. */
export function settledLength(text: string): number {
  const last = Math.max(...BREAKS.map((mark) => text.lastIndexOf(mark)))
  const rest = text.slice(last + 1)
  return /[/:?&%=\\]/.test(rest) ? last + 1 : text.length
}

/** Characters that no link contains. */
const BREAKS = [' ', '\n', '\t', '\r', '<', '>', '"']

/** A bridge appends `~` and a suffix if another person's chat had the same id before. */
const isOfChat = (segment: string, chatId: string): boolean =>
  segment === chatId || segment.startsWith(`${chatId}~`)

const addressOf = (shareId: string, name: string): string =>
  readSharedChatFile.path.replace(':id', shareId).replace(':file', () => encodePathPart(name))
