import { DISK_FULL, isDiskFull } from '#ground/base/disk-full.ts'
import {
  BLOB_DAMAGED,
  BlobDamaged,
  BLOB_STORAGE_UNAVAILABLE,
  BlobStorageUnavailable,
} from '#ground/blobs/blobs.ts'
import { isStoreUnavailable, STORE_AWAY } from '#ground/store/errors.ts'
import type { MessageError } from '#chatapp/chats/schema.ts'

export const faultOf = (error: unknown): MessageError => {
  if (isDiskFull(error)) return { message: DISK_FULL, code: 'disk_full' }
  if (error instanceof BlobStorageUnavailable)
    return { message: BLOB_STORAGE_UNAVAILABLE, code: 'files_away' }
  if (error instanceof BlobDamaged) return { message: BLOB_DAMAGED, code: 'file_damaged' }
  return isStoreUnavailable(error) ? { message: STORE_AWAY, code: 'store_unavailable' } : OUR_FAULT
}

const OUR_FAULT: MessageError = {
  message: 'Something went wrong on our side. Please try again.',
  code: 'internal',
}
