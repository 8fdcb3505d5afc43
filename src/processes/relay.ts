import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import type { HubServers } from '#core/serving/servers.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { AcceptRelayed } from '#surfaces/console/relay/bridges.ts'
import { PASS_HEADER } from '#surfaces/console/relay/headers.ts'
import { createConsoleRelay, type Relay } from '#surfaces/console/relay/relay.ts'

export interface ServingBridge {
  hub: string
  instance: string
  secret: string
  servers: HubServers
}

export function openRelay({
  serving: { hub, instance, secret, servers },
  access,
  hubNames,
  clock,
  onUnreached,
}: {
  serving: ServingBridge
  access: Pick<Access, 'decide' | 'listHubs'>
  hubNames(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  clock: Clock
  onUnreached(facts: { hub: string; reason: string }): void
}): { relay: Relay; accept: AcceptRelayed } {
  let opened: ReturnType<typeof open> | undefined
  const open = async () => {
    const { openRelayTransport } = await import('#cluster/relay/open.ts')
    return openRelayTransport({ secret, audience: { hub, instance }, clock })
  }
  // Opened on demand, because a service with one Hub has no other bridge.
  const transport = () => (opened ??= open())
  return {
    accept: {
      of: async (request) => (PASS_HEADER in request.headers ? (await transport()).accept.of(request) : null),
    },
    relay: createConsoleRelay({
      hub,
      find: servers.find,
      findAll: servers.of,
      ask: async (...asked) => (await transport()).ask(...asked),
      allHubs: async () => (await access.listHubs()).map((policy) => policy.hub),
      hubNames,
      mayEnter: async (caller, slug) => (await access.decide(caller, slug, USE_HUB)).allowed,
      onUnreached,
    }),
  }
}
