import type { Clock } from '#ground/base/clock.ts'
import { checkSize, type BusReply, type Bus } from './bus.ts'

type Listener = (text: string) => void
type Reply = (text: string) => string | Promise<string>

export function createLocalBus({ clock }: { clock: Pick<Clock, 'after'> }): Bus {
  const listeners = new Map<string, Set<Listener>>()
  const responders = new Map<string, Reply>()
  return {
    reachesOthers: () => false,
    isRefused: () => false,
    onReachChange: () => ({ [Symbol.dispose]() {} }),

    publish(subject, text) {
      checkSize(text)
      // A copy, so that a listener that is added during the loop does not receive this message.
      const current = [...(listeners.get(subject) ?? [])]
      for (const listener of current) listener(text)
    },

    subscribe(subject, onMessage) {
      const own: Listener = (text) => onMessage(text) // a new function for each call, because a set would store the same `onMessage` only once
      const all = listeners.get(subject) ?? new Set()
      listeners.set(subject, all.add(own))
      return {
        [Symbol.dispose]() {
          all.delete(own)
          if (all.size === 0 && listeners.get(subject) === all) listeners.delete(subject)
        },
      }
    },

    async request(subject, text, withinMs) {
      checkSize(text)
      const reply = responders.get(subject)
      return reply ? replyWithin(clock, withinMs, async () => reply(text)) : { kind: 'no_responder' }
    },

    answer(subject, reply) {
      responders.set(subject, reply)
      return {
        [Symbol.dispose]() {
          if (responders.get(subject) === reply) responders.delete(subject)
        },
      }
    },

    async [Symbol.asyncDispose]() {
      listeners.clear()
      responders.clear()
    },
  }
}

async function replyWithin(
  clock: Pick<Clock, 'after'>,
  withinMs: number,
  reply: () => Promise<string>,
): Promise<BusReply> {
  const { promise: late, resolve } = Promise.withResolvers<BusReply>()
  const cancel = clock.after(withinMs, () => resolve({ kind: 'timeout' }))
  const response = reply().then((text): BusReply => {
    checkSize(text)
    return { kind: 'answered', text }
  })
  const timeout = (): BusReply => ({ kind: 'timeout' })
  try {
    return await Promise.race([response.catch(timeout), late])
  } finally {
    cancel()
  }
}
