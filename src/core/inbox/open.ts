import type { Clock } from '#ground/base/clock.ts'
import { dedupKey, type DedupKey } from './dedup-key.ts'
import { eventFile, isLongJson } from './event-file.ts'
import type { EventNames } from './event-name.ts'
import type { InboxDelivery, Inbox, StoredDelivery } from './inbox.ts'
import { openDurableEvents, type DurableEvents } from './durable-events.ts'
import { ensureFolders, inboxesLayout, layoutOf } from './layout.ts'
import { createMarkers } from './markers/markers.ts'
import { recoverAll, recoverInbox } from './recover.ts'
import { storeDurably } from './store-durably.ts'

export interface InboxOptions {
  hubFolder: string
  endpoints: readonly [string, ...string[]]
  /** Endpoint for journal records of early releases, which name no endpoint. Default: the first endpoint. */
  oldEndpoint?: string
  clock: Clock
  events: InboxEvents
  /** Size of a segment in bytes; 0 disables the journal. */
  journalBytes?: number
}

export interface InboxEvents {
  eventsRestored(facts: { count: number }): void
  /** Called when recovery fails. The next delivery retries it. */
  inboxFailed(facts: { error: unknown }): void
  /** Called when the journal fails. Each event is then made durable separately, which is slower and equally safe. */
  journalFailed(facts: { error: unknown }): void
  fileWriteFailed(facts: { error: unknown }): void
}

const JOURNAL_BYTES = 8 * 1024 * 1024

/**
 * Recovery from a crash runs in the background, and deliveries wait for it. All inboxes share one journal and its
 * flushes.
 */
export function openInbox(options: InboxOptions): Inbox {
  const {
    hubFolder,
    endpoints,
    clock,
    events,
    journalBytes = JOURNAL_BYTES,
    oldEndpoint = endpoints[0],
  } = options
  const layout = inboxesLayout(hubFolder)
  const markers = createMarkers(layout.dedup, clock)
  const inboxes = new Map<string, OneInbox>()
  const marking = new Map<string, number>()
  const storing = new Set<Promise<unknown>>()
  let durable: DurableEvents | null = null
  let sweeping: Promise<void> = Promise.resolve()
  let closing: Promise<void> | null = null

  const recoverOnce = onceItWorks(() => recoverAll({ hubFolder, layout, markers, oldEndpoint, events }))

  const inboxOf = (endpoint: string): OneInbox => {
    const known = inboxes.get(endpoint)
    if (known) return known
    const inbox = oneInbox(hubFolder, endpoint, { recoverOnce, clock })
    inboxes.set(endpoint, inbox)
    return inbox
  }

  const folderFor = ({ endpoint }: { endpoint: string | null }): string => {
    const inbox = inboxOf(endpoint!)
    inbox.checkFolders()
    return inbox.folder
  }

  const { isRepeat, duplicateOf } = findDuplicates(markers)

  const storeNew = async (
    { endpoint, inbox, key, isNew }: { endpoint: string; inbox: OneInbox; key: DedupKey; isNew: boolean },
    delivery: InboxDelivery,
  ): Promise<StoredDelivery> => {
    const names = inbox.names ?? (await inbox.recover())
    const [isJson, now] = [await isLongJson(delivery), clock.now()]
    if (!isNew && isRepeat(inbox, key)) return duplicateOf(key)
    const event = names.next(now)
    const content = eventFile(endpoint, now, delivery, isJson)
    const record = { endpoint, event, markers: key.marks, content }
    const isKept = durable !== null && (await durable.persist(record))
    if (!isKept) await storeDurably(inbox.folder, record, markers)
    return { outcome: 'stored', event }
  }

  const opening = (async () => {
    for (const endpoint of endpoints) await inboxOf(endpoint).recover()
    const folder = layout.journal
    if (journalBytes > 0)
      durable = await openDurableEvents({ folder, folderFor, markers, clock, events, journalBytes })
  })().catch((error: unknown) => events.inboxFailed({ error }))

  const close = async () => {
    await opening
    await Promise.allSettled(storing)
    await sweeping
    await durable?.[Symbol.asyncDispose]()
    markers[Symbol.dispose]()
  }

  return {
    async store(endpoint, delivery) {
      const now = clock.now()
      const inbox = inboxOf(endpoint)
      const key = dedupKey(endpoint, delivery, now)
      // A concurrent delivery with the same marker may still fail, so this delivery is not yet a duplicate.
      if (key.seen.some((marker) => marking.has(marker))) return { outcome: 'in-progress' }
      // A duplicate of a stored delivery must not get `in-progress`, so it is found before the markers are reserved.
      const isNew = inbox.names !== null
      if (isNew && isRepeat(inbox, key)) return duplicateOf(key)
      for (const marker of key.marks) count(marking, marker, 1)
      const stored = storeNew({ endpoint, inbox, key, isNew }, delivery).finally(() => {
        for (const marker of key.marks) count(marking, marker, -1)
        storing.delete(stored)
      })
      storing.add(stored)
      sweeping = stored.then(() => markers.sweep(now)).catch(() => {})
      return stored
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  }
}

function findDuplicates(markers: ReturnType<typeof createMarkers>) {
  const refreshMarkers = onceATurn(() => markers.refresh())
  return {
    isRepeat(inbox: OneInbox, key: DedupKey): boolean {
      inbox.checkFolders()
      refreshMarkers()
      return markers.isMarked(key)
    },
    duplicateOf: ({ sameContent }: DedupKey): StoredDelivery => ({
      outcome: 'duplicate',
      ...(sameContent !== null && !markers.isMarked({ seen: [sameContent] }) && { isOtherBody: true }),
    }),
  }
}

interface OneInbox {
  folder: string
  names: EventNames | null
  checkFolders(): void
  recover(): Promise<EventNames>
}

const oneInbox = (
  hubFolder: string,
  endpoint: string,
  { recoverOnce, clock }: { recoverOnce(): Promise<void>; clock: Pick<Clock, 'now'> },
): OneInbox => {
  const { chain, events } = layoutOf(hubFolder, endpoint)
  const { dedup } = inboxesLayout(hubFolder)
  const inbox: OneInbox = {
    folder: events.pending,
    names: null,
    checkFolders: onceATurn(() => ensureFolders(...chain, dedup)),
    recover: onceItWorks(async () => {
      await recoverOnce()
      return (inbox.names = await recoverInbox(hubFolder, endpoint, clock))
    }),
  }
  return inbox
}

const count = (counts: Map<string, number>, key: string, by: 1 | -1) => {
  const next = (counts.get(key) ?? 0) + by
  if (next === 0) counts.delete(key)
  else counts.set(key, next)
}

const onceItWorks = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let doing: Promise<T> | null = null
  return () =>
    (doing ??= work().catch((error: unknown) => {
      doing = null
      throw error
    }))
}

const onceATurn = (work: () => void): (() => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    work()
    isDone = true
    setImmediate(() => (isDone = false))
  }
}
