import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

/** Bytes by the name of what they are. */
export interface BlobName {
  /** SHA-256, lower-case hex. */
  hash: string
  /** Bytes. */
  size: number
}

/** Bytes that were taken in whole and wait to be named: bring them, then keep them; or discard them. */
export interface ReceivedBlob extends BlobName {
  /** The first bytes, to detect the type. */
  head: Uint8Array
  /**
   * Put the bytes where all read them. Before the transaction that names them, since it may take long.
   *
   * @throws BlobsAway with nothing kept.
   */
  bring(): Promise<void>
  /** Give brought bytes for good, in the transaction that names them. @throws BlobsAway when they were swept meanwhile. */
  keep(tx: Transaction<Tables>): Promise<void>
  discard(): Promise<void>
}

/** Bytes that are there, for one reader. */
export interface OpenBlob {
  /**
   * The bytes from `start` to `end`, both included; default all of them. Once; it ends their use. A stream that fails never
   * ends as if it were whole.
   */
  read(range?: { start: number; end: number }): Readable
  /** End their use without reading. */
  close(): Promise<void>
}

/** File contents, named by their hash: the same bytes are stored once. Several processes may use them at once. */
export interface Blobs extends AsyncDisposable {
  /**
   * Writes bytes to disk, in constant memory; they are not visible yet. A failed stream leaves nothing
   * behind.
   */
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBlob>
  /** Null when the bytes are not there. @throws BlobsAway, BlobDamaged */
  open(blob: BlobName): Promise<OpenBlob | null>
  /**
   * Hashes of bytes that may be unreferenced.
   *
   * @param ofStoreOnly Only those that the store itself records as its own.
   */
  hashes(options?: { ofStoreOnly?: boolean }): AsyncIterable<string>
  /**
   * Removes unreferenced bytes, in the transaction that detected it. Bytes that may be referenced soon stay.
   *
   * @returns The remaining work after the commit.
   */
  remove(tx: Transaction<Tables>, hash: string): Promise<() => Promise<void>>
  /** How often to look for bytes without a name; null: once at each start. */
  readonly sweepEveryMs: number | null
}

/** The storage of bytes is unavailable. */
export class BlobsAway extends Error {
  /** Error code in the server's answer, such as `AccessDenied`; null without an answer. */
  readonly code: string | null
  constructor(reason: string, { code = null, ...options }: ErrorOptions & { code?: string | null } = {}) {
    super(reason, options)
    this.name = 'BlobsAway'
    this.code = code
  }
}

/** Bytes are not where this machine looks for them, though that can be used: others may have them. */
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

/** Message for people, for every place it occurs. */
export const BLOBS_AWAY =
  'The place where this service keeps its files can’t be used right now. Please try again in a moment.'
export const BLOB_DAMAGED =
  'The stored file is damaged. Ask the operator of this service to restore it from a backup.'
