import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

/** One verified delivery, as it came in. */
export interface Delivery {
  /** The sender's own id of this delivery; null when it sent none. */
  id: string | null
  /**
   * Headers that carried the id. With it, a later delivery of the same id and another body is reported as such. Absent
   * for ids that are read from the body.
   */
  idHeader?: string
  /** Accept a delivery without an id even if an equal one was stored a moment ago. Default false. */
  acceptsEqualBodies?: boolean
  /** Attributes of a CloudEvent that came in headers, without their `ce-`. */
  cloudEvent?: Readonly<Record<string, string>>
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
  | {
      outcome: 'duplicate'
      /** The id was stored before, with another body or query: a new event may have been lost. */
      isOtherBody?: true
    }
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
  /** Absolute folder in which programs find events of a state as files. */
  folderOf(state: EventState): string
  /** The file that an event is; null where events are no files. Absolute. */
  fileOf(state: EventState, name: string): string | null
  /** See that pending events lie in their folder, for a program that is about to read them there. */
  makeFiles(names: readonly string[]): Promise<void>
  /** Names of event files, oldest first. A folder that isn't there is empty. */
  list(state: EventState, limit?: number): Promise<string[]>
  /** The same for whoever asks again and again: read anew only when something changed. */
  known(state: EventState): Promise<readonly string[]>
  count(state: EventState): Promise<number>
  /** Where an event is; null when it is nowhere. */
  find(name: string): Promise<EventState | null>
  /** The bytes of an event file; null when it is gone. @throws when it is no regular file or larger than `maxBytes`. */
  read(state: EventState, name: string, maxBytes?: number): Promise<Buffer | null>
  /** The first bytes of an event; null when it is gone. */
  beginning(state: EventState, name: string, bytes: number): Promise<EventBeginning | null>
  /** Move events from one state to another. Repeating it finishes it; a file that is there is never overwritten. */
  move(names: readonly string[], from: EventState, to: EventState): Promise<void>
  /** Put pending events that nobody wants to the processed ones, with a note that nobody did. Repeating it finishes it. */
  passOver(names: readonly string[]): Promise<void>
  /** Names of the processed events that nobody wanted. */
  unmatched(): Promise<string[]>
  /** Store the content of an event again as a new, pending one. @returns its name, or null when the event is gone. */
  replay(state: EventState, name: string): Promise<string | null>
  /** Events that nobody needs any more. */
  remove(state: EventState, names: readonly string[]): Promise<void>
}

export interface EventBeginning {
  text: string
  /** Bytes of the whole. */
  size: number
  /** Epoch milliseconds. */
  writtenAt: number
}

/** The inboxes of a Hub, wherever their events lie: in its folder, or in the store that machines share. */
export interface Inboxes {
  /** @param db That of the transaction in whose midst it is asked; default the store's. */
  of(name: string, db?: Db): StoredEvents
  /** Names of endpoints of which there are events, whether the Hub has them still or not. */
  names(): Promise<string[]>
  /** Folders that change when events of an inbox come and go; none where only asking tells. Absolute. */
  foldersOf(name: string): string[]
  /** Something that is another when events have come since; null where folders tell of them. */
  readonly lookForArrivals: (() => Promise<string>) | null
}

export type Db = Store['db'] | Transaction<Tables>
