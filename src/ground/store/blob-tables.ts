/** Table of blobs in object storage. */
export interface BlobTables {
  blob_holds: BlobHolds
}

/** A blob in the bucket, or an upload in progress. The row is inserted before the object and deleted after it. */
interface BlobHolds {
  /** Category of blobs, as in `BlobArea`. */
  area: string
  /** SHA-256 in lower-case hex. */
  hash: string
  /** Last time when a process reserved the blob for a coming reference. */
  held_at_ms: number
  /** Start of the removal; null: not being removed. */
  leaving_at_ms: number | null
}
