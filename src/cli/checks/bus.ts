import { systemClock } from '#ground/base/clock.ts'
import { findBusTrouble } from '#processes/bus.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openSecrets } from '#processes/secrets.ts'
import type { HubSettings } from '../settings.ts'
import { ok, warning, type Finding } from './finding.ts'

/** SQLite uses no message bus. If one is configured, `checkSettings` reports it. */
export async function checkBus(folder: string, environment: HubSettings['environment']): Promise<Finding[]> {
  const shared = readSharedConfig(environment, folder)
  if (shared.bus === null || shared.store.kind === 'sqlite') return []
  const trouble = await findBusTrouble(shared, { secrets: await openSecrets(shared), clock: systemClock })
  return trouble === null
    ? [ok('bus', 'the message bus accepts the Hub')]
    : [
        warning(
          'bus',
          `the message bus of SVC_BUS_URL cannot be used (${trouble})`,
          'start the message bus, or correct address, user, password or certificate in SVC_BUS_URL',
        ),
      ]
}
