import type { ToolActivity } from '#ground/turn/schema.ts'
import type { AttachedFile, CutReason, MessageError, MessageRole, MessageState, Rating } from './schema.ts'

/** One message of a chat. Messages form a tree: several answers to one prompt are siblings. */
export interface StoredMessage {
  id: string
  parentId: string | null
  role: MessageRole
  content: string
  model: string | null
  state: MessageState
  /** Epoch seconds. */
  timestamp: number
  extra: MessageExtra
}

/** Fields stored beside the text, as JSON. */
export interface MessageExtra {
  files?: AttachedFile[]
  reasoning?: string
  tools?: ToolActivity[]
  /** As the upstream reported it. */
  usage?: unknown
  error?: MessageError
  /** Why the model ended it early; absent where the answer is complete. */
  cut?: CutReason
  /** Its reader's rating. */
  rating?: Rating
  /** An agent wrote it without a prompt: it is the result of a run, which may quote anybody. */
  isUnasked?: true
  /** Name of the machine that answered. */
  machine?: string
  /** Number of pieces received; only while the answer runs. */
  pieces?: number
  /** Unknown fields of a client. */
  other?: Record<string, unknown>
}

/** How a message reads when answers have ended that the store has not taken yet; `ended` holds those, by id. */
export const endMessageState = (
  message: StoredMessage,
  ended: ReadonlyMap<string, StoredMessage>,
): StoredMessage => (message.state === 'running' ? (ended.get(message.id) ?? message) : message)
