import {
  BLOB_DAMAGED,
  BlobDamaged,
  BLOB_STORAGE_UNAVAILABLE,
  BlobStorageUnavailable,
} from '#ground/blobs/blobs.ts'
import type { ChatFiles } from './turn.ts'

/** @throws Error with a message for the model and the person if files cannot be loaded or stored. */
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
    if (error instanceof BlobStorageUnavailable) throw new Error(BLOB_STORAGE_UNAVAILABLE, { cause: error })
    if (error instanceof BlobDamaged) throw new Error(BLOB_DAMAGED, { cause: error })
    throw error
  })
