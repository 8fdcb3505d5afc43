import type { Generated } from 'kysely'

/** Tables of chats as a Hub's agent has them, and of its memory, where machines share both. */
export interface ChatTables {
  chat_scopes: ChatScopes
  chat_files: ChatFileRows
  chat_contents: ChatContents
  chat_turns: ChatTurns
  memory_people: MemoryPeople
  memory_notes: MemoryNotes
}

/** Owner of a chat. */
interface ChatScopes {
  hub: string
  /** Name of its folder. */
  scope: string
  id: string
  /** E-mail; null is the holder of the bridge key. */
  owner: string | null
  /** How often links to its files were revoked; null: never. */
  link_generation: Generated<number | null>
  created_at_ms: number
}

interface ChatFileRows {
  hub: string
  scope: string
  name: string
  /** SHA-256 of its bytes, lower-case hex. */
  hash: string
  /** Bytes. */
  size: number
  /** As declared, where that is another than its name promises. */
  content_type: string | null
  saved_at_ms: number
}

/** Adding or removing a reference to a chat file's bytes requires the lock of the hash's row. */
interface ChatContents {
  hash: string
}

/** Turns that ended. */
interface ChatTurns {
  hub: string
  scope: string
  /** Of the turn. */
  id: string
  /** UTC, ISO 8601: when it began. */
  at: string
  /** A line of `history.jsonl`. */
  record: string
}

/** Adding to the notes about a person requires the lock of their row. */
interface MemoryPeople {
  hub: string
  person: string
}

/** An agent's notes about people. */
interface MemoryNotes {
  hub: string
  /** Hash of the e-mail, which can't be recovered from it. */
  person: string
  id: string
  text: string
  saved_at_ms: number
}
