import type { SocketContext } from '../../../channel.ts'
import type { User } from '../answers.ts'
import type { Get } from '../api.ts'
import type { Server } from '../variables.ts'
import { deliveryOf, type MattermostDelivery } from './delivery.ts'
import { createPostStore } from './post-store.ts'
import { openMattermostSocket } from './socket.ts'

const COMPARE_INTERVAL_MS = 5 * 60_000
/** A post in the history counts as undelivered if its event does not arrive within this time. */
const MAX_EVENT_DELAY_MS = 10_000

export interface MattermostReceiver {
  /** Returns why the connection ended. @throws if it cannot be opened. */
  runConnection(bot: User, signal: AbortSignal): Promise<string>
  lastReceivedAtMs(): number | null
}

export function createReceiver(server: Server, context: SocketContext, get: Get): MattermostReceiver {
  const { clock, report } = context
  const posts = createPostStore(context, get)
  let lastReceivedAtMs: number | null = null

  const notify = (state: 'connected' | 'deaf', problem: string | null) =>
    report({ state, foreign: 0, lastReceivedAtMs, problem })

  const waitForUndelivered = async (bot: User, signal: AbortSignal): Promise<string> => {
    for (;;) {
      await clock.sleep(COMPARE_INTERVAL_MS, signal)
      const undelivered = await posts.catchUp(bot, signal)
      if (undelivered.length === 0) continue
      await clock.sleep(MAX_EVENT_DELAY_MS, signal)
      if (undelivered.every(posts.wasDelivered)) continue
      notify('deaf', NOTHING_DELIVERED)
      return NOTHING_DELIVERED
    }
  }

  return {
    lastReceivedAtMs: () => lastReceivedAtMs,
    async runConnection(bot, outer) {
      const closing = new AbortController()
      const signal = AbortSignal.any([outer, closing.signal])
      const caughtUp = Promise.withResolvers<void>()
      const failed = Promise.withResolvers<never>()
      failed.promise.catch(() => {}) // prevents an unhandled rejection while `Promise.race` below does not wait for `failed`
      // Stores messages in the order of posting, missed messages first. After a failure, no later message is stored,
      // because the next catch-up reads all of them again.
      let inOrder: Promise<void> = caughtUp.promise
      const storeInOrder = (delivery: MattermostDelivery) => {
        inOrder = inOrder.then(() => posts.keep(delivery, bot, signal))
        inOrder.catch((error: Error) =>
          failed.reject(new Error(`failed to store events from Mattermost: ${error.message}`)),
        )
      }
      try {
        using socket = await openMattermostSocket(
          server,
          clock,
          (event) => {
            lastReceivedAtMs = clock.now()
            const delivery = deliveryOf(event)
            if (delivery?.postId) posts.recordDelivered(delivery.postId)
            if (delivery) storeInOrder(delivery)
          },
          signal,
        )
        const listen = async () => {
          await posts.catchUp(bot, signal)
          caughtUp.resolve()
          notify('connected', null)
          return waitForUndelivered(bot, signal)
        }
        return await Promise.race([socket.ended, listen(), failed.promise])
      } finally {
        closing.abort()
        caughtUp.reject(signal.reason)
        await inOrder.catch(() => {})
      }
    },
  }
}

const NOTHING_DELIVERED = 'Mattermost keeps the connection open but sends nothing: reconnecting'
