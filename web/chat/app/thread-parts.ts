import { createElement } from 'react'
import type { SharedThreadProps } from '../thread/shared/shared-thread.tsx'
import type { ThreadProps } from '../thread/thread.tsx'

/** The conversation's own code: messages, markdown, and results of answers. Loaded in the background. */
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

/** The same, for a chat shared by another person. */
export async function loadSharedThread() {
  const [{ SharedThread }, { THREAD_PARTS: parts }] = await Promise.all([
    import('../thread/shared/shared-thread.tsx'),
    import('../thread/thread.tsx'),
  ])
  return (props: Omit<SharedThreadProps, 'parts'>) => createElement(SharedThread, { ...props, parts })
}
