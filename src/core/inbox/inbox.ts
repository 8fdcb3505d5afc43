/** One verified delivery, as it came in. */
export interface Delivery {
  /** The sender's own id of this delivery; null when it sent none. */
  id: string | null
  /** Decoded query parameters in the order they came. */
  query: readonly (readonly [name: string, value: string])[]
  /** As sent; empty when missing. */
  contentType: string
  body: Uint8Array
}

/**
 * What became of a delivery. `in-progress`: a copy of it is being stored at this moment, and whether that will succeed
 * is not known yet.
 */
export type Stored =
  | { outcome: 'stored'; event: string }
  | { outcome: 'duplicate' }
  | { outcome: 'in-progress' }

/** The writing side of a Hub's inboxes, one for each endpoint. Closing it waits for what is being stored. */
export interface Inbox extends AsyncDisposable {
  /**
   * Store a delivery once. When this resolves with `stored`, its event file and its dedup markers are there and
   * survive a power cut.
   *
   * @param endpoint Name of the endpoint that it came in on.
   * @throws when it could not be stored. Then nothing of it is left and nothing is marked, so the sender may try again.
   */
  store(endpoint: string, delivery: Delivery): Promise<Stored>
}

/** Where an event is: waiting, done, or put aside after too many failed runs. */
export type EventState = 'pending' | 'processed' | 'quarantined'

/** The reading side: what the scheduler, the Console and the command line do with events that are stored. */
export interface StoredEvents {
  /** Absolute folder of a state's files. */
  folderOf(state: EventState): string
  /** Names of event files, oldest first. A folder that isn't there is empty. */
  list(state: EventState, limit?: number): Promise<string[]>
  count(state: EventState): Promise<number>
  /** The bytes of an event file; null when it is gone. @throws when it is no regular file or larger than `maxBytes`. */
  read(state: EventState, name: string, maxBytes?: number): Promise<Buffer | null>
  /** Move events from one state to another. Repeating it finishes it; a file that is there is never overwritten. */
  move(names: readonly string[], from: EventState, to: EventState): Promise<void>
  /** Put pending events that nobody wants to the processed ones, with a note that nobody did. Repeating it finishes it. */
  passOver(names: readonly string[]): Promise<void>
  /** Names of the processed events that nobody wanted. */
  unmatched(): Promise<string[]>
  /** Store the content of an event again as a new, pending one. @returns its name, or null when the event is gone. */
  replay(state: EventState, name: string): Promise<string | null>
}
