import { systemClock } from '#ground/base/clock.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { readBusAddress } from '#ground/bus/address.ts'
import { createWorkNotifier } from '#processes/work-notifier.ts'
import { servicesOf } from './own-services.ts'
import { openWorkNotifications, type WorkNotifications } from '#ground/bus/work-notifications.ts'

export async function notificationsTo({ dataFolder, hubSlug }: { dataFolder: string; hubSlug: string }) {
  const { SVC_BUS_URL: url } = await servicesOf(dataFolder)
  return createWorkNotifier({ bus: url ? readBusAddress(url) : null, secretsFile: null, dataFolder, hubSlug })
}

export const createOwnNotifications = (): WorkNotifications =>
  openWorkNotifications({ bus: createLocalBus({ clock: systemClock }), clock: systemClock, hub: 'garden' })
