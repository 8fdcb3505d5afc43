import { lazy, Suspense, type RefObject } from 'react'

export interface PromptPlace {
  agentId: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onText(text: string): void
}

/** A slash and the beginning of a name, which are all of the last line. */
const AFTER_SLASH = /(?:^|\n)\/([\p{L}\p{N}_-]*)$/u

const PromptList = lazy(() =>
  import('./prompt-list.tsx').then(
    ({ PromptList }) => ({ default: PromptList }),
    // What is written is sent as it is.
    () => ({ default: () => null }),
  ),
)

/** Prompts to choose from while a slash is typed; they are fetched with the first one. */
export function PromptsAfterSlash({ text, onText, ...place }: PromptPlace) {
  const typed = AFTER_SLASH.exec(text)?.[1]
  if (typed === undefined) return null
  const before = text.slice(0, text.length - typed.length - 1)
  return (
    <Suspense>
      <PromptList {...place} typed={typed} onPrompt={(prompt) => onText(before + prompt)} />
    </Suspense>
  )
}
