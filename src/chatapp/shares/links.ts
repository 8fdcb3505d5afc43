import { readSharedChatFile } from './contract.ts'

/**
 * A link to a chat file, which opens it for whoever has it. Behind a gateway a Hub's files are below `/b/<hub>`. No part of it
 * holds a space, a bracket or a quote.
 */
const LINK =
  /(?:https?:\/\/[^\s/()<>"']+)?(?:\/b\/[^\s/()<>"'?]+)?(\/artifacts\/([^\s/()<>"'?]+)\/([^\s/()<>"'?]+))\?[^\s()<>"'\]]*/g

/** Whose files a text may lead its readers to. */
export interface LinkScope {
  shareId: string
  chatId: string
}

/** A text as readers get it: links to the chat's files lead through the share, those to other chats' open nothing. */
export const withoutLinks = (text: string, { shareId, chatId }: LinkScope): string =>
  text.replace(LINK, (_link, path: string, segment: string, name: string) =>
    isOfChat(segment, chatId) ? addressOf(shareId, name) : path,
  )

/** Names of the chat's files that a text links to. */
export const linkedFiles = (text: string, chatId: string): string[] =>
  [...text.matchAll(LINK)].flatMap(([, , segment, name]) =>
    isOfChat(segment!, chatId) ? (decoded(name!) ?? []) : [],
  )

/** Up to where a text that grows can be told: behind it nothing begins that may still become a link. */
export function settledLength(text: string): number {
  const last = Math.max(...BREAKS.map((mark) => text.lastIndexOf(mark)))
  const rest = text.slice(last + 1)
  return /[/:]/.test(rest) ? last + 1 : text.length
}

const BREAKS = [' ', '\n', '\t', '\r', '(', ')', '<', '>', '"', "'"]

/** The agent marks the files of a chat whose id was somebody else's before. */
const isOfChat = (segment: string, chatId: string): boolean => {
  const plain = decoded(segment)
  return plain === chatId || (plain?.startsWith(`${chatId}~`) ?? false)
}

const addressOf = (shareId: string, name: string): string =>
  readSharedChatFile.path.replace(':id', shareId).replace(':file', () => name)

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
