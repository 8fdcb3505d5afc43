import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import { createSemaphore, type Semaphore } from '#ground/base/slots.ts'
import { ChatappRefused } from './refused.ts'

const MAX_CONCURRENT = 4
const MAX_WAITING = 50
const RETRY_AFTER_SECONDS = 2
const LARGE_BYTES = 256 * 1024
const LARGE = { burst: 120, perSecond: 5 }

export interface RequestLimits {
  /** The request counts as running until its response closes. @throws ChatappRefused `rate_limited` */
  enter(accountId: string, request: FastifyRequest, reply: FastifyReply): Promise<void>
}

export function createWorkLimits({ clock }: { clock: Pick<Clock, 'now'> }): RequestLimits {
  const large = createRateLimit({ ...LARGE, clock })
  const people = new Map<string, { slots: Semaphore; requests: number }>()
  return {
    async enter(accountId, { headers }, { raw }) {
      const person = people.get(accountId) ?? { slots: createSemaphore(MAX_CONCURRENT), requests: 0 }
      if (person.slots.waiting() >= MAX_WAITING) throw tooMany(RETRY_AFTER_SECONDS)
      const wait = isLarge(headers) ? large.consume(accountId) : 0
      if (wait > 0) throw tooMany(wait)
      people.set(accountId, person)
      person.requests++
      const disconnected = new AbortController()
      const closed = new Promise<void>((resolve) => {
        const close = () => {
          disconnected.abort()
          resolve()
          if (--person.requests === 0) people.delete(accountId)
        }
        if (raw.closed) close()
        else raw.once('close', close)
      })
      await new Promise<void>((resolve, reject) => {
        const waitForClose = () => {
          resolve()
          return closed
        }
        person.slots.run(waitForClose, disconnected.signal).catch(() => reject(tooMany(RETRY_AFTER_SECONDS)))
      })
    },
  }
}

const isLarge = (headers: FastifyRequest['headers']): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > LARGE_BYTES

const tooMany = (seconds: number) => new ChatappRefused('rate_limited', { 'retry-after': String(seconds) })
