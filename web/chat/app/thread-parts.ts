import { createElement } from 'react'
import type { SharedThreadProps } from '../thread/shared/shared-thread.tsx'
import type { ThreadProps } from '../thread/thread.tsx'

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

export async function loadSharedThread() {
  const [{ SharedThread }, { THREAD_PARTS: parts }] = await Promise.all([
    import('../thread/shared/shared-thread.tsx'),
    import('../thread/thread.tsx'),
  ])
  return (props: Omit<SharedThreadProps, 'parts'>) => createElement(SharedThread, { ...props, parts })
}
