export interface MessageTables {
  conversations: Conversations
  messages: Messages
  outbox: Outbox
  outbox_parts: OutboxParts
}

type Json = string
type Flag = number

interface Conversations {
  hub: string
  channel: string
  id: string
  /** `private` or `group`. */
  kind: string
  name: string | null
  /** Incremented when a person resets the conversation. */
  chat: number
  closed: string | null
  received_at_ms: number
  lease_owner: string | null
  lease_until_ms: number | null
}

interface Messages {
  id: string
  hub: string
  channel: string
  key: string
  conversation: string
  /** Values sort in order of arrival. */
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
  /**
   * `received`, `answering`, `sending`, `sent`, `failed`, `refused` or `stopped`; `unknown`: the answer may have
   * arrived; `noted`: the message was not for the Hub and is kept as context.
   */
  state: string
  reason: string | null
  attempts: number
  due_at_ms: number
  chat: number | null
  answer: string | null
  ended_at_ms: number | null
  joined_to: string | null
  album: string | null
  revision: number | null
  stop_asked_at_ms: number | null
}

interface Outbox {
  id: string
  hub: string
  /** A messaging provider, `chat` for the web chat, or `webhook`. */
  channel: string
  conversation: string
  reply_to: string | null
  /** `answer`, `notice`, `result` or `personal`; `preview`: an unfinished or abandoned answer; `edit`: a change of a sent part. */
  cause: string
  message_id: string | null
  run_id: string | null
  target: string | null
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
  id: string
  text: string
  plain: string
  /** `showing` (its preview is being created), `waiting`, `sending`, `sent`, `failed`, `refused` or `unknown`. */
  state: string
  reason: string | null
  attempts: number
  /** Id of the message at the provider. Before the message is sent, the id of its preview. */
  provider_id: string | null
  sent_at_ms: number | null
  delivered_at_ms: number | null
  read_at_ms: number | null
  /** For a part with buttons: the tool call that they approve or decline. For an `edit`: the part that it changes. */
  card: Json | null
}
