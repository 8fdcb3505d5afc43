import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import type { Clock } from '#ground/base/clock.ts'
import { CHANNEL_NAMES, CHANNELS, type ChannelName } from '#ground/hub/channels.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { createMessageBrowser } from './browse.ts'
import { CHANNEL_KINDS } from './channels/kinds.ts'
import { findLastDelivery } from './receive/last-delivery.ts'
import { readDeliveries } from './results/deliveries.ts'
import type { By, HubMessages } from './routes.ts'
import type { ChannelEnvironment } from './setup/channel-environment.ts'
import type { ChannelView } from './schema.ts'
import { sendAgain, sendResultsAgain } from './send/send-again.ts'

export interface HubMessagesDeps {
  hub: string
  inboxes: Pick<Inboxes, 'of'>
  channels: Pick<ChannelEnvironment, 'current'>
  publicUrl: string
  store: Store
  notifications: Pick<WorkNotifications, 'notify'>
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append'>
}

export function openHubMessages(deps: HubMessagesDeps): HubMessages {
  const { hub, clock, accessChanges } = deps
  const browser = createMessageBrowser(deps)

  const describe = async (name: ChannelName): Promise<ChannelView> => {
    const kind = CHANNEL_KINDS[name]
    const environment = deps.channels.current()
    const { option, by } = CHANNELS[name]
    const lastReceivedAt = await findLastDelivery(deps.inboxes.of(name))
    return {
      hub,
      name,
      option,
      address: by === 'post' ? deps.publicUrl + endpointPath(hub, name) : null,
      missing: [...kind.missingVariables(environment)],
      missing_to_answer: [...kind.missingToAnswer(environment)],
      last_heard_at: lastReceivedAt === null ? null : new Date(lastReceivedAt).toISOString(),
      counts: await browser.counts(name),
    }
  }
  const recorded =
    (
      action: 'messages.send_again' | 'deliveries.send_again',
      after: Record<string, readonly string[]>,
      by: By,
    ) =>
    (tx: Transaction<Tables>) =>
      accessChanges.append(tx, [
        {
          at: clock.now(),
          actor: by.actor,
          action,
          subject: null,
          hub,
          permission: null,
          before: null,
          after,
          reason: null,
          request: by.request,
          revision: null,
        },
      ])
  return {
    browser,
    channels: () => Promise.all(CHANNEL_NAMES.map(describe)),
    sendAgain: (ids, by) => sendAgain(deps, ids, recorded('messages.send_again', { messages: ids }, by)),
    deliveries: (run) => readDeliveries(deps.store, { hub, run }),
    deliverAgain: (ids, by) =>
      sendResultsAgain(deps, ids, recorded('deliveries.send_again', { deliveries: ids }, by)),
  }
}
