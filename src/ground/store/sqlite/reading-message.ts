export interface ReadingOptions {
  path: string
  lockTimeoutMs: number
}

export interface ReadingQuery {
  number: number
  sql: string
  parameters: readonly unknown[]
}

/** An error sent to another thread keeps only its message. */
export type ReadingReply =
  | { number: number; rows: object[] }
  | { number: number; error: { message: string; code?: unknown; errcode?: unknown } }
