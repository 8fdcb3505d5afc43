import type { ConsoleApp, ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { Refused } from '#ground/api/errors.ts'
import type { MessageBrowser } from './browse.ts'
import { manages } from './manages.ts'
import { listChannels, listMessages, readMessage, sendMessagesAgain } from './contract.ts'
import type { ChannelView } from './schema.ts'

/** A Hub's messages, and what of them lies with other parts. */
export interface HubMessages {
  browser: MessageBrowser
  channels(): Promise<ChannelView[]>
  /** @returns How many messages it did something for. */
  sendAgain(ids: readonly string[], by: { actor: string; request: string | null }): Promise<number>
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
}
