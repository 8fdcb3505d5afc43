import type { AccessChanges } from '#core/audit/access-changes.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Journey } from './journey.ts'

export interface AccessLogDeps {
  store: Pick<Store, 'transaction'>
  accessChanges: Pick<AccessChanges, 'append'>
  clock: Pick<Clock, 'now'>
}

/** If one visitor opens the link of another person's journey repeatedly within this time, the log records it once. */
const SAME_FOR_MS = 60_000
const MAX_CACHED_RECORDS = 1000

export function createAccessLog({ store, accessChanges, clock }: AccessLogDeps) {
  const known = new BoundedMap<string, { at: EpochMs; recorded: Promise<void> }>(MAX_CACHED_RECORDS)

  const record = (journey: Journey, visitor: { email: string }, at: EpochMs): Promise<void> =>
    store.transaction((tx) =>
      accessChanges.append(tx, [
        {
          at,
          actor: visitor.email,
          action: 'connection.refused',
          subject: journey.email,
          hub: journey.hub,
          permission: null,
          before: null,
          after: null,
          reason: `Opened a link to connect a ${journey.name} account that was created for another person.`,
          request: journey.id,
          revision: null,
        },
      ]),
    )

  return (journey: Journey, visitor: { email: string }): Promise<void> => {
    const at = clock.now()
    const key = `${journey.id} ${visitor.email}`
    const last = known.get(key)
    if (last && at - last.at < SAME_FOR_MS) return last.recorded
    const attempt = { at, recorded: record(journey, visitor, at) }
    known.set(key, attempt)
    attempt.recorded.catch(() => void (known.get(key) === attempt && known.delete(key)))
    return attempt.recorded
  }
}

export type AccessLog = ReturnType<typeof createAccessLog>
