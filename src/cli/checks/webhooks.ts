import { BadConfiguration } from '#ground/base/environment.ts'
import { checkedAddresses } from '#processes/checked-addresses.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, type Finding } from './finding.ts'

/** The addresses that senders post to: whether each accepts its own secret. */
export async function checkWebhooks(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  try {
    const { paths, refused } = await checkedAddresses({ hubFolder, environment: settings.environment })
    if (refused.length > 0) return refused.map(({ path, reason }) => failure(path, reason))
    return paths.length === 0 ? [] : [ok('webhooks', `each address accepts its secret: ${paths.join(', ')}`)]
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    return [] // checkSettings reports the same error
  }
}
