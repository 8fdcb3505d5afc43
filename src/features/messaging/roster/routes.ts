import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { managedPart } from '#ground/api/managed.ts'
import { listRoster, listStrangers } from './contract.ts'
import type { RosterLists } from './lists.ts'

/** Only managers of the Hub may use these routes. */
export const rosterFeature = (hubs: ReadonlyMap<string, RosterLists>): ConsoleFeature => ({
  routes(app) {
    app.handle(listRoster, ({ caller, query: { hub, search, ...page } }) =>
      managedPart(hubs, caller, hub).roster(search, page),
    )
    app.handle(listStrangers, async ({ caller, query: { hub, limit, offset } }) => {
      const { items, total } = await managedPart(hubs, caller, hub).strangers({ limit, offset })
      return { items, total, offset, limit }
    })
  },
})
