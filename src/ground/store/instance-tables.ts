import type { Generated } from 'kysely'

/** After this time without a heartbeat, an instance counts as dead. Clocks of hosts may differ by a second. */
export const SILENT_MS = 30_000

/** Tables of instances and of the turns that they run. */
export interface InstanceTables {
  machines: InstanceRows
  turn_leases: TurnLeases
}

interface InstanceRows {
  id: string
  /** Display name. Not unique. */
  name: string
  /** Version of the release. */
  version: string
  /** Schema generation of the release. */
  generation: Generated<number>
  /** Id of the data folder, which survives restarts. */
  folder: string
  started_at_ms: number
  heard_at_ms: number
  /** Null while the instance runs, and after a crash. */
  ended_at_ms: number | null
  /** Digest that shows whether instances share secrets; null if it has its own. */
  secrets: Generated<string | null>
  /** 1 if a message bus is configured. */
  bus: Generated<number>
  /** Bucket and prefix of its files; null: a folder. */
  blobs: Generated<string | null>
  /** `moving` while this command moves events from the database to a folder. No other instance may run then. */
  inbox: Generated<string | null>
  /** `moving` while this command moves chats from the database to a folder. */
  chats: Generated<string | null>
  /** 1 if the instance accepts no new work. */
  draining: Generated<number>
}

/** Running turns. The transaction that ends a turn deletes its row. */
interface TurnLeases {
  /** Primary key: at most one turn runs in a chat. */
  chat_id: string
  answer_id: string
  /** Instance that runs the turn. */
  machine_id: string
  /** Fencing number of the chat's turns: writes with an older number are ignored. */
  epoch: number
  /** If the lease is not renewed before, the turn counts as interrupted. */
  until_ms: number
  /** 1 if another instance received a request to stop the turn. */
  stop_asked: Generated<number>
}
