import type { AwayHubView } from './schema.ts'
import type { HubServers } from './servers.ts'

interface RanksDeps {
  servers: Pick<HubServers, 'of'>
  awayHubs(): Promise<ReadonlyMap<string, AwayHubView>>
}

const RANKS = { broken: 0, unreachable: 1, paused: 2, starting: 3, serving: 4 } as const

/** The worst state has the lowest rank. */
export const createHubRanks =
  ({ servers, awayHubs }: RanksDeps) =>
  async (hubs: readonly string[]): Promise<ReadonlyMap<string, number>> => {
    const [served, away] = await Promise.all([servers.of(hubs), awayHubs()])
    return new Map(
      hubs.map((hub) => [hub, RANKS[away.get(hub)?.state ?? (served.has(hub) ? 'serving' : 'unreachable')]]),
    )
  }
