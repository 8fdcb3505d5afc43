import { BadConfiguration } from '#ground/base/environment.ts'
import { checkNamedBucket } from '#processes/check-bucket.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, type Finding } from './finding.ts'

export async function checkBucket(
  folder: string,
  environment: HubSettings['environment'],
): Promise<Finding[]> {
  if (!environment['SVC_BLOBS_URL']) return []
  try {
    const bucket = await checkNamedBucket(environment, folder)
    return bucket === null ? [] : [ok('bucket', `uploads to ${bucket} work`)]
  } catch (error) {
    if (error instanceof BadConfiguration) return [failure('bucket', error.message)]
    throw error
  }
}
