import type { Clock } from '#ground/base/clock.ts'
import { checkSize, type BusReply, type Bus } from './bus.ts'

type Hear = (text: string) => void
type Reply = (text: string) => string | Promise<string>

export function createLocalBus({ clock }: { clock: Pick<Clock, 'after'> }): Bus {
  const listeners = new Map<string, Set<Hear>>()
  const answerers = new Map<string, Reply>()
  return {
    reachesOthers: () => false,
    isRefused: () => false,
    onReach: () => ({ [Symbol.dispose]() {} }),

    publish(subject, text) {
      checkSize(text)
      // Copied: a listener added during the message must not receive it.
      const hearing = [...(listeners.get(subject) ?? [])]
      for (const hear of hearing) hear(text)
    },

    subscribe(subject, hear) {
      const own: Hear = (text) => hear(text) // a new function, because `hear` may be subscribed twice
      const all = listeners.get(subject) ?? new Set()
      listeners.set(subject, all.add(own))
      return {
        [Symbol.dispose]() {
          all.delete(own)
          if (all.size === 0 && listeners.get(subject) === all) listeners.delete(subject)
        },
      }
    },

    async ask(subject, text, withinMs) {
      checkSize(text)
      const reply = answerers.get(subject)
      return reply ? answered(clock, withinMs, async () => reply(text)) : { kind: 'nobody' }
    },

    answer(subject, reply) {
      answerers.set(subject, reply)
      return {
        [Symbol.dispose]() {
          if (answerers.get(subject) === reply) answerers.delete(subject)
        },
      }
    },

    async [Symbol.asyncDispose]() {
      listeners.clear()
      answerers.clear()
    },
  }
}

async function answered(
  clock: Pick<Clock, 'after'>,
  withinMs: number,
  reply: () => Promise<string>,
): Promise<BusReply> {
  const { promise: late, resolve } = Promise.withResolvers<BusReply>()
  const cancel = clock.after(withinMs, () => resolve({ kind: 'silent' }))
  const heard = reply().then((text): BusReply => {
    checkSize(text)
    return { kind: 'answered', text }
  })
  const silent = (): BusReply => ({ kind: 'silent' })
  try {
    return await Promise.race([heard.catch(silent), late])
  } finally {
    cancel()
  }
}
