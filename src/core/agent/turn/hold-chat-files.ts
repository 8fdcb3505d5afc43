import { BLOB_DAMAGED, BlobDamaged, BLOBS_AWAY, BlobsAway } from '#ground/blobs/blobs.ts'
import type { ChatFiles } from './turn.ts'

/**
 * Works with a chat's files by their paths: meanwhile all of them are in the folder, and the folder's files
 * afterwards become the chat's.
 *
 * @throws with a sentence for the model and the person when files can't be loaded or stored now.
 */
export async function onFiles<T>(
  files: Pick<ChatFiles, 'pull' | 'push'>,
  work: () => T | Promise<T>,
): Promise<T> {
  await plainly(files.pull())
  try {
    return await work()
  } finally {
    await plainly(files.push())
  }
}

const plainly = (moved: Promise<void>): Promise<void> =>
  moved.catch((error: unknown) => {
    if (error instanceof BlobsAway) throw new Error(BLOBS_AWAY, { cause: error })
    if (error instanceof BlobDamaged) throw new Error(BLOB_DAMAGED, { cause: error })
    throw error
  })
