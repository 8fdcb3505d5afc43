import type { Delivery, Stored } from './inbox.ts'

/** What crosses to the thread that stores deliveries. All of it is plain data. */
export type ToThread = { type: 'store'; orders: readonly Order[] } | { type: 'close' }

/** What comes back. */
export type FromThread = { type: 'answers'; answers: readonly Answer[] } | ThreadEvent

export interface Order {
  number: number
  endpoint: string
  delivery: Delivery
}

/** What became of the order of that number. */
export type Answer = { number: number } & ({ stored: Stored } | { error: unknown })

export type ThreadEvent = { type: 'event' } & (
  | { name: 'eventsRestored'; facts: { count: number } }
  | { name: 'inboxFailed' | 'journalFailed'; facts: { error: unknown } }
)
