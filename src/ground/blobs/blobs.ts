import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

/** Identifies a blob. */
export interface BlobName {
  /** SHA-256, lower-case hex. */
  hash: string
  /** Bytes. */
  size: number
}

/**
 * A received blob. To store it, call `bring`, then `keep` in the transaction that inserts the first reference.
 * Otherwise call `discard`.
 */
export interface ReceivedBlob extends BlobName {
  /** First bytes, for the detection of the media type. */
  head: Uint8Array
  /**
   * Uploads the bytes to storage that all instances read. Call it before the transaction, because it may take long.
   *
   * @throws BlobsAway without storing anything.
   */
  bring(): Promise<void>
  /** Makes the uploaded bytes permanent. @throws BlobsAway if a sweep removed them before. */
  keep(tx: Transaction<Tables>): Promise<void>
  discard(): Promise<void>
}

/** A stored blob, for one reader. */
export interface OpenBlob {
  /**
   * Reads the bytes from `start` to `end`, both inclusive; default all bytes. Call it once: the end of the stream
   * releases the blob. A failed read emits an error and never a normal end.
   */
  read(range?: { start: number; end: number }): Readable
  /** Releases the blob without a read. */
  close(): Promise<void>
}

/** Stores file contents by their hash, each content once. Several processes may use the same storage. */
export interface Blobs extends AsyncDisposable {
  /** Writes bytes to a private file on disk, in constant memory. A failed stream leaves no file. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob>
  /** Null if the blob is missing. @throws BlobsAway, BlobDamaged */
  open(blob: BlobName): Promise<OpenBlob | null>
  /**
   * Yields hashes of stored blobs for a sweep.
   *
   * @param ofStoreOnly True: only hashes that the database lists as its own.
   */
  hashes(options?: { ofStoreOnly?: boolean }): AsyncIterable<string>
  /**
   * Removes an unreferenced blob, in the transaction that checked for references. Blobs that may soon get a reference
   * remain.
   *
   * @returns Work to do after the commit.
   */
  remove(tx: Transaction<Tables>, hash: string): Promise<() => Promise<void>>
  /** Interval of sweeps for unreferenced blobs; null: once at each start. */
  readonly sweepEveryMs: number | null
}

/** Blob storage is unavailable. */
export class BlobsAway extends Error {
  /** Error code in the server's response, such as `AccessDenied`; null without a response. */
  readonly code: string | null
  constructor(reason: string, { code = null, ...options }: ErrorOptions & { code?: string | null } = {}) {
    super(reason, options)
    this.name = 'BlobsAway'
    this.code = code
  }
}

/** Storage is available but lacks the blob on this instance; other instances may have it. */
export class BlobMissing extends BlobsAway {
  constructor(name: string) {
    super(`the bytes of ${name} are not where this machine looks for them`)
  }
}

/** The content does not match its hash. */
export class BlobDamaged extends Error {
  constructor(hash: string) {
    super(`the bytes kept as ${hash} are not those`)
    this.name = 'BlobDamaged'
  }
}

export const BLOBS_AWAY =
  'The place where this service keeps its files can’t be used right now. Please try again in a moment.'
export const BLOB_DAMAGED =
  'The stored file is damaged. Ask the operator of this service to restore it from a backup.'
