import type { Generated } from 'kysely'

/** Tables of the agents' chats and memory, if instances share them. */
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
  /** Name of the chat's folder. */
  scope: string
  id: string
  /** Email address; null: the owner of the bridge key. */
  owner: string | null
  /** Number of revocations of the chat-file links; null: none. */
  link_generation: Generated<number | null>
  created_at_ms: number
}

interface ChatFileRows {
  hub: string
  scope: string
  name: string
  /** SHA-256 in lower-case hex. */
  hash: string
  /** Bytes. */
  size: number
  /** Declared type; null if it equals the type of the file name. */
  content_type: string | null
  saved_at_ms: number
}

/** Rows to lock: adding or removing a reference to a chat file's blob requires the lock of its hash. */
interface ChatContents {
  hash: string
}

/** Finished turns. */
interface ChatTurns {
  hub: string
  scope: string
  /** Id of the turn. */
  id: string
  /** Start of the turn in ISO 8601, UTC. */
  at: string
  /** A line of `history.jsonl`. */
  record: string
}

/** Rows to lock: adding a note about a person requires the lock of their row. */
interface MemoryPeople {
  hub: string
  person: string
}

/** Notes of an agent about people. */
interface MemoryNotes {
  hub: string
  /** Hash of the email address, which cannot be recovered. */
  person: string
  id: string
  text: string
  saved_at_ms: number
}
