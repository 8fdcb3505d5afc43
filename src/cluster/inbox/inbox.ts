import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import { dedupKey, WINDOW_MS, type DedupKey } from '#core/inbox/dedup-key.ts'
import { eventFile, isLongJson } from '#core/inbox/event-file.ts'
import { createEventNames, type EventNames } from '#core/inbox/event-name.ts'
import type { InboxDelivery, Inbox, StoredDelivery } from '#core/inbox/inbox.ts'
import { deliveryMark } from './marks.ts'
import { portions } from '#ground/base/portions.ts'
import { eventsOf, lockInboxes, type Tx } from './rows.ts'

export interface StoreInboxDeps {
  hub: string
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  notifications: Pick<WorkNotifications, 'notify'>
  /** Resolves once all events and markers of the folder are in the database. After a failure, the next call retries. */
  movedIn(): Promise<void>
}

interface Waiting {
  endpoint: string
  delivery: InboxDelivery
  key: DedupKey
  resolve(stored: StoredDelivery): void
  reject(error: unknown): void
}

const MAX_BATCH_DELIVERIES = 64
const MAX_BATCH_BYTES = 8 * 1024 * 1024

/** A delivery is stored once, even if duplicates arrive at different instances. */
export function openStoreInbox(deps: StoreInboxDeps): Inbox {
  const { clock, movedIn } = deps
  const names = new Map<string, EventNames>()
  const marking = new Set<string>()
  let waiting: Waiting[] = []
  let working: Promise<void> | null = null
  let sweptWindow = -1

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const some = takeSome(waiting)
      waiting = waiting.slice(some.length)
      try {
        await movedIn()
        const stored = await storeAll(deps, names, some)
        if (stored.some(({ outcome }) => outcome === 'stored')) deps.notifications.notify('inbox')
        some.forEach(({ resolve }, index) => resolve(stored[index]!))
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
      await sweep().catch(() => {})
    }
    working = null // no `await` after the loop: a delivery that arrives after the loop must start a new loop
  }
  const sweep = async () => {
    const now = clock.now()
    const window = Math.floor(now / WINDOW_MS)
    if (window === sweptWindow) return
    sweptWindow = window
    await deps.store.db
      .deleteFrom('inbox_marks')
      .where('hub', '=', deps.hub)
      .where('until_ms', '<', now)
      .execute()
  }

  return {
    async store(endpoint, delivery) {
      const key = dedupKey(endpoint, delivery, clock.now())
      if (key.seen.some((marker) => marking.has(marker))) return { outcome: 'in-progress' }
      for (const marker of key.marks) marking.add(marker)
      const { promise, ...settle } = Promise.withResolvers<StoredDelivery>()
      waiting.push({ endpoint, delivery, key, ...settle })
      working ??= Promise.resolve().then(work)
      try {
        return await promise
      } finally {
        for (const marker of key.marks) marking.delete(marker)
      }
    },
    async [Symbol.asyncDispose]() {
      await working
    },
  }
}

function takeSome(waiting: readonly Waiting[]): Waiting[] {
  let bytes = 0
  const some: Waiting[] = []
  for (const delivery of waiting) {
    bytes += delivery.delivery.body.byteLength
    if (some.length > 0 && (bytes > MAX_BATCH_BYTES || some.length === MAX_BATCH_DELIVERIES)) break
    some.push(delivery)
  }
  return some
}

/**
 * Stores all deliveries or none. The transaction locks the inboxes, so that no other process stores a duplicate
 * meanwhile.
 */
function storeAll(
  { hub, store, clock }: Pick<StoreInboxDeps, 'hub' | 'store' | 'clock'>,
  names: Map<string, EventNames>,
  some: readonly Waiting[],
): Promise<StoredDelivery[]> {
  return store.transaction(async (tx) => {
    await lockInboxes(
      tx,
      hub,
      some.map(({ endpoint }) => endpoint),
    )
    const seen = await marksAmong(
      tx,
      hub,
      some.flatMap(({ key }) =>
        [...key.seen, ...(key.sameContent === null ? [] : [key.sameContent])].map(deliveryMark),
      ),
    )
    const now = clock.now()
    const stored: StoredDelivery[] = []
    const marks = new Map<string, EpochMs | null>()
    const rows = []
    for (const { endpoint, delivery, key } of some) {
      if (key.seen.some((marker) => seen.has(deliveryMark(marker)))) {
        const isOther = key.sameContent !== null && !seen.has(deliveryMark(key.sameContent))
        stored.push({ outcome: 'duplicate', ...(isOther && { isOtherBody: true }) })
        continue
      }
      const isJson = await isLongJson(delivery)
      const event = (names.get(endpoint) ?? (await namesOf(tx, { hub, name: endpoint }, names))).next(now)
      const content = eventFile(endpoint, now, delivery, isJson)
      const row = { hub, inbox: endpoint, event, state: 'pending' as const, unmatched: 0 }
      rows.push({ ...row, size: content.byteLength, content: content.toString() })
      for (const marker of key.marks) marks.set(deliveryMark(marker), expiryOf(marker, now))
      stored.push({ outcome: 'stored', event })
    }
    if (rows.length > 0) await tx.insertInto('inbox_events').values(rows).execute()
    await insertMarks(tx, hub, marks)
    return stored
  })
}

async function namesOf(tx: Tx, ref: { hub: string; name: string }, names: Map<string, EventNames>) {
  const newest = await eventsOf(tx, ref).orderBy('event', 'desc').limit(1).select('event').execute()
  const made = createEventNames(newest.map(({ event }) => event))
  names.set(ref.name, made)
  return made
}

async function marksAmong(tx: Tx, hub: string, marks: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const some of portions([...new Set(marks)])) {
    const rows = await tx
      .selectFrom('inbox_marks')
      .where('hub', '=', hub)
      .where('mark', 'in', some)
      .select('mark')
      .execute()
    for (const { mark } of rows) found.add(mark)
  }
  return found
}

/** Expiry of the marker of a body; null for the marker of a delivery's id, which never expires. */
const expiryOf = (marker: string, now: EpochMs): EpochMs | null =>
  marker.startsWith('window-') ? (Math.floor(now / WINDOW_MS) + 2) * WINDOW_MS : null

export async function insertMarks(
  tx: Tx,
  hub: string,
  marks: ReadonlyMap<string, EpochMs | null>,
): Promise<void> {
  const rows = [...marks].map(([mark, until_ms]) => ({ hub, mark, until_ms }))
  for (const some of portions(rows, 300))
    await tx
      .insertInto('inbox_marks')
      .values([...some])
      .onConflict((conflict) => conflict.columns(['hub', 'mark']).doNothing())
      .execute()
}
