import { openStoreInbox } from '#cluster/inbox/inbox.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import { openWorkNotifications } from '#ground/bus/work-notifications.ts'
import type { InboundEvents } from '#surfaces/inbound/log-events.ts'
import type { SharedConfig } from '../config/shared.ts'
import { ownBuses } from '../bus.ts'
import { inboxesOf, moveFolderIn, noticesOf, testWaitsOf } from '../inboxes.ts'
import type { RoleContext } from '../role.ts'
import { openSecrets } from '../secrets.ts'
import { storeEvents } from '../store-events.ts'
import { ownStores } from '../stores.ts'

export async function openReceivingStore(
  { environment, stores = ownStores, buses = ownBuses }: RoleContext,
  { shared, clock, events }: { shared: SharedConfig; clock: Clock; events: InboundEvents },
) {
  await using parts = new AsyncDisposableStack()
  const log = createLog('inbound', shared.logLevel)
  const store = parts.use(await stores.open(shared, storeEvents(log)))
  const bus = parts.use(await buses.open(shared, { secrets: await openSecrets(shared), clock, log }))
  const notifications = parts.use(openWorkNotifications({ bus, clock: systemClock, hub: shared.hubSlug }))
  let moving: Promise<void> | null = null
  const movedIn = () =>
    (moving ??= moveFolderIn(environment, shared, { store, clock, events }).catch((error: unknown) => {
      moving = null
      throw error
    }))
  movedIn().catch((error: unknown) => events.inboxFailed({ error }))
  const inbox = parts.use(openStoreInbox({ hub: shared.hubSlug, store, clock, notifications, movedIn }))
  const opened = parts.move()
  return {
    inbox: { ...inbox, open: () => {} },
    inboxes: await inboxesOf(shared, { store, clock, notifications }),
    keeper: await noticesOf(shared, { store }),
    waits: await testWaitsOf(shared, { store }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
