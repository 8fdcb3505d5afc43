import { createSetups } from '#core/setups/setups.ts'
import { messagingEvents } from '#features/messaging/log-events.ts'
import {
  openChannelEnvironment,
  type ChannelEnvironment,
} from '#features/messaging/setup/channel-environment.ts'
import { systemClock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import type { SharedConfig } from './config/shared.ts'
import type { RoleContext } from './role.ts'
import { openSecrets, setupSecretOf } from './secrets.ts'
import { storeEvents } from './store-events.ts'
import { ownStores } from './stores.ts'

/** For a process that receives messages and otherwise needs no database. */
export async function openReceivingChannels(
  { environment, stores = ownStores }: RoleContext,
  shared: SharedConfig,
): Promise<ChannelEnvironment & AsyncDisposable> {
  const log = createLog('inbound', shared.logLevel)
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await stores.open(shared, storeEvents(log)))
  const secret = setupSecretOf(await openSecrets(shared))
  const channels = parts.use(
    await openChannelEnvironment({
      hub: shared.hubSlug,
      environment,
      setups: createSetups({ store, secret, isAllowed: true }),
      isAllowed: true,
      clock: systemClock,
      onFailure: messagingEvents(log).setupsUnread,
    }),
  )
  const opened = parts.move()
  return { ...channels, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
