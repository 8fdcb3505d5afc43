import { systemClock } from '#ground/base/clock.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { readBusAddress } from '#ground/bus/address.ts'
import { createWorkNotifier } from '#processes/work-notifier.ts'
import { servicesOf } from './own-services.ts'
import { openWorkNotifications, type WorkNotifications } from '#ground/bus/work-notifications.ts'

/** Tells a Hub that runs, in a run on a cluster, of what a test puts into its store. */
export async function notificationsTo({ dataFolder, hubSlug }: { dataFolder: string; hubSlug: string }) {
  const { SVC_BUS_URL: url } = await servicesOf(dataFolder)
  return createWorkNotifier({ bus: url ? readBusAddress(url) : null, secretsFile: null, dataFolder, hubSlug })
}

/** What a process tells itself of work: others hear nothing of it. */
export const createOwnNotifications = (): WorkNotifications =>
  openWorkNotifications({ bus: createLocalBus({ clock: systemClock }), clock: systemClock, hub: 'garden' })
