import {
  encodePathPart,
  findChatFileLinks,
  replaceChatFileLinks,
} from '#ground/turn/chat-file-link/schema.ts'
import { readSharedChatFile } from './contract.ts'

/** Owner of the files that a text's links may open. */
export interface LinkScope {
  shareId: string
  chatId: string
}

/** A text as readers get it: links to the chat's files lead through the share, those to other chats' open nothing. */
export const withoutLinks = (text: string, { shareId, chatId }: LinkScope): string =>
  replaceChatFileLinks(text, (link) =>
    isOfChat(link.chatId, chatId) ? addressOf(shareId, link.filename) : link.path,
  )

/** Names of the chat's files that a text links to. */
export const linkedFiles = (text: string, chatId: string): string[] =>
  findChatFileLinks(text)
    .filter((link) => isOfChat(link.chatId, chatId))
    .map(({ filename }) => filename)

/** Length of the part of a growing text that can be sent: nothing behind it may still become a link. */
export function settledLength(text: string): number {
  const last = Math.max(...BREAKS.map((mark) => text.lastIndexOf(mark)))
  const rest = text.slice(last + 1)
  return /[/:?&%=\\]/.test(rest) ? last + 1 : text.length
}

/** Characters that no link contains, in any form that `findChatFileLinks` reads. */
const BREAKS = [' ', '\n', '\t', '\r', '<', '>', '"']

/** The agent adds a mark to the folder of a chat whose id was another person's before. */
const isOfChat = (segment: string, chatId: string): boolean =>
  segment === chatId || segment.startsWith(`${chatId}~`)

const addressOf = (shareId: string, name: string): string =>
  readSharedChatFile.path.replace(':id', shareId).replace(':file', () => encodePathPart(name))
