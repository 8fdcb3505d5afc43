import type { Generated } from 'kysely'

export interface ChatTables {
  chat_scopes: ChatScopes
  chat_files: ChatFileRows
  chat_contents: ChatContents
  chat_turns: ChatTurns
  memory_people: MemoryPeople
  memory_notes: MemoryNotes
}

interface ChatScopes {
  hub: string
  /** Name of the chat's folder. */
  scope: string
  id: string
  /** Owner of the chat; null means the person who owns the bridge key. */
  owner: string | null
  /** Generation of the chat's file links. Each revocation increments it. Null: 0. */
  link_generation: Generated<number | null>
  created_at_ms: number
}

interface ChatFileRows {
  hub: string
  scope: string
  name: string
  /** SHA-256. */
  hash: string
  /** Bytes. */
  size: number
  /** Null if the file name implies the same type. */
  content_type: string | null
  saved_at_ms: number
}

/** Transactions lock the row before they add or remove a reference to the blob. */
interface ChatContents {
  hash: string
}

interface ChatTurns {
  hub: string
  scope: string
  id: string
  /** ISO 8601, UTC. */
  at: string
  /** A line of `history.jsonl`. */
  record: string
}

/** Transactions lock the row before they add a note about the person. */
interface MemoryPeople {
  hub: string
  person: string
}

interface MemoryNotes {
  hub: string
  /** Hash of the email address. */
  person: string
  id: string
  text: string
  saved_at_ms: number
}
