export interface BlobTables {
  blob_holds: StoredBlobs
}

/** A blob in the bucket. The row is inserted before the object and deleted after it. */
interface StoredBlobs {
  area: string
  /** SHA-256. */
  hash: string
  held_at_ms: number
  leaving_at_ms: number | null
}
