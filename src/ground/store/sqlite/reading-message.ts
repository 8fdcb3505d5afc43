export interface ReadingOptions {
  path: string
  /** Maximum wait for another connection's lock, in milliseconds. */
  lockTimeoutMs: number
}

export interface ReadingQuery {
  number: number
  sql: string
  parameters: readonly unknown[]
}

/** An error sent to another thread keeps only its message, so its codes are sent as fields. */
export type ReadingReply =
  | { number: number; rows: object[] }
  | { number: number; error: { message: string; code?: unknown; errcode?: unknown } }
