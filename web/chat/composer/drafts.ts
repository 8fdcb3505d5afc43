import type { AttachedFile } from '#chatapp/chats/schema.ts'

/** What was written and attached but not sent. */
export interface Draft {
  text: string
  files: readonly AttachedFile[]
}

export const NO_DRAFT: Draft = { text: '', files: [] }

/** The draft of one chat in this tab; it outlives a reload and a look at another chat. */
export function readDraft(key: string): Draft {
  try {
    const stored = sessionStorage.getItem(address(key))
    return stored ? { ...NO_DRAFT, ...(JSON.parse(stored) as Partial<Draft>) } : NO_DRAFT
  } catch {
    return NO_DRAFT
  }
}

export function keepDraft(key: string, draft: Draft): void {
  try {
    if (draft.text || draft.files.length > 0) sessionStorage.setItem(address(key), JSON.stringify(draft))
    else sessionStorage.removeItem(address(key))
  } catch {
    // Storage is full or closed to the page: the draft lasts as long as the page.
  }
}

/** What is written already belongs to the chat that has begun meanwhile. */
export function moveDraft(from: string, to: string): void {
  keepDraft(to, readDraft(from))
  keepDraft(from, NO_DRAFT)
}

const address = (key: string) => `draft:${key}`
