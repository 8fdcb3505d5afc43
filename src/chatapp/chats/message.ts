import type { MessageState } from './schema.ts'

export type MessageRole = 'user' | 'assistant' | 'system'

/** A file as a message shows it. Its bytes may be gone meanwhile. */
export interface AttachedFile {
  id: string
  name: string
  content_type: string
  size: number
}

/** One thing the agent did while it answered, as people read it. */
export interface ToolActivity {
  id: string
  name: string
  title: string
  state: 'running' | 'done' | 'failed'
  ms?: number
  error?: string
  /** What it published. */
  artifact?: ArtifactOfTool
  /** An outside account that it needs. */
  connect?: ConnectionOfTool
}

export interface ConnectionOfTool {
  provider: string
  /** What people call the provider. */
  name: string
  /** Id of the connection journey. */
  journey: string
}

export interface ArtifactOfTool {
  id: string
  title: string
  /** Kind of file, such as `html`. */
  preview: string
  version: number
}

/** Why an answer failed, for the person, with a code to quote. */
export interface MessageError {
  message: string
  code: string
}

/** One message of a chat. Messages form a tree: several answers to one prompt are siblings. */
export interface Message {
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

/** What is stored beside the text, as JSON. */
export interface MessageExtra {
  files?: AttachedFile[]
  reasoning?: string
  tools?: ToolActivity[]
  /** As the upstream reported it. */
  usage?: unknown
  error?: MessageError
  /** Id of the server that runs the turn; only while it runs. */
  runner?: string
  /** Fields a client stored that nobody here reads. */
  other?: Record<string, unknown>
}
