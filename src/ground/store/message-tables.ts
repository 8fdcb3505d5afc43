/** Tables of what people write to a Hub from messaging providers, and of what is sent to them. */
export interface MessageTables {
  conversations: Conversations
  messages: Messages
  outbox: Outbox
  outbox_parts: OutboxParts
}

type Json = string
type Flag = number

/** A conversation: with one person, in a group, or in a thread of a group. */
interface Conversations {
  hub: string
  channel: string
  /** The channel's name of it. */
  id: string
  /** `private` or `group`. */
  kind: string
  name: string | null
  /**
   * Incremented when a person resets the conversation: earlier messages are not sent to the agent any more.
   */
  chat: number
  /** Why nothing can be sent there; null when it can. */
  closed: string | null
  /** When a person last wrote. */
  received_at_ms: number
  /** Process that works on it. */
  lease_owner: string | null
  lease_until_ms: number | null
}

/** One row per message of a person. */
interface Messages {
  id: string
  hub: string
  channel: string
  /** The provider's id. */
  key: string
  conversation: string
  /** Event file and place in it: its order is that of arrival. */
  arrival: string
  /** Names of the sender, the most lasting first. */
  handles: Json
  sender_name: string | null
  /** Account that it was answered for. */
  email: string | null
  text: string
  media: Json
  reply_to: string | null
  is_addressed: Flag
  written_at_ms: number
  received_at_ms: number
  /** `received`, `answering`, `sending`, `sent`, `failed`, `unknown`, `refused`, `stopped` or `noted`. */
  state: string
  /** Why it is so. */
  reason: string | null
  attempts: number
  /** When it may be tried again. */
  due_at_ms: number
  /** `chat` of the conversation when it was answered. */
  chat: number | null
  answer: string | null
  ended_at_ms: number | null
  /** The message whose answer covers this message, too; null for a separate message. */
  joined_to: string | null
  /** The provider's id of the album that it belongs to. */
  album: string | null
  /** Counts up with each edit, and with each message that joins it; null is 0. */
  revision: number | null
  /** When its sender wrote `/stop` while it was answered. */
  stop_asked_at_ms: number | null
}

/** Something to be sent as one or more messages of the provider. */
interface Outbox {
  id: string
  hub: string
  /** A messaging provider, `chat` for the web chat, or `webhook`. */
  channel: string
  conversation: string
  /** The provider's id of the message that it answers. */
  reply_to: string | null
  /** `answer`, `notice` or `result`; `preview` of an unfinished or abandoned answer. */
  cause: string
  message_id: string | null
  run_id: string | null
  /** Target of a result, as its task names it. */
  target: string | null
  /** Handles of the person to whom a result is addressed; null if it is not for one person. */
  handles: Json | null
  /** `writing` (a preview), `waiting`, `sent`, `failed`, `refused` or `unknown`. */
  state: string
  reason: string | null
  created_at_ms: number
  due_at_ms: number
  ended_at_ms: number | null
}

interface OutboxParts {
  outbox_id: string
  position: number
  /** Our id, which the provider may return. */
  id: string
  text: string
  plain: string
  /**
   * `showing` (a preview was begun, and its outcome is unknown), `waiting`, `sending`, `sent`, `failed`,
   * `refused` or `unknown`.
   */
  state: string
  reason: string | null
  attempts: number
  /** The provider's id of it. Before it is sent: of the message that shows a preview of it. */
  provider_id: string | null
  sent_at_ms: number | null
  delivered_at_ms: number | null
  read_at_ms: number | null
}
