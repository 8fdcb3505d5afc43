import { openSavedFile } from '#chatapp/files/contract.ts'
import { findChatFileLinks } from '#ground/turn/chat-file-link/schema.ts'
import { hrefOf } from '../../ui/href.ts'

export interface AnswerSavedFile {
  chatId: string
  filename: string
}

/**
 * Files of chats that the answer links to, once each, in order. Links to other sites are ignored.
 *
 * @param origin Origin of this site.
 */
export function savedFiles(answer: string, origin: string): AnswerSavedFile[] {
  const files = new Map<string, AnswerSavedFile>()
  for (const link of findChatFileLinks(answer)) {
    if (link.origin !== '' && link.origin !== origin) continue
    const { chatId, filename } = link
    files.set(JSON.stringify([chatId, filename]), { chatId, filename })
  }
  return [...files.values()]
}

/**
 * Address of a chat file for a signed-in person. It redirects to a signed link that expires after minutes. The link
 * in the answer is a long-lived bearer token, so it must not reach the address bar.
 *
 * @param hub The Hub that answered.
 */
export const fileAddress = (hub: string, { chatId, filename }: AnswerSavedFile): string =>
  hrefOf(openSavedFile, { query: { model: hub, chat_id: chatId, filename } })

/**
 * Address of an answer's link on the page. Links to chat files open through the session; other links stay unchanged.
 *
 * @param hub The Hub that wrote the link; without a Hub, files have no address.
 * @param origin Origin of this site.
 */
export function pageAddress(
  href: string,
  hub: string | undefined,
  origin: string = window.location.origin,
): string {
  if (hub === undefined) return href
  const [file] = savedFiles(href, origin)
  return file ? fileAddress(hub, file) : href
}
