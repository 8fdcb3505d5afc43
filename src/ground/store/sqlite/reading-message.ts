/** Start options of the reading thread. */
export interface ReadingOptions {
  path: string
  /** Longest wait for another connection's lock, in milliseconds. */
  lockTimeoutMs: number
}

export interface ReadingQuery {
  number: number
  sql: string
  parameters: readonly unknown[]
}

/** An error loses all but its words between threads, so it crosses as a record. */
export type ReadingReply =
  | { number: number; rows: object[] }
  | { number: number; error: { message: string; code?: unknown; errcode?: unknown } }
