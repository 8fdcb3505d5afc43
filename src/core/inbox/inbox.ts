import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

/** One verified delivery, as received. */
export interface InboxDelivery {
  /** The sender's id of this delivery; null without an id. */
  id: string | null
  /**
   * Headers with the id. If set, a later delivery with the id and another body is reported as `isOtherBody`. Absent
   * for ids that are read from the body.
   */
  idHeader?: string
  /** Store a delivery without an id even if an equal body was stored within the deduplication window. Default false. */
  acceptsEqualBodies?: boolean
  /** Attributes of a CloudEvent sent in headers, without their prefix `ce-`. */
  cloudEvent?: Readonly<Record<string, string>>
  /** Decoded query parameters in the received order. */
  query: readonly (readonly [name: string, value: string])[]
  /** As sent; empty when missing. */
  contentType: string
  body: Uint8Array
}

/** `in-progress`: another request with this delivery is being stored at the moment and may still fail. */
export type StoredDelivery =
  | { outcome: 'stored'; event: string }
  | {
      outcome: 'duplicate'
      /** The id was stored before with another body or query, so a new event may have been lost. */
      isOtherBody?: true
    }
  | { outcome: 'in-progress' }

/** Writes to a Hub's inboxes, one per endpoint. Closing waits for deliveries that are being stored. */
export interface Inbox extends AsyncDisposable {
  /**
   * Stores a delivery once. After it resolves with `stored`, the event and its dedup markers survive a power cut.
   *
   * @param endpoint Name of the endpoint that received it.
   * @throws when the delivery could not be stored. Nothing of it remains then, so the sender may retry.
   */
  store(endpoint: string, delivery: InboxDelivery): Promise<StoredDelivery>
}

/** Pending, processed, or quarantined after too many failed runs. */
export type EventState = 'pending' | 'processed' | 'quarantined'

/** Reads and moves stored events of one inbox: for the scheduler, the Console and the command line. */
export interface StoredEvents {
  /** Absolute folder in which programs find events of a state as files. */
  folderOf(state: EventState): string
  /** Absolute path of an event's file; null where events are not files. */
  fileOf(state: EventState, name: string): string | null
  /** Ensures that pending events have files, for a program that reads them. */
  makeFiles(names: readonly string[]): Promise<void>
  /** Names of event files, oldest first. A missing folder counts as empty. */
  list(state: EventState, limit?: number): Promise<string[]>
  /** Like `list`, for frequent calls: reads the folder again only after a change. */
  known(state: EventState): Promise<readonly string[]>
  count(state: EventState): Promise<number>
  /** Null when the event does not exist. */
  find(name: string): Promise<EventState | null>
  /**
   * The content of an event file; null when it was removed.
   * @throws when it is not a regular file or larger than `maxBytes`.
   */
  read(state: EventState, name: string, maxBytes?: number): Promise<Buffer | null>
  /** The first bytes of an event; null when it was removed. */
  beginning(state: EventState, name: string, bytes: number): Promise<EventBeginning | null>
  /**
   * Moves events between states. A repeated call completes an interrupted move; an existing file is never
   * overwritten.
   */
  move(names: readonly string[], from: EventState, to: EventState): Promise<void>
  /**
   * Moves pending events that match no trigger to the processed events and marks them as unmatched. A repeated call
   * completes an interrupted call.
   */
  passOver(names: readonly string[]): Promise<void>
  /** Names of the processed events that matched no trigger. */
  unmatched(): Promise<string[]>
  /**
   * Stores the content of an event again as a new, pending event.
   * @returns its name, or null when the event was removed.
   */
  replay(state: EventState, name: string): Promise<string | null>
  remove(state: EventState, names: readonly string[]): Promise<void>
}

export interface EventBeginning {
  text: string
  /** Size of the whole event in bytes. */
  size: number
  /** Epoch milliseconds. */
  writtenAt: number
}

/** The inboxes of a Hub, with events in its folder or in the database. */
export interface Inboxes {
  /** @param db A transaction of the caller; without it, the database. */
  of(name: string, db?: Db): StoredEvents
  /** Names of all endpoints with events, including endpoints that the Hub no longer has. */
  names(): Promise<string[]>
  /** Absolute paths of folders that change with an inbox's events; empty if only polling detects changes. */
  foldersOf(name: string): string[]
  /** Returns a value that changes when events arrive; null where watching `foldersOf` detects arrivals. */
  readonly lookForArrivals: (() => Promise<string>) | null
}

export type Db = Store['db'] | Transaction<Tables>
