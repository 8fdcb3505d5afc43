import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

/** One verified delivery, as received. */
export interface InboxDelivery {
  /** The sender's own id of this delivery; null when it sent none. */
  id: string | null
  /**
   * Headers that carried the id. With it, a later delivery of the same id and another body is reported as such. Absent
   * for ids that are read from the body.
   */
  idHeader?: string
  /** Accept a delivery without an id even if an equal one was stored a moment ago. Default false. */
  acceptsEqualBodies?: boolean
  /** Attributes of a CloudEvent sent in headers, without their `ce-`. */
  cloudEvent?: Readonly<Record<string, string>>
  /** Decoded query parameters in the received order. */
  query: readonly (readonly [name: string, value: string])[]
  /** As sent; empty when missing. */
  contentType: string
  body: Uint8Array
}

/**
 * Result of a delivery. `in-progress`: a copy of it is being stored at this moment, and its result is not
 * known yet.
 */
export type StoredDelivery =
  | { outcome: 'stored'; event: string }
  | {
      outcome: 'duplicate'
      /** The id was stored before, with another body or query: a new event may have been lost. */
      isOtherBody?: true
    }
  | { outcome: 'in-progress' }

/** The writing side of a Hub's inboxes, one for each endpoint. Closing it waits for what is being stored. */
export interface Inbox extends AsyncDisposable {
  /**
   * Stores a delivery once. When this resolves with `stored`, its event file and its dedup markers exist and
   * survive a power cut.
   *
   * @param endpoint Name of the endpoint that received it.
   * @throws when it could not be stored. Then nothing of it remains, so the sender may retry.
   */
  store(endpoint: string, delivery: InboxDelivery): Promise<StoredDelivery>
}

/** State of an event: pending, processed, or quarantined after too many failed runs. */
export type EventState = 'pending' | 'processed' | 'quarantined'

/** The reading side: used by the scheduler, the Console and the command line on stored events. */
export interface StoredEvents {
  /** Absolute folder in which programs find events of a state as files. */
  folderOf(state: EventState): string
  /** The file that an event is; null where events are no files. Absolute. */
  fileOf(state: EventState, name: string): string | null
  /** Ensures that pending events are in their folder, for a program that reads them there. */
  makeFiles(names: readonly string[]): Promise<void>
  /** Names of event files, oldest first. A folder that isn't there is empty. */
  list(state: EventState, limit?: number): Promise<string[]>
  /** The same for repeated calls: read again only after a change. */
  known(state: EventState): Promise<readonly string[]>
  count(state: EventState): Promise<number>
  /** State of an event; null when it does not exist. */
  find(name: string): Promise<EventState | null>
  /**
   * The bytes of an event file; null when it was removed.
   * @throws when it is no regular file or larger than `maxBytes`.
   */
  read(state: EventState, name: string, maxBytes?: number): Promise<Buffer | null>
  /** The first bytes of an event; null when it was removed. */
  beginning(state: EventState, name: string, bytes: number): Promise<EventBeginning | null>
  /** Move events from one state to another. Repeating it finishes it; a file that is there is never overwritten. */
  move(names: readonly string[], from: EventState, to: EventState): Promise<void>
  /**
   * Moves pending events without a matching trigger to the processed ones, with a note. Repeating it finishes
   * it.
   */
  passOver(names: readonly string[]): Promise<void>
  /** Names of the processed events that matched no trigger. */
  unmatched(): Promise<string[]>
  /**
   * Stores the content of an event again as a new, pending event.
   * @returns its name, or null when the event was removed.
   */
  replay(state: EventState, name: string): Promise<string | null>
  /** Removes events that are no longer needed. */
  remove(state: EventState, names: readonly string[]): Promise<void>
}

export interface EventBeginning {
  text: string
  /** Size of the whole event in bytes. */
  size: number
  /** Epoch milliseconds. */
  writtenAt: number
}

/** The inboxes of a Hub, with events in its folder or in the shared store. */
export interface Inboxes {
  /** @param db The caller's transaction; default the store. */
  of(name: string, db?: Db): StoredEvents
  /** Names of endpoints of which there are events, whether the Hub has them still or not. */
  names(): Promise<string[]>
  /** Folders that change with an inbox's events; empty when only polling shows changes. Absolute. */
  foldersOf(name: string): string[]
  /** A value that changes when events arrive; null when folders show it. */
  readonly lookForArrivals: (() => Promise<string>) | null
}

export type Db = Store['db'] | Transaction<Tables>
