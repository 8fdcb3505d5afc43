import { backoffMs } from '#ground/base/backoff.ts'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { nanosecondsOf } from '#core/inbox/event-name.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Loop } from '#ground/base/loop.ts'
import { startPollLoop, type PollLoopOptions } from '#ground/bus/poll-loop.ts'
import { watchFolders } from '#ground/hub/watch.ts'
import type { Store } from '#ground/store/store.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { AppliedIncoming } from './receive.ts'
import { apply } from './apply.ts'
import type { Channel } from '../channel.ts'
import type { MessagingEvents } from '../log-events.ts'
import type { IncomingEvent, IncomingPress } from '../incoming.ts'

export interface IntakeDeps {
  hub: string
  notifications: PollLoopOptions['notifications']
  inboxes: Inboxes
  name: ChannelName
  channel: Pick<Channel, 'read'>
  store: Store
  clock: Clock
  events: Pick<MessagingEvents, 'intakeFailed' | 'deliveryUnreadable' | 'deliveryIgnored' | 'received'>
  decidePress(press: IncomingPress, signal: AbortSignal): Promise<void>
  onApplied(applied: readonly { incoming: IncomingEvent; applied: AppliedIncoming }[]): void
}

const POLL_INTERVAL_MS = 1000
const MAX_BATCH_EVENTS = 200

const EventFile = z.object({ body: z.unknown() })

/**
 * Moves deliveries to the database, oldest first. A delivery leaves its folder only after its events were written, and
 * its button presses were decided.
 */
export function startIntake(deps: IntakeDeps): Loop {
  const { notifications, inboxes, name, clock, events } = deps
  const stored = inboxes.of(name)
  const folders = () => new Set(inboxes.foldersOf(name).filter((folder) => existsSync(folder)))

  const takeIn = async (file: string, signal: AbortSignal): Promise<void> => {
    const content = await stored.read('pending', file)
    if (content === null) return
    const setAside = (error: unknown) => {
      // Throws while the provider or the database is unavailable, so that later deliveries wait and keep their order.
      if (!(error instanceof NotAnEvent) && !isOld(file, clock.now())) throw error
      events.deliveryUnreadable({ channel: name, file, error })
      return null
    }
    const read = await readingOf(deps.channel, content).catch(setAside)
    if (read === null) return stored.move([file], 'pending', 'quarantined')
    const applied = await applyAll(deps, file, read)
    if ((await decideAll(deps, read, signal).catch(setAside)) === null)
      return stored.move([file], 'pending', 'quarantined')
    await stored.move([file], 'pending', 'processed')
    for (const { incoming, applied: one } of applied) {
      if (incoming.kind === 'ignored') events.deliveryIgnored({ channel: name, file, why: incoming.why })
      if (one.kind !== 'nothing' && one.message) events.received({ channel: name, message: one.message })
    }
    deps.onApplied(applied)
  }

  const watch = watchFolders(
    () => void loop.wake(),
    () => {},
  )
  const loop = startPollLoop({
    clock,
    notifications,
    work: 'inbox',
    everyMs: POLL_INTERVAL_MS,
    ...(inboxes.readArrivalMark === null && { notifiedIntervalMs: POLL_INTERVAL_MS }),
    afterFailureMs: (failures) => backoffMs(failures, { firstMs: 2000, maxMs: 30_000 }),
    async poll(signal) {
      watch.follow(folders())
      for (;;) {
        const files = await stored.list('pending', MAX_BATCH_EVENTS)
        for (const file of files) {
          if (signal.aborted) return null
          await takeIn(file, signal)
        }
        if (files.length < MAX_BATCH_EVENTS) return null
      }
    },
    onFailure: (error) => events.intakeFailed({ channel: name, error }),
  })
  return {
    wake: loop.wake,
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await loop[Symbol.asyncDispose]()
    },
  }
}

const readingOf = async (
  channel: Pick<Channel, 'read'>,
  content: Buffer,
): Promise<readonly IncomingEvent[]> => channel.read(bodyOf(content))

function bodyOf(content: Buffer): unknown {
  try {
    return EventFile.parse(JSON.parse(content.toString())).body
  } catch {
    throw new NotAnEvent('the file holds no event') // the message omits the content, which must not be logged
  }
}

class NotAnEvent extends Error {}

/** A delivery that cannot be read during this time is quarantined. */
const TRIED_FOR_MS = 24 * 60 * 60_000

const isOld = (file: string, now: number): boolean => {
  const nanoseconds = nanosecondsOf(file)
  return nanoseconds === null || now - Number(nanoseconds / 1_000_000n) > TRIED_FOR_MS
}

async function decideAll(
  { decidePress }: IntakeDeps,
  read: readonly IncomingEvent[],
  signal: AbortSignal,
): Promise<true> {
  for (const incoming of read) if (incoming.kind === 'pressed') await decidePress(incoming, signal)
  return true
}

const applyAll = ({ store, hub, name, clock }: IntakeDeps, file: string, read: readonly IncomingEvent[]) =>
  store.transaction(async (tx) => {
    const now = clock.now()
    const all: { incoming: IncomingEvent; applied: AppliedIncoming }[] = []
    for (const [index, incoming] of read.entries()) {
      const arrival = `${file}/${String(index).padStart(6, '0')}`
      all.push({ incoming, applied: await apply(tx, { hub, channel: name, arrival, now }, incoming) })
    }
    return all
  })
