import type { FileHandle } from 'node:fs/promises'
import { portions } from '#ground/base/portions.ts'
import type { BlobsAddress } from '#ground/blobs/address.ts'
import { BlobDamaged, type BlobName } from '#ground/blobs/blobs.ts'
import { checked } from '#cluster/object-storage/checked.ts'
import { openInFolder } from '#ground/blobs/folder.ts'
import { createBlobHolds, type BlobHoldsDeps } from '#cluster/object-storage/holds.ts'
import { createNamedBytes, type NamedBlob, type NamedRows } from '#ground/blobs/named-bytes.ts'
import { objectKey, type S3Client } from '#cluster/object-storage/s3-client.ts'

/**
 * `there`: the bucket already has the bytes. `missing`: neither the bucket nor the local folder has them. `damaged`:
 * the local bytes do not match the hash.
 */
export type BlobMoveResult = 'moved' | 'there' | 'missing' | 'damaged'

export interface MoveDeps extends BlobHoldsDeps {
  named: NamedRows
  folder: string
  address: BlobsAddress
  client: S3Client
  isDry: boolean
  verifies: boolean
}

const PAGE_ROWS = 200
const MAX_CONCURRENT_MOVES = 8

/**
 * Keeps the local files, so the call can be repeated. Instances may use the bucket meanwhile.
 * @throws BlobStorageUnavailable
 */
export async function* moveToBucket(
  deps: MoveDeps,
): AsyncGenerator<{ blob: NamedBlob; state: BlobMoveResult }> {
  const bytes = createNamedBytes(deps.store, deps.named)
  const move = createMove(deps)
  for (let after = ''; ;) {
    const page = await bytes.after(after, PAGE_ROWS)
    for (const some of portions(page, MAX_CONCURRENT_MOVES)) {
      const states = await Promise.all(some.map(move))
      for (const [index, blob] of some.entries()) {
        const state = states[index]!
        // Ignores bytes of files that were deleted during the move.
        const isDeleted = (state === 'missing' || state === 'damaged') && !(await bytes.isNamed(blob.hash))
        if (!isDeleted) yield { blob, state }
      }
    }
    if (page.length < PAGE_ROWS) return
    after = page.at(-1)!.hash
  }
}

function createMove({ folder, client, address, isDry, verifies, ...deps }: MoveDeps) {
  const holds = createBlobHolds(deps)
  const keyOf = (hash: string) => objectKey(address, deps.area, hash)

  const inBucket = async (blob: BlobName): Promise<'there' | 'missing' | 'damaged'> => {
    const size = await client.sizeOf(keyOf(blob.hash))
    if (size === null) return 'missing'
    if (size !== blob.size) return 'damaged'
    if (!verifies || size === 0) return 'there'
    const body = await client.get(keyOf(blob.hash))
    return body === null ? 'missing' : (await isWhole(body, blob)) ? 'there' : 'damaged'
  }

  return async (blob: BlobName): Promise<BlobMoveResult> => {
    const found = await inBucket(blob)
    if (found === 'there') return found
    await using file = await openInFolder(folder, blob.hash)
    if (file === null) return found
    if (!(await isWhole(bytesOf(file), blob))) return 'damaged'
    if (isDry) return 'moved'
    // The announcement keeps the object for a day, even if no row refers to it.
    await holds.announceUpload(blob.hash)
    await client.put(keyOf(blob.hash), blob, () => bytesOf(file))
    return 'moved'
  }
}

const bytesOf = (file: FileHandle) => file.createReadStream({ start: 0, autoClose: false })

async function isWhole(bytes: AsyncIterable<Uint8Array>, blob: BlobName): Promise<boolean> {
  try {
    for await (const _ of checked(bytes, { ...blob, isWhole: true }));
    return true
  } catch (error) {
    if (error instanceof BlobDamaged) return false
    throw error
  }
}
