import type { Generated } from 'kysely'

/** After this time without a heartbeat, an instance counts as dead. */
export const SILENT_MS = 30_000

export interface InstanceTables {
  machines: InstanceRows
  turn_leases: TurnLeases
}

interface InstanceRows {
  id: string
  /** Not unique. */
  name: string
  version: string
  generation: Generated<number>
  folder: string
  started_at_ms: number
  heard_at_ms: number
  /** Null while the instance runs, and after a crash. */
  ended_at_ms: number | null
  /** Digest of the shared secrets; null if the instance has its own secrets. */
  secrets: Generated<string | null>
  bus: Generated<number>
  /** Bucket and prefix of the blobs; null if the instance stores blobs in a folder. */
  blobs: Generated<string | null>
  /** `moving` while a command moves events to a folder. No other instance may run then. */
  inbox: Generated<string | null>
  chats: Generated<string | null>
  draining: Generated<number>
}

/** The transaction that ends a turn deletes the turn's lease. */
interface TurnLeases {
  /** Primary key, so at most one turn runs in a chat. */
  chat_id: string
  answer_id: string
  machine_id: string
  /** Fencing number: writes with an older number are ignored. */
  epoch: number
  /** If the lease is not renewed before this time, the turn counts as interrupted. */
  until_ms: number
  stop_asked: Generated<number>
}
