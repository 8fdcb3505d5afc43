import { openSavedFile } from '#chatapp/files/contract.ts'
import { findChatFileLinks } from '#ground/turn/chat-file-link/schema.ts'
import { hrefOf } from '../../ui/href.ts'

export interface AnswerSavedFile {
  chatId: string
  filename: string
}

/** Ignores links to other sites. @param origin Origin of this site. */
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
