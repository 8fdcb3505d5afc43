import type { Generated } from 'kysely'

/**
 * Time without a heartbeat after which an instance counts as dead. Compares clocks of several hosts, which
 * may differ by a second.
 */
export const SILENT_MS = 30_000

/** Tables of who works on a store, and of what each has taken. */
export interface InstanceTables {
  machines: InstanceRows
  turn_leases: TurnLeases
}

/** One start of the service on this store. */
interface InstanceRows {
  id: string
  /** For people; two may have the same. */
  name: string
  /** Of the release. */
  version: string
  /** Schema generation of the instance's release. */
  generation: Generated<number>
  /** Id of its data folder: the same after a restart. */
  folder: string
  started_at_ms: number
  heard_at_ms: number
  /** Null while it runs, and after an unreported end. */
  ended_at_ms: number | null
  /** Shows whether two instances have the same secrets; null if they are its own. */
  secrets: Generated<string | null>
  /** 1: it has a bus. */
  bus: Generated<number>
  /** Bucket of its files; null: a folder of its own. */
  blobs: Generated<string | null>
  /**
   * `moving` while it moves events from the store to a folder, which requires that no other instance works.
   */
  inbox: Generated<string | null>
  /** The same of chats. */
  chats: Generated<string | null>
  /** 1: it takes nothing new. */
  draining: Generated<number>
}

/** Running turns. A row is deleted with the end of its turn, in the same transaction. */
interface TurnLeases {
  /** At most one turn runs in a chat, over all machines. */
  chat_id: string
  answer_id: string
  /** Id of the instance that runs it. */
  machine_id: string
  /** Fencing number of the chat's turns: writes with an outdated number are ignored. */
  epoch: number
  /** Without a renewal before, the turn counts as interrupted. */
  until_ms: number
  /** 1: its stop was requested on another machine. */
  stop_asked: Generated<number>
}
