import type { ToolActivity } from '#ground/turn/schema.ts'
import type {
  AnswerFacts,
  AttachedFile,
  CallDecision,
  CutReason,
  MessageError,
  MessageRole,
  MessageState,
  Rating,
} from './schema.ts'

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
  facts?: AnswerFacts
  edited?: true
  error?: MessageError
  /** Absent if the answer is complete. */
  cut?: CutReason
  rating?: Rating
  decision?: CallDecision & DecidedFacts
  /** The agent's question that was open when the person wrote this message. */
  repliesTo?: { id: string; question: string; isAnswer: boolean }
  /** True for the result of a run that no prompt started. The answer may quote untrusted text. */
  isUnasked?: true
  /** Name of the instance that wrote the answer. */
  machine?: string
  /** Number of pieces received so far, while the answer runs. */
  pieces?: number
  other?: Record<string, unknown>
}

interface DecidedFacts {
  /** Output of the tool, or why it did not run. It may contain untrusted text. */
  output: string
  /** The input that ran, if the person edited it; JSON. */
  editedInput: string | null
}

export const withUnsavedEnd = (
  message: StoredMessage,
  ended: ReadonlyMap<string, StoredMessage>,
): StoredMessage => (message.state === 'running' ? (ended.get(message.id) ?? message) : message)
