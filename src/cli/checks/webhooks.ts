import type { AllNotices } from '#core/inbox/notices/notices.ts'
import { checkedAddresses, type CheckedAddresses } from '#processes/checked-addresses.ts'
import { readRunFile } from '#supervisor/run-file.ts'
import { readNotices } from '../inbox-notices.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

export async function checkWebhooks(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const { dataFolder, environment } = settings
  const runs = await Promise.all([readRunFile(dataFolder), readRunFile(dataFolder, 'inbound')])
  const running = runs.map((run) => run?.urls.inbound).find(Boolean)
  const checked = await checkedAddresses({ hubFolder, environment }, running)
  // checkState reports a database that does not respond
  const notices = await readNotices(hubFolder, settings).catch(() => ({}))
  return [...addressesOf(checked), ...otherBodies(notices)]
}

function addressesOf({ paths, refused, unchecked, refusedByRunning }: CheckedAddresses): Finding[] {
  const findings = refused.map(({ path, reason }) => failure(path, reason))
  for (const name of unchecked)
    findings.push(
      ok('webhooks', `the address of ${name} was not checked: only the sender can sign deliveries for it`),
    )
  if (refused.length > 0 || paths.length === 0) return findings
  const isHere = refusedByRunning?.length === 0
  const where = isHere ? 'at the running receiver' : 'when --webhook, --chat-a or --chat-b serves it'
  const note = refusedByRunning === null ? ' (no receiver is running)' : ''
  findings.push(ok('webhooks', `each address accepts its secret ${where}: ${paths.join(', ')}${note}`))
  for (const { path, reason } of refusedByRunning ?? [])
    findings.push(
      warning(
        path,
        `at the running receiver ${reason}`,
        'restart the Hub with the option of this address, so that it reads the current secrets',
      ),
    )
  return findings
}

/** Reports different deliveries with the same id, because the configured header may not identify deliveries. */
const otherBodies = (notices: AllNotices): Finding[] =>
  Object.entries(notices).flatMap(([endpoint, { otherBodies: count, lastOtherBody }]) =>
    lastOtherBody === null
      ? []
      : [
          warning(
            `webhook ${endpoint}`,
            `ignored ${count} ${count === 1 ? 'delivery' : 'deliveries'} as duplicates, because a delivery with the same id but another body was stored before; the last id was in ${lastOtherBody.header} at ${new Date(lastOtherBody.at).toISOString()}`,
            'if that header does not identify deliveries, set WEBHOOK_INBOUND_ID_HEADERS in .env or id_header in inbound/webhooks.yaml',
          ),
        ],
  )
