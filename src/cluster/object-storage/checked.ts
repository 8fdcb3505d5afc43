import { createHash } from 'node:crypto'
import { BlobDamaged, type BlobName } from '#ground/blobs/blobs.ts'

/**
 * Yields the last piece only after the hash was verified, so that truncated or changed content never seems complete.
 *
 * @param size Requested bytes. @throws BlobDamaged instead of the last piece.
 */
export async function* checked(
  bytes: AsyncIterable<Uint8Array>,
  { hash, size, isWhole }: BlobName & { isWhole: boolean },
): AsyncGenerator<Uint8Array> {
  const received = createHash('sha256')
  let length = 0
  let last: Uint8Array | null = null
  for await (const piece of bytes) {
    if (last) yield last
    length += piece.length
    if (isWhole) received.update(piece)
    last = piece
  }
  if (length !== size || (isWhole && received.digest('hex') !== hash)) throw new BlobDamaged(hash)
  if (last) yield last
}
