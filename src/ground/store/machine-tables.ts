import type { Generated } from 'kysely'

/** A machine that was not heard of for so long is gone. By the clocks of the machines, which agree to a second. */
export const SILENT_MS = 30_000

/** Tables of who works on a store, and of what each has taken. */
export interface MachineTables {
  machines: Machines
  turn_leases: TurnLeases
}

/** One start of the service on this store. */
interface Machines {
  id: string
  /** For people; two may have the same. */
  name: string
  /** Of the release. */
  version: string
  /** Of the schema, as its release knows it. */
  generation: Generated<number>
  /** Id of its data folder: the same after a restart. */
  folder: string
  started_at_ms: number
  heard_at_ms: number
  /** Null while it runs, and for one that went without a word. */
  ended_at_ms: number | null
  /** Tells whether two machines have the same secrets; null where they are its own. */
  secrets: Generated<string | null>
  /** 1: it has a bus. */
  bus: Generated<number>
  /** Bucket in which its files lie; null: a folder of its own. */
  blobs: Generated<string | null>
  /** `moving` while it brings events from the store to a folder, for which nobody else may be at work. */
  inbox: Generated<string | null>
  /** The same of chats. */
  chats: Generated<string | null>
  /** 1: it takes nothing new. */
  draining: Generated<number>
}

/** Turns that run. A row goes with the end of its turn, in the same transaction. */
interface TurnLeases {
  /** At most one turn runs in a chat, on whichever machine. */
  chat_id: string
  answer_id: string
  /** The start that runs it. */
  machine_id: string
  /** Counts the turns of the chat: who comes late with another one's number changes nothing. */
  epoch: number
  /** Unless it is renewed before, whoever comes next takes the turn for cut off. */
  until_ms: number
  /** 1: somebody asked for its end on another machine. */
  stop_asked: Generated<number>
}
