import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Bus } from './bus.ts'
import { readAs } from './read-message.ts'
import { createLiveSenders } from './live-senders.ts'
import {
  WORK_HEARTBEAT_MS,
  receiptSubject,
  WorkMessage,
  workSubject,
  type WorkKind,
} from './work-messages.ts'

/** Notifications of new work of one Hub. They may be lost, and correctness never depends on them. */
export interface WorkNotifications extends AsyncDisposable {
  /** Call it after the commit. */
  notify(work: WorkKind): void
  /**
   * Also calls `listener` when notifications may have been lost. `isOurs`: true if this object sent the notification.
   */
  listen(work: WorkKind, listener: (isOurs: boolean) => void): Disposable
  isReliable(): boolean
  /** Resolves when a bus server has received the sent messages, at the latest after `ms`. */
  flush(ms: number): Promise<void>
}

export interface WorkNotificationsDeps {
  bus: Bus
  clock: Clock
  hub: string
}

const LEAVE_TIMEOUT_MS = 300

export function openWorkNotifications({ bus, clock, hub }: WorkNotificationsDeps): WorkNotifications {
  const id = newId()
  const subject = workSubject(hub)
  const listeners = new Map<WorkKind, Set<(isOurs: boolean) => void>>()
  const senders = createLiveSenders(clock)
  const waitingForReach: (() => void)[] = []
  let n = 0
  let reachedSince: EpochMs | null = null
  let wasReliable = false
  let cancel = () => {}

  const publish = (message: WorkMessage) => bus.publish(subject, JSON.stringify(message))
  const wake = (work: WorkKind, isOurs: boolean) => {
    for (const listener of listeners.get(work) ?? []) listener(isOurs)
  }
  const wakeAll = () => {
    for (const work of listeners.keys()) wake(work, false)
  }
  const onMessage = (text: string) => {
    const message = readAs(WorkMessage, text)
    if (!message) return
    const isOurs = message.from === id
    if (!isOurs && senders.recordMessage(message)) wakeAll()
    else if (message.is === 'hint') wake(message.of, isOurs)
  }
  const isReliable = () =>
    reachedSince !== null && bus.reachesOthers() && !bus.isRefused() && senders.areAllAlive(reachedSince)
  const sendHeartbeat = () => {
    cancel()
    senders.removeExpired()
    if (bus.reachesOthers()) publish({ from: id, is: 'there', n })
    const isNowReliable = isReliable()
    if (wasReliable && !isNowReliable) wakeAll()
    wasReliable = isNowReliable
    cancel = clock.after(WORK_HEARTBEAT_MS, sendHeartbeat)
  }
  const onReachChange = () => {
    reachedSince = bus.reachesOthers() ? clock.now() : null
    wakeAll()
    sendHeartbeat()
    if (reachedSince !== null) for (const resolve of waitingForReach.splice(0)) resolve()
  }
  const parts = new DisposableStack()
  parts.use(bus.subscribe(subject, onMessage))
  parts.use(bus.onReachChange(onReachChange))
  parts.defer(() => cancel())
  if (bus.reachesOthers()) onReachChange()
  const confirmReceipt = (ms: number) => bus.request(receiptSubject(hub), '', ms)

  return {
    notify: (work) => publish({ from: id, is: 'hint', n: ++n, of: work }),
    listen(work, listener) {
      const own = (isOurs: boolean) => listener(isOurs) // a new function for each call, because a set would store the same `listener` only once
      const all = listeners.get(work) ?? new Set()
      listeners.set(work, all.add(own))
      return { [Symbol.dispose]: () => void all.delete(own) }
    },
    isReliable,
    async flush(ms) {
      const until = clock.now() + ms
      if (!bus.reachesOthers()) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waitingForReach.push(resolve)
        const stop = clock.after(ms, resolve)
        await promise
        stop()
      }
      await confirmReceipt(Math.max(1, until - clock.now()))
    },
    async [Symbol.asyncDispose]() {
      parts.dispose()
      if (!bus.reachesOthers()) return
      publish({ from: id, is: 'leaving' })
      await confirmReceipt(LEAVE_TIMEOUT_MS)
    },
  }
}
