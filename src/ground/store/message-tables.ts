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
  /** The provider's id of the conversation. */
  id: string
  /** `private` or `group`. */
  kind: string
  name: string | null
  /** Incremented when a person resets the conversation. The agent does not receive older messages. */
  chat: number
  /** Reason why nothing can be sent. */
  closed: string | null
  received_at_ms: number
  /** Process that handles the conversation. */
  lease_owner: string | null
  lease_until_ms: number | null
}

interface Messages {
  id: string
  hub: string
  channel: string
  /** The provider's id of the message. */
  key: string
  conversation: string
  /** Event file and position in it. Sorts in order of arrival. */
  arrival: string
  /** Ids and names of the sender, the most stable first. */
  handles: Json
  sender_name: string | null
  email: string | null
  text: string
  media: Json
  reply_to: string | null
  is_addressed: Flag
  written_at_ms: number
  received_at_ms: number
  /** `received`, `answering`, `sending`, `sent`, `failed`, `unknown`, `refused`, `stopped` or `noted`. */
  state: string
  reason: string | null
  attempts: number
  /** Time of the next attempt. */
  due_at_ms: number
  /** Value of the conversation's column `chat` when the agent answered. */
  chat: number | null
  answer: string | null
  ended_at_ms: number | null
  /** Message whose answer covers this message, too. */
  joined_to: string | null
  /** The provider's id of the album; null for a message outside an album. */
  album: string | null
  /** Number of edits and of joined messages; null: 0. */
  revision: number | null
  /** Time when the sender wrote `/stop`. */
  stop_asked_at_ms: number | null
}

interface Outbox {
  id: string
  hub: string
  /** A messaging provider, `chat` for the web chat, or `webhook`. */
  channel: string
  conversation: string
  /** The provider's id of the message to reply to. */
  reply_to: string | null
  /** `answer`, `notice` or `result`; `preview`: an unfinished or abandoned answer. */
  cause: string
  message_id: string | null
  run_id: string | null
  /** Target of a result, as the task states it. */
  target: string | null
  /** Handles of the person who gets a result. */
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
  /** Our id of this part of the message, which the provider may send back. */
  id: string
  text: string
  plain: string
  /** `showing` (preview with unknown result), `waiting`, `sending`, `sent`, `failed`, `refused` or `unknown`. */
  state: string
  reason: string | null
  attempts: number
  /** Id of the message at the provider. Before the message is sent, the id of its preview. */
  provider_id: string | null
  sent_at_ms: number | null
  delivered_at_ms: number | null
  read_at_ms: number | null
}
