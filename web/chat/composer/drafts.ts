import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { tabEntries } from '../../ui/storage.ts'

export interface MessageDraft {
  text: string
  files: readonly AttachedFile[]
}

export const NO_DRAFT: MessageDraft = { text: '', files: [] }

/** Draft of one chat in this tab. It survives a reload and a switch to another chat. */
export function readDraft(key: string): MessageDraft {
  try {
    const stored = tabEntries.read(address(key))
    return stored ? { ...NO_DRAFT, ...(JSON.parse(stored) as Partial<MessageDraft>) } : NO_DRAFT
  } catch {
    return NO_DRAFT
  }
}

export function keepDraft(key: string, draft: MessageDraft): void {
  const isEmpty = draft.text === '' && draft.files.length === 0
  tabEntries.write(address(key), isEmpty ? null : JSON.stringify(draft))
}

export function moveDraft(from: string, to: string): void {
  keepDraft(to, readDraft(from))
  keepDraft(from, NO_DRAFT)
}

const address = (key: string) => `draft:${key}`
