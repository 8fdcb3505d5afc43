import { openSavedFile } from '#chatapp/files/contract.ts'
import { findChatFileLinks } from '#ground/turn/chat-file-link/schema.ts'
import { hrefOf } from '../../ui/href.ts'

/** A file that the agent saved and named in its answer. */
export interface AnswerSavedFile {
  /** The chat as the link names it. */
  chatId: string
  filename: string
}

/**
 * The files an answer links to, each once, in order. Links to other sites are none.
 *
 * @param origin This site.
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
 * Address for opening a file on a page: it needs the person's session, and redirects to a link that is valid
 * for some minutes. The link in the answer is a bearer token that lasts, so it does not reach the address
 * bar.
 *
 * @param hub The Hub that answered.
 */
export const fileAddress = (hub: string, { chatId, filename }: AnswerSavedFile): string =>
  hrefOf(openSavedFile, { query: { model: hub, chat_id: chatId, filename } })

/**
 * Target of an answer's link on the page: files of chats open by the session, all other links are unchanged.
 *
 * @param hub The Hub that wrote the link. Without one no file has an address.
 * @param origin This site.
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
