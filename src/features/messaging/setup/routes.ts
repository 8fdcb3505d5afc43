import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { managedPart } from '#ground/api/managed.ts'
import type { ChannelSetupsOfHub } from './channel-setups.ts'
import { changeChannelSetup, listChannelSetups, removeChannelSetup } from './contract.ts'

/** Only managers of the Hub may use these routes. */
export const channelSetupsFeature = (hubs: ReadonlyMap<string, ChannelSetupsOfHub>): ConsoleFeature => ({
  routes(app) {
    app.handle(listChannelSetups, async ({ caller, query: { hub } }) => ({
      items: await managedPart(hubs, caller, hub).list(),
    }))
    app.handle(changeChannelSetup, ({ body, params, ...request }) =>
      managedPart(hubs, request.caller, body.hub).save(request, params.channel, body),
    )
    app.handle(removeChannelSetup, ({ body, params, ...request }) =>
      managedPart(hubs, request.caller, body.hub).remove(request, params.channel, body.expected_revision),
    )
  },
})
