/** Tables of bytes that lie outside of the store and of this machine. */
export interface BlobTables {
  blob_holds: BlobHolds
}

/** Bytes that are in the bucket, or on their way: a row is there before its object, and goes after it. */
interface BlobHolds {
  /** Whose bytes. */
  area: string
  /** SHA-256. */
  hash: string
  /** When somebody was last about to name them. */
  held_at_ms: number
  /** Since when somebody removes them. */
  leaving_at_ms: number | null
}
