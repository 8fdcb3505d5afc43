import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { managedPart, managedParts } from '#ground/api/managed.ts'
import type { MessageBrowser } from './browse.ts'
import {
  deliverAgain,
  listChannels,
  listDeliveries,
  listMessages,
  readMessage,
  sendMessagesAgain,
} from './contract.ts'
import type { ChannelView, DeliveryView } from './schema.ts'

export interface By {
  actor: string
  request: string | null
}

export interface HubMessages {
  browser: MessageBrowser
  channels(): Promise<ChannelView[]>
  sendAgain(ids: readonly string[], by: By): Promise<number>
  deliveries(run: string): Promise<DeliveryView[]>
  deliverAgain(ids: readonly string[], by: By): Promise<number>
}

/** Only managers of the Hub may use these routes. */
export const messagingFeature = (hubs: ReadonlyMap<string, HubMessages>): ConsoleFeature => ({
  routes(app) {
    app.handle(listChannels, async ({ caller, query: { hub } }) => {
      const channels = managedParts(hubs, caller, hub).map((messages) => messages.channels())
      return { items: (await Promise.all(channels)).flat() }
    })
    app.handle(listMessages, async ({ caller, query: { hub, limit, offset, ...filter } }) => {
      const { items, total } = await managedPart(hubs, caller, hub).browser.list(filter, { limit, offset })
      return { items, total, offset, limit }
    })
    app.handle(readMessage, async ({ caller, params: { message }, query: { hub } }) => {
      const read = await managedPart(hubs, caller, hub).browser.read(message)
      if (read === null) throw new ApiRefused('not_found', 'There is no such message.')
      return read
    })
    app.handle(sendMessagesAgain, async ({ caller, body: { hub, messages }, requestId }) => {
      const by = { actor: caller.email, request: requestId }
      const changed = await managedPart(hubs, caller, hub).sendAgain(messages, by)
      if (changed === 0)
        throw new ApiRefused('not_found', 'None of these messages failed or has an unknown delivery status.')
      return { hub, changed }
    })
    app.handle(listDeliveries, async ({ caller, query: { hub, run_id: run } }) => ({
      items: await managedPart(hubs, caller, hub).deliveries(run),
    }))
    app.handle(deliverAgain, async ({ caller, body: { hub, deliveries }, requestId }) => {
      const by = { actor: caller.email, request: requestId }
      const changed = await managedPart(hubs, caller, hub).deliverAgain(deliveries, by)
      if (changed === 0)
        throw new ApiRefused('not_found', 'None of these deliveries failed or has an unknown status.')
      return { hub, changed }
    })
  },
})
