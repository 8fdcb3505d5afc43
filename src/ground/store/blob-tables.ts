/** Tables of bytes outside of the store and of this machine. */
export interface BlobTables {
  blob_holds: BlobHolds
}

/** Bytes in the bucket, or on their way: a row is written before its object, and deleted after it. */
interface BlobHolds {
  /** Owner of the bytes. */
  area: string
  /** SHA-256. */
  hash: string
  /** Time of the last announcement of a reference. */
  held_at_ms: number
  /** Start time of a removal. */
  leaving_at_ms: number | null
}
