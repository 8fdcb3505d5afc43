import type { Access } from '#core/access/access.ts'
import type { ConsoleFeature } from '#ground/api/route.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { Hub } from '#ground/hub/hub.ts'
import { refusalOf } from '#surfaces/mcp/gate.ts'
import { signInFeature } from '#surfaces/mcp/oauth/console-routes.ts'
import { createDiscovery } from '#surfaces/mcp/oauth/discovery.ts'
import { mcpOauthEvents } from '#surfaces/mcp/oauth/events.ts'
import { signInAddresses, wellKnownUrl, type SignInAddresses } from '#surfaces/mcp/oauth/metadata.ts'
import { createPrograms } from '#surfaces/mcp/oauth/programs.ts'
import { signInRoutes, type SignInRoutesDeps } from '#surfaces/mcp/oauth/routes.ts'
import { createSignIns, type SignIns } from '#surfaces/mcp/oauth/sign-ins.ts'
import type { Store } from '#ground/store/store.ts'
import type { SharedConfig } from './config/shared.ts'

export interface McpSignInParts {
  hub: Hub
  store: Store
  access: Access
  /** Whether an account is in the group that group-based Hubs ask for; null when they ask for none. */
  isMember: ((accountId: string) => Promise<boolean>) | null
  shared: Pick<SharedConfig, 'publicUrl'>
  clock: Clock
  log: Log
}

/** What a bridge has open for programs that sign people in. */
export interface OpenMcpSignIn {
  addresses: SignInAddresses
  metadataUrl: string
  signIns: SignIns
  feature: ConsoleFeature
  discovery: ReturnType<typeof createDiscovery>
  routes(app: Parameters<typeof signInRoutes>[0]): void
}

export function openMcpSignIn({
  hub,
  store,
  access,
  isMember,
  shared,
  clock,
  log,
}: McpSignInParts): OpenMcpSignIn {
  const events = mcpOauthEvents(log)
  const addresses = signInAddresses(`${shared.publicUrl}/mcp`, `${shared.publicUrl}/portal`, hub.slug)
  const programs = createPrograms({ store, clock })
  const signIns = createSignIns({ store, clock })
  const routing: SignInRoutesDeps = {
    addresses,
    programs,
    signIns,
    // Behind a proxy all people may share one address.
    limits: {
      registrations: createRateLimit({ burst: 30, perSecond: 0.2, clock }),
      tokens: createRateLimit({ burst: 120, perSecond: 2, clock }),
    },
    events,
  }
  return {
    addresses,
    metadataUrl: wellKnownUrl('oauth-protected-resource', addresses.resource),
    signIns,
    feature: signInFeature({
      signIns,
      programs,
      hubOf: (slug) => (slug === hub.slug ? { name: hub.agent().name, resource: addresses.resource } : null),
      mayUse: async (caller, slug) =>
        (await refusalOf({ access, hub: slug, isMember }, { ...caller, role: 'user', key: null })) === null,
      events,
    }),
    discovery: createDiscovery({ addresses, name: () => hub.agent().name }),
    routes: (app) => signInRoutes(app, routing),
  }
}
