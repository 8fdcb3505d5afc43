import type { ToolActivity } from '#ground/turn/schema.ts'
import type { AttachedFile, CutReason, MessageError, MessageRole, MessageState, Rating } from './schema.ts'

/** Messages of a chat form a tree: several answers to one prompt are siblings. */
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

export interface MessageExtra {
  files?: AttachedFile[]
  reasoning?: string
  tools?: ToolActivity[]
  /** Usage as the upstream reported it. */
  usage?: unknown
  error?: MessageError
  /** Reason why the model ended the answer early; absent if the answer is complete. */
  cut?: CutReason
  rating?: Rating
  /** The agent wrote the message without a prompt. It is the result of a run and may quote untrusted text. */
  isUnasked?: true
  /** Name of the instance that answered. */
  machine?: string
  /** Number of pieces received; only while the answer runs. */
  pieces?: number
  /** Unknown fields of a client. */
  other?: Record<string, unknown>
}

/** The final message, if its answer has ended but is not saved yet. `ended` has the unsaved messages by id. */
export const endMessageState = (
  message: StoredMessage,
  ended: ReadonlyMap<string, StoredMessage>,
): StoredMessage => (message.state === 'running' ? (ended.get(message.id) ?? message) : message)
