import { nanosecondsOf } from '#core/inbox/event-name.ts'
import type { StoredEvents } from '#core/inbox/inbox.ts'

export async function findLastDelivery(stored: Pick<StoredEvents, 'list'>): Promise<number | null> {
  const names = await Promise.all(
    (['pending', 'processed', 'quarantined'] as const).map((state) => stored.list(state)),
  )
  const newest = names
    .flatMap((list) => list.at(-1) ?? [])
    .toSorted()
    .at(-1)
  const nanoseconds = newest === undefined ? null : nanosecondsOf(newest)
  return nanoseconds === null ? null : Number(nanoseconds / 1_000_000n)
}
