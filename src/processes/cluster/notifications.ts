import { systemClock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import { openWorkNotifications, type WorkNotifications } from '#ground/bus/work-notifications.ts'
import { openBus } from '../bus.ts'
import type { SharedConfig } from '../config/shared.ts'
import { openSecrets } from '../secrets.ts'

export async function openOwnNotifications(
  shared: Pick<SharedConfig, 'bus' | 'secretsFile' | 'dataFolder' | 'hubSlug'>,
): Promise<WorkNotifications> {
  const secrets = await openSecrets(shared)
  const bus = await openBus(shared, { secrets, clock: systemClock, log: silentLog() })
  const notifications = openWorkNotifications({ bus, clock: systemClock, hub: shared.hubSlug })
  return {
    ...notifications,
    async [Symbol.asyncDispose]() {
      await notifications[Symbol.asyncDispose]()
      await bus[Symbol.asyncDispose]()
    },
  }
}
