import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import type { HubServers } from '#core/serving/servers.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createAcceptRelayed, type AcceptRelayed } from '#surfaces/console/relay/accept.ts'
import { createAskBridge } from '#surfaces/console/relay/ask.ts'
import { createRelay, type Relay } from '#surfaces/console/relay/relay.ts'

/** The bridge as other processes find it, and as it finds them. */
export interface Serving {
  hub: string
  instance: string
  /** Signs requests between bridges. */
  secret: string
  servers: HubServers
}

/** The Console's way to the bridges of other Hubs, and theirs to this one. */
export function openRelay({
  serving: { hub, instance, secret, servers },
  access,
  hubNames,
  clock,
  onUnreached,
}: {
  serving: Serving
  access: Pick<Access, 'decide' | 'listHubs'>
  hubNames(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  clock: Clock
  onUnreached(facts: { hub: string; reason: string }): void
}): { relay: Relay; accept: AcceptRelayed } {
  return {
    accept: createAcceptRelayed({ secret, audience: { hub, instance }, clock }),
    relay: createRelay({
      hub,
      find: servers.find,
      findAll: servers.of,
      ask: createAskBridge({ secret, clock }),
      allHubs: async () => (await access.listHubs()).map((policy) => policy.hub),
      hubNames,
      mayEnter: async (caller, slug) => (await access.decide(caller, slug, USE_HUB)).allowed,
      onUnreached,
    }),
  }
}
