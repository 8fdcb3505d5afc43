import type { BusTrouble } from '#cluster/bus/trouble.ts'
import { findBusTrouble } from '#processes/check-bus.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** SQLite uses no message bus. If one is configured, `checkSettings` reports it. */
export async function checkBus(folder: string, environment: HubSettings['environment']): Promise<Finding[]> {
  const shared = readSharedConfig(environment, folder)
  if (shared.bus === null || shared.store.kind === 'sqlite') return []
  const trouble = await findBusTrouble(shared)
  return [
    trouble === null
      ? ok('bus', 'the message bus accepts the Hub')
      : busFinding('bus', trouble, trouble.kind === 'settings' ? failure : warning),
  ]
}

export const busFinding = (subject: string, { message, fix }: BusTrouble, make: typeof failure): Finding =>
  make(
    subject,
    `the message bus of SVC_BUS_URL cannot be used (${message})`,
    fix ?? 'start the message bus, or correct the address in SVC_BUS_URL',
  )
