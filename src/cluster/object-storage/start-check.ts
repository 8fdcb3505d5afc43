import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { BadConfiguration } from '#ground/base/environment.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { BlobsAddress } from '#ground/blobs/address.ts'
import { BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { createS3Client, type S3ClientOptions } from './s3-client.ts'

/** @throws BadConfiguration that names the wrong setting, without secrets. */
export async function checkBucket(options: Omit<S3ClientOptions, 'reports'>): Promise<void> {
  const { address } = options
  await using client = createS3Client({ ...options, reports: { onOutage() {}, onRecovery() {} } })
  const bytes = randomBytes(64)
  const key = `${address.prefix}start-check/${bytes.toString('hex', 0, 12)}`
  const blob = { hash: sha256(bytes), size: bytes.length }
  try {
    await client.put(key, blob, () => Readable.from([bytes], { objectMode: false }))
    const body = await client.get(key)
    if (!body || !bytes.equals(await buffer(body)))
      throw wrong('SVC_BLOBS_URL', `an object stored in bucket ${address.bucket} cannot be read back`)
    await client.remove(key, { isOurs: true })
    await missing(client, key, address)
  } catch (error) {
    throw error instanceof BlobStorageUnavailable ? explained(error, address) : error
  }
}

/** Without permission to list the bucket, S3 returns 403 instead of 404 for a missing object. */
async function missing(
  client: Pick<ReturnType<typeof createS3Client>, 'sizeOf'>,
  key: string,
  { bucket }: BlobsAddress,
): Promise<void> {
  const size = await client.sizeOf(key).catch((error: unknown) => {
    if (error instanceof BlobStorageUnavailable && error.code === '403')
      throw wrong('SVC_BLOBS_ACCESS_KEY_ID', `this key may not list bucket ${bucket}: allow s3:ListBucket`)
    throw error
  })
  if (size !== null)
    throw wrong('SVC_BLOBS_URL', `an object of bucket ${bucket} cannot be removed: allow s3:DeleteObject`)
}

const KEY_ID = 'SVC_BLOBS_ACCESS_KEY_ID'

function explained(
  error: BlobStorageUnavailable,
  { endpoint, bucket, region }: BlobsAddress,
): BadConfiguration {
  switch (error.code) {
    case null:
      return wrong('SVC_BLOBS_URL', `${endpoint}: ${error.message}`)
    case 'NoSuchBucket':
    case '404':
      return wrong('SVC_BLOBS_URL', `there is no bucket ${bucket} at ${endpoint}: create the bucket first`)
    case 'InvalidAccessKeyId':
      return wrong(KEY_ID, `${endpoint} does not know this key`)
    case 'SignatureDoesNotMatch':
      return wrong('SVC_BLOBS_SECRET_ACCESS_KEY', `it is not the secret of SVC_BLOBS_ACCESS_KEY_ID`)
    case 'AccessDenied':
    case '403':
      return wrong(KEY_ID, `this key may not put, get and delete objects of bucket ${bucket} at ${endpoint}`)
    case 'PermanentRedirect':
    case 'AuthorizationHeaderMalformed':
    case '301':
      return wrong('SVC_BLOBS_URL', `bucket ${bucket} is not in region ${region}: correct region=…`)
    case 'RequestTimeTooSkewed':
      return wrong(
        'SVC_BLOBS_URL',
        `the clocks of this machine and ${endpoint} differ too much: synchronize this machine’s clock`,
      )
    default:
      return wrong('SVC_BLOBS_URL', `${endpoint}: ${error.message}`)
  }
}

const wrong = (variable: string, message: string) => new BadConfiguration([{ variable, message }])
