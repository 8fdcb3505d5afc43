import { subjectOf, type Bus } from '#ground/bus/bus.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { pollWhile } from '#cluster/poll-while.ts'
import type { ShareCancellations } from '#surfaces/mcp/cancellations.ts'

export interface SharedCancellationsDeps {
  hub: string
  bus: Pick<Bus, 'publish' | 'subscribe'>
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now' | 'after'>
}

const POLL_INTERVAL_MS = 500
/** Each instance must poll at least once in this time, because the cancellation is deleted afterwards. */
const RETENTION_MS = 60_000

export const shareCancellations =
  ({ hub, bus, store, clock }: SharedCancellationsDeps): ShareCancellations =>
  (running) => {
    const subject = subjectOf('mcp-cancelled', hub)
    const endStored = async () => {
      const rows = await store.db
        .selectFrom('mcp_cancellations')
        .select(['request', 'cancelled_at_ms'])
        .where('hub', '=', hub)
        .where('cancelled_at_ms', '>', clock.now() - RETENTION_MS)
        .execute()
      for (const row of rows) running.end(row.request, row.cancelled_at_ms)
    }
    const listening = bus.subscribe(subject, (request) => running.end(request, clock.now()))
    return {
      follow: pollWhile(running.isAny, endStored, { clock, everyMs: POLL_INTERVAL_MS }),
      async send(request) {
        const now = clock.now()
        await store.db
          .deleteFrom('mcp_cancellations')
          .where('hub', '=', hub)
          .where('cancelled_at_ms', '<=', now - RETENTION_MS)
          .execute()
        await store.db
          .insertInto('mcp_cancellations')
          .values({ hub, request, cancelled_at_ms: now })
          .onConflict((conflict) =>
            conflict.columns(['hub', 'request']).doUpdateSet({ cancelled_at_ms: now }),
          )
          .execute()
        bus.publish(subject, request)
      },
      [Symbol.dispose]: () => listening[Symbol.dispose](),
    }
  }
