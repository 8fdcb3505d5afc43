import type { HubCards } from '#core/access/hub-cards.ts'
import { orderedHubs, type HubOrderDeps } from '#core/access/hub-order.ts'
import { HUB_SORT } from '#ground/api/list-sorts.ts'
import { listOrder } from '#ground/api/list-start.ts'
import type { ConsoleFeature } from '#ground/api/console-app.ts'
import type { InstanceState } from '#ground/instances/instances.ts'
import { requireManaged } from '#ground/api/managed.ts'
import { listHubStates, listHubVersions, listInstances } from './contract.ts'
import { createHubRanks } from './ranks.ts'
import type { AwayHubView, HubState, HubVersionView, InstanceView } from './schema.ts'
import type { HubServers } from './servers.ts'

export interface ServingRoutesDeps extends Pick<HubOrderDeps, 'namesOf'> {
  servers: Pick<HubServers, 'of'>
  /** Keys are slugs of Hubs that are temporarily unavailable. */
  awayHubs(): Promise<ReadonlyMap<string, AwayHubView>>
  hubCards: Pick<HubCards, 'read'>
  lastRun(hub: string): Promise<HubState['last_run']>
  /** Dollars in the last 30 days; null if no turn has a price. Hubs without a turn are absent. */
  costs(hubs: readonly string[]): Promise<ReadonlyMap<string, number | null>>
  versions(
    hub: string,
    page: { limit: number; offset: number },
  ): Promise<{ items: HubVersionView[]; total: number }>
  instances(): Promise<readonly InstanceState[]>
}

export const servingFeature = ({
  servers,
  awayHubs,
  hubCards,
  lastRun,
  costs,
  versions,
  instances,
  namesOf,
}: ServingRoutesDeps): ConsoleFeature => ({
  routes(app) {
    const inOrder = { namesOf, ranksOf: createHubRanks({ servers, awayHubs }) }
    app.handle(listHubStates, async ({ caller, query: { hub, limit, offset, ...sort } }) => {
      if (hub !== undefined) requireManaged(caller, hub)
      const order = listOrder(HUB_SORT, sort)
      const all = hub === undefined ? await orderedHubs(inOrder, caller.manages, order) : [hub]
      const hubs = all.slice(offset, offset + limit)
      const [served, away, cards, cost, runs] = await Promise.all([
        servers.of(hubs),
        awayHubs(),
        hubCards.read(hubs),
        costs(hubs),
        Promise.all(hubs.map(lastRun)),
      ])
      const items = hubs.map((hub, index): HubState => {
        const server = served.get(hub)
        return {
          hub,
          serving: server
            ? { since: new Date(server.startedAt).toISOString(), version: server.version }
            : null,
          away: away.get(hub) ?? null,
          problems: cards.get(hub)?.problems.length ?? 0,
          last_run: runs[index]!,
          cost_usd: cost.has(hub) ? cost.get(hub)! : 0,
        }
      })
      return { items, total: all.length, offset, limit }
    })

    app.handle(listHubVersions, async ({ caller, query: { hub, limit, offset } }) => {
      requireManaged(caller, hub)
      return { ...(await versions(hub, { limit, offset })), limit, offset }
    })

    app.handle(listInstances, async ({ query: { limit, offset } }) => {
      const all = await instances()
      return { items: all.slice(offset, offset + limit).map(instanceView), total: all.length, offset, limit }
    })
  },
})

const instanceView = ({
  startedAt,
  lastHeartbeatAt: heardAt,
  hubs,
  versions,
  ...rest
}: InstanceState): InstanceView => ({
  ...rest,
  hubs: [...hubs],
  hub_versions: { ...versions },
  since: new Date(startedAt).toISOString(),
  heard_at: new Date(heardAt).toISOString(),
})
