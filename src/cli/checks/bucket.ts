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
    const place = await checkNamedBucket(environment, folder)
    return place === null ? [] : [ok('bucket', `uploads to ${place} work`)]
  } catch (error) {
    if (error instanceof BadConfiguration) return [failure('bucket', error.message)]
    throw error
  }
}
