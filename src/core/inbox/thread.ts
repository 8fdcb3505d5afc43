import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Inbox, StoredDelivery } from './inbox.ts'
import type { InboxEvents, InboxOptions } from './open.ts'
import {
  packOrders,
  type InboxThreadReply,
  type FromThread,
  type InboxThreadOrder,
  type ThreadEvent,
  type ToThread,
} from './thread-message.ts'

/** A release bundle has other file extensions than the source, so this file's extension is used. */
const THREAD = join(import.meta.dirname, `inbox-thread${extname(import.meta.filename)}`)

interface Waiting {
  resolve(stored: StoredDelivery): void
  reject(error: unknown): void
}

/** File work runs in a separate thread, so that slow disks do not block this event loop. */
export function openInboxInThread({ events, ...options }: Omit<InboxOptions, 'clock'>): Inbox {
  const worker = new Worker(THREAD, { workerData: options, name: 'inbox' })
  const post = (message: ToThread, moved: ArrayBuffer[] = []) => worker.postMessage(message, moved)
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const waiting = new Map<number, Waiting>()
  let orders: InboxThreadOrder[] = []
  let number = 0

  const postOrders = () => {
    if (orders.length === 0) return
    const packed = packOrders(orders)
    orders = []
    post(packed, [packed.bodies.buffer as ArrayBuffer])
  }
  const take = (number: number): Waiting => {
    const one = waiting.get(number)!
    waiting.delete(number)
    return one
  }

  worker.on('message', (message: FromThread) => {
    if (message.type === 'event') return reportEvent(events, message)
    for (const { number, stored } of JSON.parse(message.stored) as InboxThreadReply[])
      take(number).resolve(stored)
    for (const { number, error } of message.failed) take(number).reject(error)
  })

  return {
    store: (endpoint, delivery) =>
      new Promise((resolve, reject) => {
        waiting.set(++number, { resolve, reject })
        // Transfers orders once per turn of the event loop, because a transfer is expensive.
        if (orders.push({ number, endpoint, delivery }) === 1) setImmediate(postOrders)
      }),
    async [Symbol.asyncDispose]() {
      postOrders()
      post({ type: 'close' })
      await ended
    },
  }
}

const reportEvent = (events: InboxEvents, event: ThreadEvent) => {
  if (event.name === 'eventsRestored') events.eventsRestored(event.facts)
  else events[event.name](event.facts)
}
