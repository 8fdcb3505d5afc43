import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { tabEntries } from '../../ui/storage.ts'

export interface MessageDraft {
  text: string
  files: readonly AttachedFile[]
}

export const NO_DRAFT: MessageDraft = { text: '', files: [] }

const SAVE_DELAY_MS = 400

let unsaved: { key: string; draft: MessageDraft } | null = null
let timer: ReturnType<typeof setTimeout> | undefined

export function readDraft(key: string): MessageDraft {
  saveNow()
  try {
    const stored = tabEntries.read(address(key))
    return stored ? { ...NO_DRAFT, ...(JSON.parse(stored) as Partial<MessageDraft>) } : NO_DRAFT
  } catch {
    return NO_DRAFT
  }
}

/** Saves the draft when typing pauses, or when the page closes. */
export function keepDraftSoon(key: string, draft: MessageDraft): void {
  if (unsaved?.key !== key) saveNow()
  unsaved = { key, draft }
  clearTimeout(timer)
  timer = setTimeout(saveNow, SAVE_DELAY_MS)
}

function saveNow(): void {
  clearTimeout(timer)
  if (unsaved) keepDraft(unsaved.key, unsaved.draft)
}

window.addEventListener('pagehide', saveNow)

export function keepDraft(key: string, draft: MessageDraft): void {
  if (unsaved?.key === key) unsaved = null
  const isEmpty = draft.text === '' && draft.files.length === 0
  tabEntries.write(address(key), isEmpty ? null : JSON.stringify(draft))
}

export function moveDraft(from: string, to: string): void {
  keepDraft(to, readDraft(from))
  keepDraft(from, NO_DRAFT)
}

const address = (key: string) => `draft:${key}`
