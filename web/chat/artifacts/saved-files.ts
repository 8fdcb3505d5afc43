import { findChatFileLinks } from '#ground/turn/chat-file-link/schema.ts'

/** A file that the agent saved and named in its answer. */
export interface SavedFile {
  /** The chat as the link names it. */
  chatId: string
  filename: string
}

/**
 * The files an answer links to, each once, in order. Links to other sites are none.
 *
 * @param origin This site.
 */
export function savedFiles(answer: string, origin: string): SavedFile[] {
  const files = new Map<string, SavedFile>()
  for (const link of findChatFileLinks(answer)) {
    if (link.origin !== '' && link.origin !== origin) continue
    const { chatId, filename } = link
    files.set(JSON.stringify([chatId, filename]), { chatId, filename })
  }
  return [...files.values()]
}
