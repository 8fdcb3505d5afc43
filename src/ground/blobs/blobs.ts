import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

export interface BlobName {
  /** SHA-256, lower-case hex. */
  hash: string
  /** Bytes. */
  size: number
}

/**
 * Call `upload`, then `commit` in the transaction that inserts the first reference. Call `discard` if there will be
 * no reference.
 */
export interface ReceivedBlob extends BlobName {
  /** First bytes, for the detection of the media type. */
  head: Uint8Array
  /**
   * Uploads the bytes for all instances. Call it before the transaction, because uploads are slow. @throws
   * BlobStorageUnavailable
   */
  upload(): Promise<void>
  /** @throws BlobStorageUnavailable if a sweep has removed the bytes since `upload`. */
  commit(tx: Transaction<Tables>): Promise<void>
  discard(): Promise<void>
}

export interface OpenBlob {
  /** Call `read` only once, because the end of its stream releases the blob. `start` and `end` are inclusive. */
  read(range?: { start: number; end: number }): Readable
  close(): Promise<void>
}

export interface Blobs extends AsyncDisposable {
  /** Uses constant memory. A failed stream leaves no file. */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob>
  /** Null if the blob is missing. @throws BlobStorageUnavailable, BlobDamaged */
  open(blob: BlobName): Promise<OpenBlob | null>
  hashes(options?: { onlyListed?: boolean }): AsyncIterable<string>
  /** Call it in the transaction that found no references to the blob. Run the returned function after the commit. */
  remove(tx: Transaction<Tables>, hash: string): Promise<() => Promise<void>>
  /** Interval of sweeps for unreferenced blobs; null: sweeps only at each start. */
  readonly sweepEveryMs: number | null
}

export class BlobStorageUnavailable extends Error {
  /** Error code in the server's response, such as `AccessDenied`; null without a response. */
  readonly code: string | null
  constructor(reason: string, { code = null, ...options }: ErrorOptions & { code?: string | null } = {}) {
    super(reason, options)
    this.name = 'BlobStorageUnavailable'
    this.code = code
  }
}

/** This instance lacks the blob; other instances may have it. */
export class BlobMissing extends BlobStorageUnavailable {
  constructor(name: string) {
    super(`the content of ${name} is missing in the storage that this instance uses`)
  }
}

export class BlobDamaged extends Error {
  constructor(hash: string) {
    super(`the bytes kept as ${hash} are not those`)
    this.name = 'BlobDamaged'
  }
}

export const BLOB_STORAGE_UNAVAILABLE =
  'The file storage of this service can’t be used right now. Please try again in a moment.'
export const BLOB_DAMAGED =
  'The stored file is damaged. Ask the operator of this service to restore it from a backup.'
