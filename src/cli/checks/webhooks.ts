import type { AllNotices } from '#core/inbox/notices/notices.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { checkedAddresses } from '#processes/checked-addresses.ts'
import { readNotices } from '../inbox-notices.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** The addresses that senders post to: whether each accepts its own secret. */
export async function checkWebhooks(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  try {
    const { paths, refused } = await checkedAddresses({ hubFolder, environment: settings.environment })
    const addresses = refused.map(({ path, reason }) => failure(path, reason))
    if (refused.length === 0 && paths.length > 0)
      addresses.push(
        ok(
          'webhooks',
          `each address accepts its secret where --webhook, --chat-a or --chat-b serves it: ${paths.join(', ')}`,
        ),
      )
    // checkState reports a database that does not answer
    const notices = await readNotices(hubFolder, settings).catch(() => ({}))
    return [...addresses, ...otherBodies(notices)]
  } catch (error) {
    if (!(error instanceof BadConfiguration)) throw error
    return [] // checkSettings reports the same error
  }
}

/** Ids that came again with another body: their header may be a proxy's, or name a subscription. */
const otherBodies = (notices: AllNotices): Finding[] =>
  Object.entries(notices).flatMap(([endpoint, { otherBodies: count, lastOtherBody }]) =>
    lastOtherBody === null
      ? []
      : [
          warning(
            `webhook ${endpoint}`,
            `ignored ${count} ${count === 1 ? 'delivery' : 'deliveries'} as duplicates by an id that had come with another body, last by ${lastOtherBody.header} at ${new Date(lastOtherBody.at).toISOString()}`,
            'if that header is no id of a delivery, set WEBHOOK_INBOUND_ID_HEADERS in .env or id_header in inbound/webhooks.yaml',
          ),
        ],
  )
