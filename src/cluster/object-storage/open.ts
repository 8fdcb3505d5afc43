import type { Blobs } from '#ground/blobs/blobs.ts'
import type { Log } from '#ground/base/log.ts'
import { openS3Blobs, type S3BlobsOptions } from './s3.ts'

export const openObjectStorage = ({
  log,
  ...options
}: Omit<S3BlobsOptions, 'reports'> & { log: Log }): Promise<Blobs> =>
  openS3Blobs({
    ...options,
    reports: {
      onOutage: (reason) =>
        log.warn(
          { event: 'blobs.away', reason },
          'object storage is unreachable: files cannot be stored or read',
        ),
      onRecovery: () => log.info({ event: 'blobs.back' }, 'object storage is reachable again'),
      onDamaged: (hash) =>
        log.error(
          { event: 'blobs.damaged', hash },
          'an object in the bucket differs from the uploaded content',
        ),
    },
  })
