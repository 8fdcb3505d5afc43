import type { ToolActivity } from '#ground/turn/schema.ts'
import type { AttachedFile, CutReason, MessageError, MessageRole, MessageState, Rating } from './schema.ts'

/** Messages form a tree: several answers to one prompt are siblings. */
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
  usage?: unknown
  error?: MessageError
  /** Absent if the answer is complete. */
  cut?: CutReason
  rating?: Rating
  /** True for the result of a run that no prompt started. The answer may quote untrusted text. */
  isUnasked?: true
  /** Name of the instance that wrote the answer. */
  machine?: string
  /** Number of pieces received so far, while the answer runs. */
  pieces?: number
  other?: Record<string, unknown>
}

export const withUnsavedEnd = (
  message: StoredMessage,
  ended: ReadonlyMap<string, StoredMessage>,
): StoredMessage => (message.state === 'running' ? (ended.get(message.id) ?? message) : message)
