import { z } from 'zod'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

const PATH = '/api/v1/auths/api_key'

export function createKeys(send: Send) {
  return {
    /** Replaces the previous key. Callers must keep the new key, because some web chats never return it again. */
    async create(session: string): Promise<Result<string, ChatappRefusal>> {
      const answer = await send({ method: 'POST', path: PATH, as: session, answer: KeyAnswer })
      return answer.ok ? accepted(answer.value.api_key) : answer
    },

    async exists(session: string): Promise<Result<boolean, ChatappRefusal>> {
      const answer = await send({ path: PATH, as: session, answer: z.object({}) })
      if (answer.ok) return accepted(true)
      const { refusal } = answer
      const none = refusal.code === 'missing' || (refusal.code === 'refused' && refusal.status === 404)
      return none ? accepted(false) : answer
    },

    async remove(session: string): Promise<Result<void, ChatappRefusal>> {
      const answer = await send({ method: 'DELETE', path: PATH, as: session, answer: z.boolean() })
      return answer.ok || answer.refusal.code === 'missing' ? accepted(undefined) : answer
    },
  }
}

const KeyAnswer = z.object({ api_key: z.string().min(1) })
