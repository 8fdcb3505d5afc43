import type { InboxDelivery, StoredDelivery } from './inbox.ts'

export type ToThread = Orders | { type: 'close' }

export type FromThread = Answers | ThreadEvent

/** Transferring objects separately is expensive, so all bodies share one buffer and all other fields one text. */
export interface Orders {
  type: 'orders'
  text: string
  bodies: Uint8Array
}

export interface InboxThreadOrder {
  number: number
  endpoint: string
  delivery: InboxDelivery
}

export interface Answers {
  type: 'answers'
  stored: string
  failed: readonly { number: number; error: unknown }[]
}

export interface InboxThreadReply {
  number: number
  stored: StoredDelivery
}

export type ThreadEvent = { type: 'event' } & (
  | { name: 'eventsRestored'; facts: { count: number } }
  | { name: 'inboxFailed' | 'journalFailed' | 'fileWriteFailed'; facts: { error: unknown } }
)

type Written = Omit<InboxThreadOrder, 'delivery'> & { delivery: Omit<InboxDelivery, 'body'>; length: number }

export function packOrders(orders: readonly InboxThreadOrder[]): Orders {
  const written = orders.map(({ number, endpoint, delivery }): Written => {
    const { body, ...rest } = delivery
    return { number, endpoint, delivery: rest, length: body.length }
  })
  const length = written.reduce((sum, one) => sum + one.length, 0)
  const bodies = new Uint8Array(length)
  let at = 0
  for (const { delivery } of orders) {
    bodies.set(delivery.body, at)
    at += delivery.body.length
  }
  return { type: 'orders', text: JSON.stringify(written), bodies }
}

export function unpackOrders({ text, bodies }: Orders): InboxThreadOrder[] {
  let at = 0
  return (JSON.parse(text) as Written[]).map(({ number, endpoint, delivery, length }) => {
    const body = bodies.subarray(at, (at += length))
    return { number, endpoint, delivery: { ...delivery, body } }
  })
}
