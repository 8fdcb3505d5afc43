import { createElement } from 'react'
import type { ThreadProps } from '../thread/thread.tsx'

/** The conversation's own code: messages, markdown, and what comes of answers. Fetched while nobody waits for it. */
export async function loadThread() {
  const [{ Thread }, { AnswerOutcome }] = await Promise.all([
    import('../thread/thread.tsx'),
    import('./answer-outcome.tsx'),
  ])
  return {
    Thread: (props: Omit<ThreadProps, 'Outcome'>) =>
      createElement(Thread, { ...props, Outcome: AnswerOutcome }),
  }
}
