/** Tables of messages from and to people at messaging providers. */
export interface MessageTables {
  conversations: Conversations
  messages: Messages
  outbox: Outbox
  outbox_parts: OutboxParts
}

type Json = string
type Flag = number

/** A conversation with one person, in a group, or in a thread of a group. */
interface Conversations {
  hub: string
  channel: string
  /** Id of the conversation at the provider. */
  id: string
  /** `private` or `group`. */
  kind: string
  name: string | null
  /** Incremented when a person resets the conversation. The agent does not receive messages with an earlier number. */
  chat: number
  /** Why nothing can be sent; null: open. */
  closed: string | null
  /** When a person last wrote. */
  received_at_ms: number
  /** Lease of the process that handles the conversation. */
  lease_owner: string | null
  lease_until_ms: number | null
}

/** A message of a person. */
interface Messages {
  id: string
  hub: string
  channel: string
  /** Message id at the provider. */
  key: string
  conversation: string
  /** Event file and position in it, which sort in order of arrival. */
  arrival: string
  /** Ids and names of the sender, the most stable first. */
  handles: Json
  sender_name: string | null
  /** Account on whose behalf it was answered. */
  email: string | null
  text: string
  media: Json
  reply_to: string | null
  is_addressed: Flag
  written_at_ms: number
  received_at_ms: number
  /** `received`, `answering`, `sending`, `sent`, `failed`, `unknown`, `refused`, `stopped` or `noted`. */
  state: string
  /** Reason of the state. */
  reason: string | null
  attempts: number
  /** Time of the next attempt. */
  due_at_ms: number
  /** `chat` of the conversation when the message was answered. */
  chat: number | null
  answer: string | null
  ended_at_ms: number | null
  /** Message whose answer covers this message, too; null: none. */
  joined_to: string | null
  /** Album id at the provider. */
  album: string | null
  /** Number of edits and of messages joined to this one; null: 0. */
  revision: number | null
  /** When the sender wrote `/stop` during the answer. */
  stop_asked_at_ms: number | null
}

/** Content to send as one or more messages. */
interface Outbox {
  id: string
  hub: string
  /** A messaging provider, `chat` for the web chat, or `webhook`. */
  channel: string
  conversation: string
  /** Provider's id of the message that it replies to. */
  reply_to: string | null
  /** `answer`, `notice` or `result`; `preview`: an unfinished or abandoned answer. */
  cause: string
  message_id: string | null
  run_id: string | null
  /** Target of a result, as written in its task. */
  target: string | null
  /** Handles of the person who gets a result; null if the target is not a person. */
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
  /** Our id, which the provider may send back. */
  id: string
  text: string
  plain: string
  /**
   * `showing` (a preview was sent with unknown result), `waiting`, `sending`, `sent`, `failed`, `refused` or
   * `unknown`.
   */
  state: string
  reason: string | null
  attempts: number
  /** Provider's id of the message; before it is sent, that of its preview. */
  provider_id: string | null
  sent_at_ms: number | null
  delivered_at_ms: number | null
  read_at_ms: number | null
}
