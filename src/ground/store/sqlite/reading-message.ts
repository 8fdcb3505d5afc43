export interface ReadingOptions {
  path: string
  lockTimeoutMs: number
}

export interface ReadingQuery {
  number: number
  sql: string
  parameters: readonly unknown[]
}

/** The fields of an error are listed, because an error sent to another thread keeps only its message. */
export type ReadingReply =
  | { number: number; rows: object[] }
  | { number: number; error: { message: string; code?: unknown; errcode?: unknown } }
