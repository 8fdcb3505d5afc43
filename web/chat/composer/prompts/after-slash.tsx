import type { RefObject } from 'react'
import { lazily } from '../../../ui/lazily.ts'

export interface PromptPlace {
  agentId: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText(text: string): void
}

/** A slash and the beginning of a name, which are all of the last line. */
const AFTER_SLASH = /(?:^|\n)\/([\p{L}\p{N}_-]*)$/u

const useList = lazily(() => import('./prompt-list.tsx'))

/** Prompts to choose from while a slash is typed; they are fetched with the first one. */
export function PromptsAfterSlash({ text, onText, ...place }: PromptPlace) {
  const typed = AFTER_SLASH.exec(text)?.[1]
  // Without it what is written is sent as it is.
  const list = useList(typed !== undefined)
  if (typed === undefined || !list) return null
  const before = text.slice(0, text.length - typed.length - 1)
  return <list.PromptList {...place} typed={typed} onPrompt={(prompt) => onText(before + prompt)} />
}
