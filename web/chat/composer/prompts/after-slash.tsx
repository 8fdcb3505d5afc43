import { useState, type RefObject } from 'react'
import { lazily } from '../../../ui/lazily.ts'

export interface SlashRange {
  agentId: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText(text: string): void
}

const AFTER_SLASH = /(?:^|\n)\/([\p{L}\p{N}_-]*)$/u

const useList = lazily(() => import('./prompt-list.tsx'))

/** The list's code loads with the first slash. A restored draft opens no list until the person changes it. */
export function PromptsAfterSlash({ text, onText, ...place }: SlashRange) {
  const [restored, setRestored] = useState<string | null>(text)
  if (restored !== null && restored !== text) setRestored(null)
  const typed = restored === text ? undefined : AFTER_SLASH.exec(text)?.[1]
  const list = useList(typed !== undefined)
  if (typed === undefined || !list) return null
  const before = text.slice(0, text.length - typed.length - 1)
  return <list.PromptList {...place} typed={typed} onPrompt={(prompt) => onText(before + prompt)} />
}
