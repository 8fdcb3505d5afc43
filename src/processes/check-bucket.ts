import { systemClock } from '#ground/base/clock.ts'
import { BadConfiguration, type Environment } from '#ground/base/environment.ts'
import { describeBucket } from '#ground/blobs/address.ts'
import { readSharedConfig } from './config/shared.ts'

export async function checkNamedBucket(environment: Environment, folder: string): Promise<string | null> {
  const { blobs } = readSharedConfig(environment, folder)
  if (blobs === null) return null
  const { checkBucket } = await import('#cluster/object-storage/start-check.ts')
  await checkBucket({ ...blobs, clock: systemClock })
  return describeBucket(blobs.address)
}

export function canBeRead(environment: Environment, folder: string): boolean {
  try {
    readSharedConfig(environment, folder)
    return true
  } catch (error) {
    if (error instanceof BadConfiguration) return false
    throw error
  }
}
