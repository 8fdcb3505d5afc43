import type { ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { Refused } from '#ground/api/errors.ts'
import { manages } from '../manages.ts'
import { listRoster, listStrangers } from './contract.ts'
import type { Who } from './who.ts'

/**
 * The Console API's part on who is who, for those who manage the Hub.
 *
 * @param hubs By slug.
 */
export const rosterFeature = (hubs: ReadonlyMap<string, Who>): ConsoleFeature => ({
  routes(app) {
    const whoOf = (caller: ConsoleCaller, hub: string): Who => {
      if (!manages(caller, hub)) throw new Refused('outside_ceiling', `You do not manage the Hub ${hub}.`)
      const who = hubs.get(hub)
      if (who) return who
      throw new Refused('not_found', `There is no roster of a Hub “${hub}” here.`)
    }
    app.handle(listRoster, ({ caller, query: { hub, search, ...page } }) =>
      whoOf(caller, hub).roster(search, page),
    )
    app.handle(listStrangers, async ({ caller, query: { hub, limit, offset } }) => {
      const { items, total } = await whoOf(caller, hub).strangers({ limit, offset })
      return { items, total, offset, limit }
    })
  },
})
