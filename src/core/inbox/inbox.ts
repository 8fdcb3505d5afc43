import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

export interface InboxDelivery {
  /** Null if the delivery has no id. */
  id: string | null
  /** Header that contained the id; absent if the body contained it. */
  idHeader?: string
  /** Skips the check for duplicates by body. Default false. */
  acceptsEqualBodies?: boolean
  /** Attributes of CloudEvent headers, without their prefix `ce-`. */
  cloudEvent?: Readonly<Record<string, string>>
  /** Headers that the endpoint keeps, by lower-case name. */
  headers?: Readonly<Record<string, string>>
  /** Parameters of the query, decoded and in the received order. */
  query: readonly (readonly [name: string, value: string])[]
  /** Content type as the sender wrote it; empty when missing. */
  contentType: string
  body: Uint8Array
}

/** `in-progress`: the same delivery is being stored for another request, and may still fail. */
export type StoredDelivery =
  | { outcome: 'stored'; event: string }
  | {
      outcome: 'duplicate'
      /** The sender used the id before for another body or query. */
      isOtherBody?: true
    }
  | { outcome: 'in-progress' }

/** Closing waits for deliveries that are being stored. */
export interface Inbox extends AsyncDisposable {
  /**
   * If the outcome is `stored`, the event and its dedup markers survive a power cut. @throws when the delivery could not be
   * stored. Nothing of it remains then, so the sender may retry.
   */
  store(endpoint: string, delivery: InboxDelivery): Promise<StoredDelivery>
}

/** `quarantined`: after too many failed runs, or by a person. */
export type EventState = 'pending' | 'processed' | 'quarantined'

export interface StoredEvents {
  folderOf(state: EventState): string
  /** Absolute path. Null if the events are stored in the database and not as files. */
  fileOf(state: EventState, name: string): string | null
  makeFiles(names: readonly string[]): Promise<void>
  /** Oldest first. A missing folder counts as empty. */
  list(state: EventState, limit?: number): Promise<string[]>
  listCached(state: EventState): Promise<readonly string[]>
  count(state: EventState): Promise<number>
  find(name: string): Promise<EventState | null>
  /** Null when the event was removed. @throws when it is not a regular file or larger than `maxBytes`. */
  read(state: EventState, name: string, maxBytes?: number): Promise<Buffer | null>
  /** Null when the event was removed. */
  beginning(state: EventState, name: string, bytes: number): Promise<EventBeginning | null>
  /** Never overwrites a file. If a move was interrupted, a repeated call completes it. */
  move(names: readonly string[], from: EventState, to: EventState): Promise<void>
  markUnmatched(names: readonly string[]): Promise<void>
  unmatched(): Promise<string[]>
  /** Null when the event was removed. */
  replay(state: EventState, name: string): Promise<string | null>
  remove(state: EventState, names: readonly string[]): Promise<void>
}

export interface EventBeginning {
  text: string
  size: number
  writtenAt: number
}

export interface Inboxes {
  of(name: string, db?: Db): StoredEvents
  /** Includes endpoints that the Hub no longer has, if they have events. */
  names(): Promise<string[]>
  /** Absolute paths of folders to watch for arrivals; empty if arrivals must be polled. */
  foldersOf(name: string): string[]
  /** Null if the caller can watch the folders of `foldersOf` instead. */
  readonly readArrivalMark: (() => Promise<string>) | null
}

export type Db = Store['db'] | Transaction<Tables>
