import type { ConsoleApp, ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { Refused } from '#ground/api/errors.ts'
import type { MessageBrowser } from './browse.ts'
import { manages } from './manages.ts'
import {
  deliverAgain,
  listChannels,
  listDeliveries,
  listMessages,
  readMessage,
  sendMessagesAgain,
} from './contract.ts'
import type { ChannelView, DeliveryView } from './schema.ts'

/** Author of a request. */
export interface By {
  actor: string
  request: string | null
}

/** A Hub's messages, and related facts of other parts. */
export interface HubMessages {
  browser: MessageBrowser
  channels(): Promise<ChannelView[]>
  /** @returns How many messages it did something for. */
  sendAgain(ids: readonly string[], by: By): Promise<number>
  /** Targets of a run's result. */
  deliveries(run: string): Promise<DeliveryView[]>
  /** @returns How many deliveries it did something for. */
  deliverAgain(ids: readonly string[], by: By): Promise<number>
}

/**
 * The Console API's part on messages, for those who manage the Hub.
 *
 * @param hubs By slug.
 */
export const messagingFeature = (hubs: ReadonlyMap<string, HubMessages>): ConsoleFeature => ({
  routes(app) {
    const messagesOf = (caller: ConsoleCaller, hub: string): HubMessages => {
      if (!manages(caller, hub)) throw new Refused('outside_ceiling', `You do not manage the Hub ${hub}.`)
      const messages = hubs.get(hub)
      if (messages) return messages
      throw new Refused('not_found', `There are no messages of a Hub “${hub}” here.`)
    }
    routes(app, hubs, messagesOf)
  },
})

function routes(
  app: ConsoleApp,
  hubs: ReadonlyMap<string, HubMessages>,
  messagesOf: (caller: ConsoleCaller, hub: string) => HubMessages,
): void {
  app.handle(listChannels, async ({ caller, query: { hub } }) => {
    const wanted =
      hub === undefined
        ? [...hubs].filter(([slug]) => manages(caller, slug)).map(([, messages]) => messages)
        : [messagesOf(caller, hub)]
    return { items: (await Promise.all(wanted.map((messages) => messages.channels()))).flat() }
  })
  app.handle(listMessages, async ({ caller, query: { hub, limit, offset, ...filter } }) => {
    const { items, total } = await messagesOf(caller, hub).browser.list(filter, { limit, offset })
    return { items, total, offset, limit }
  })
  app.handle(readMessage, async ({ caller, params: { message }, query: { hub } }) => {
    const read = await messagesOf(caller, hub).browser.read(message)
    if (read === null) throw new Refused('not_found', 'There is no such message.')
    return read
  })
  app.handle(sendMessagesAgain, async ({ caller, body: { hub, messages }, requestId }) => {
    const by = { actor: caller.email, request: requestId }
    const changed = await messagesOf(caller, hub).sendAgain(messages, by)
    if (changed === 0) throw new Refused('not_found', 'None of these messages failed, or is in doubt.')
    return { hub, changed }
  })
  app.handle(listDeliveries, async ({ caller, query: { hub, run_id: run } }) => ({
    items: await messagesOf(caller, hub).deliveries(run),
  }))
  app.handle(deliverAgain, async ({ caller, body: { hub, deliveries }, requestId }) => {
    const by = { actor: caller.email, request: requestId }
    const changed = await messagesOf(caller, hub).deliverAgain(deliveries, by)
    if (changed === 0) throw new Refused('not_found', 'None of these deliveries failed, or is in doubt.')
    return { hub, changed }
  })
}
