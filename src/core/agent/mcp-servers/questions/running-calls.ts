import { AsyncLocalStorage } from 'node:async_hooks'
import type { PersonQuestion, QuestionReply, UnclearQuestion } from '#core/agent/tools/questions/ask.ts'

/** A question as its call passes it on, which adds the name of the server. */
export type AskedInCall = Omit<PersonQuestion, 'server'> | Omit<UnclearQuestion, 'server'>

/** A call that runs on a connection, for questions that its server sends meanwhile. */
export interface RunningCall {
  /** E-mail of the caller. */
  email: string | null
  chatId: string
  ask(question: AskedInCall, signal: AbortSignal): Promise<QuestionReply>
  /** Sentences for the model about unanswered questions. */
  notes: string[]
}

/** The calls of one connection. */
export interface RunningCalls {
  run<T>(call: RunningCall, work: () => Promise<T>): Promise<T>
  /** The calls that a server's question may belong to: one where it is clear. */
  asking(): readonly RunningCall[]
}

/**
 * A connection may serve several people at once, and a request of the server does not name the call that it belongs to:
 *
 * 1. A request that arrives in the response to a call, or in its `input_required` result, runs in that call's async context.
 * 2. Without such a context, as over a program's pipes, a question belongs to the running call if all running calls are of
 *    one person in one chat.
 * 3. Otherwise each of the running calls may be the asking one. The question is declined, since another person must not
 *    see it.
 * 4. A question in the context of an ended call belongs to no call, and is declined too.
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
