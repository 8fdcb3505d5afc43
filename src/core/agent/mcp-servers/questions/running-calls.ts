import { AsyncLocalStorage } from 'node:async_hooks'
import type { PersonQuestion, QuestionReply, UnclearQuestion } from '#core/agent/tools/questions/ask.ts'

export type AskedInCall = Omit<PersonQuestion, 'server'> | Omit<UnclearQuestion, 'server'>

export interface RunningCall {
  email: string | null
  chatId: string
  ask(question: AskedInCall, signal: AbortSignal): Promise<QuestionReply>
  notes: string[]
}

export interface RunningCalls {
  run<T>(call: RunningCall, work: () => Promise<T>): Promise<T>
  asking(): readonly RunningCall[]
}

/**
 * A connection may serve several people at once, and a server's request does not name its call:
 *
 * 1. A request that arrives in the response to a call, or in its `input_required` result, runs in that call's async
 *    context.
 * 2. Without a context, as over a program's pipes, the question belongs to the newest running call if one person
 *    started all running calls in one chat.
 * 3. Otherwise the question is declined, since another person must not see it.
 * 4. A question in the context of an ended call is declined too.
 */
export function createRunningCalls(): RunningCalls {
  const running = new Set<RunningCall>()
  const context = new AsyncLocalStorage<RunningCall>()
  return {
    async run(call, work) {
      running.add(call)
      try {
        return await context.run(call, work)
      } finally {
        running.delete(call)
      }
    },
    asking() {
      const own = context.getStore()
      if (own) return running.has(own) ? [own] : []
      const all = [...running]
      const [first, ...others] = all
      if (!first) return []
      const isOnePerson = others.every(
        ({ email, chatId }) => email !== null && email === first.email && chatId === first.chatId,
      )
      return isOnePerson ? all.slice(-1) : all
    },
  }
}
