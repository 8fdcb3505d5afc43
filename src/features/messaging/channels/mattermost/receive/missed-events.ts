import type { SocketContext } from '../../../channel.ts'
import type { User } from '../answers.ts'
import type { Get } from '../api.ts'
import type { Server } from '../variables.ts'
import { deliveryOf, type MattermostDelivery } from './delivery.ts'
import { createKeeping } from './keeping.ts'
import { openMattermostSocket } from './socket.ts'

const COMPARE_EVERY_MS = 5 * 60_000
/** An event may arrive this much later than its post appears in the history. */
const ON_ITS_WAY_MS = 10_000

export interface Hearing {
  /** Runs one connection. Returns why it ended. @throws if it cannot be opened. */
  hear(bot: User, signal: AbortSignal): Promise<string>
  lastHeardAtMs(): number | null
}

export function createHearing(server: Server, context: SocketContext, get: Get): Hearing {
  const { clock, report } = context
  const keeping = createKeeping(context, get)
  let lastHeardAtMs: number | null = null

  const notify = (state: 'connected' | 'deaf', problem: string | null) =>
    report({ state, foreign: 0, lastHeardAtMs, problem })

  /** Resolves when the history has messages that the socket never delivered. */
  const deafness = async (bot: User, signal: AbortSignal): Promise<string> => {
    for (;;) {
      await clock.sleep(COMPARE_EVERY_MS, signal)
      const untold = await keeping.catchUp(bot, signal)
      if (untold.length === 0) continue
      await clock.sleep(ON_ITS_WAY_MS, signal)
      if (untold.every(keeping.wasTold)) continue
      notify('deaf', DEAF)
      return DEAF
    }
  }

  return {
    lastHeardAtMs: () => lastHeardAtMs,
    async hear(bot, outer) {
      const over = new AbortController()
      const signal = AbortSignal.any([outer, over.signal])
      const caughtUp = Promise.withResolvers<void>()
      const failed = Promise.withResolvers<never>()
      failed.promise.catch(() => {}) // prevents an unhandled rejection after the race below
      // Stores messages in the order of posting, missed messages first. After a failure, no later message is stored,
      // because the next catch-up reads all of them again.
      let inOrder: Promise<void> = caughtUp.promise
      const keepInOrder = (delivery: MattermostDelivery) => {
        inOrder = inOrder.then(() => keeping.keep(delivery, bot, signal))
        inOrder.catch((error: Error) =>
          failed.reject(new Error(`failed to store events from Mattermost: ${error.message}`)),
        )
      }
      try {
        using socket = await openMattermostSocket(
          server,
          clock,
          (event) => {
            lastHeardAtMs = clock.now()
            const delivery = deliveryOf(event)
            if (delivery?.postId) keeping.noteTold(delivery.postId)
            if (delivery) keepInOrder(delivery)
          },
          signal,
        )
        const listen = async () => {
          await keeping.catchUp(bot, signal)
          caughtUp.resolve()
          notify('connected', null)
          return deafness(bot, signal)
        }
        return await Promise.race([socket.ended, listen(), failed.promise])
      } finally {
        over.abort()
        caughtUp.reject(signal.reason)
        await inOrder.catch(() => {})
      }
    },
  }
}

const DEAF = 'Mattermost keeps the connection open but sends nothing: reconnecting'
