import type { AccessChanges } from '#audit/access-changes.ts'
import type { Clock } from '#base/clock.ts'
import type { Store } from '#store/store.ts'
import type { Journey } from './journey.ts'

export interface AccessLogDeps {
  store: Pick<Store, 'transaction'>
  accessChanges: Pick<AccessChanges, 'append'>
  clock: Pick<Clock, 'now'>
}

/** A page that is asked for again and again is one attempt. Milliseconds. */
const SAME_FOR_MS = 60_000
const MOST_KNOWN = 1000

/** Records that somebody came to a journey of another person. Resolves once that is on record. */
export function createAccessLog({ store, accessChanges, clock }: AccessLogDeps) {
  const recorded = new Map<string, number>()
  return async (journey: Journey, visitor: { email: string }): Promise<void> => {
    const at = clock.now()
    const key = `${journey.id} ${visitor.email}`
    const last = recorded.get(key)
    if (last !== undefined && at - last < SAME_FOR_MS) return
    await store.transaction((tx) =>
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
          reason: `Opened the link to connect an account with ${journey.name} that was made for somebody else.`,
          request: journey.id,
          revision: null,
        },
      ]),
    )
    recorded.delete(key)
    recorded.set(key, at)
    if (recorded.size > MOST_KNOWN) recorded.delete(recorded.keys().next().value!)
  }
}

export type AccessLog = ReturnType<typeof createAccessLog>
