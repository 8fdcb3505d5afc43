import { openSavedFile } from '#chatapp/files/contract.ts'
import { findChatFileLinks } from '#ground/turn/chat-file-link/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { hrefOf } from '../../ui/href.ts'

export interface AnswerSavedFile {
  chatId: string
  filename: string
}

/**
 * Files that the answer links or its calls saved, each once. Ignores links to other sites.
 * @param origin Origin of this site.
 */
export function savedFiles(
  answer: string,
  origin: string,
  tools: readonly ToolActivity[] = [],
): AnswerSavedFile[] {
  const files = new Map<string, AnswerSavedFile>()
  const add = (chatId: string, filename: string) =>
    files.set(JSON.stringify([chatId, filename]), { chatId, filename })
  for (const link of findChatFileLinks(answer)) {
    if (link.origin !== '' && link.origin !== origin) continue
    add(link.chatId, link.filename)
  }
  for (const { saved = [] } of tools) for (const { chat, filename } of saved) add(chat, filename)
  return [...files.values()]
}

/**
 * Address that the server redirects to a short-lived link. The link in the answer is a bearer token and must not
 * reach the address bar.
 */
export const fileAddress = (hub: string, { chatId, filename }: AnswerSavedFile): string =>
  hrefOf(openSavedFile, { query: { model: hub, chat_id: chatId, filename } })

export function pageAddress(
  href: string,
  hub: string | undefined,
  origin: string = window.location.origin,
): string {
  if (hub === undefined) return href
  const [file] = savedFiles(href, origin)
  return file ? fileAddress(hub, file) : href
}
