import type { IncomingHttpHeaders } from 'node:http'
import type { Access } from '#core/access/access.ts'
import type { ConsoleFeature } from '#ground/api/console-app.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { SignInHint } from '../admission.ts'
import { keyIn, findMcpRefusal } from '../gate.ts'
import { createClientDocuments, type ClientDocumentsDeps } from './client-documents.ts'
import { createDiscovery } from './discovery.ts'
import { mcpOauthEvents } from './log-events.ts'
import { createHubAddresses, type HubAddresses } from './addresses.ts'
import { createPrograms } from './programs.ts'
import { oauthRoutes, type SignInRoutesDeps } from './routes.ts'
import { createProgramSignIns, type ProgramSignIns } from './sign-ins.ts'
import { ACCESS_PREFIX } from './tokens.ts'
import type { Store } from '#ground/store/store.ts'

export interface McpSignInDeps {
  hub: Hub
  store: Store
  access: Access
  /** True if an account is in the group that group-based Hubs require; null when they require none. */
  isMember: ((accountId: string) => Promise<boolean>) | null
  /** Address people use, without a path. */
  publicUrl: string
  publicUrlIsSet: boolean
  /** Prefix of the Hub's own paths there, which the edge removes; empty for a single Hub. */
  hubPath: string
  /** Tokens are derived from it. */
  secret: string
  /** Programs that need not register. */
  clients: Pick<ClientDocumentsDeps, 'allowed' | 'allowedHosts'>
  clock: Clock
  log: Log
}

/** A bridge's open parts for programs that sign people in. */
export interface OpenMcpSignIn {
  addresses: HubAddresses
  signIns: ProgramSignIns
  /** For a program that was refused at the address for sign-in. */
  hint(headers: IncomingHttpHeaders): SignInHint
  /**
   * The same at the address for keys: only for a program that sends none, or a token of ours. Clients that learn of a
   * sign-in drop the key they were given.
   */
  hintForKeys(headers: IncomingHttpHeaders): SignInHint | null
  feature(this: void): Promise<ConsoleFeature>
  discovery: ReturnType<typeof createDiscovery>
  routes(app: Parameters<typeof oauthRoutes>[0]): void
}

export function openMcpSignIn({
  hub,
  store,
  access,
  isMember,
  publicUrl,
  publicUrlIsSet,
  hubPath,
  secret,
  clients,
  clock,
  log,
}: McpSignInDeps): OpenMcpSignIn {
  const events = mcpOauthEvents(log)
  const addresses = createHubAddresses({ publicUrl, publicUrlIsSet, hubPath, hub: hub.slug })
  const documents = createClientDocuments({ ...clients, clock, events })
  const programs = createPrograms({ store, clock, documents })
  const signIns = createProgramSignIns({ store, clock, secret })
  const routing: SignInRoutesDeps = {
    addresses,
    hub: hub.slug,
    name: () => hub.agent().name,
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
    signIns,
    hint({ host }) {
      const { metadata, resource } = addresses.at(host)
      return { metadataUrl: metadata, url: resource }
    },
    hintForKeys(headers) {
      const { keyMetadata, resource } = addresses.at(headers.host)
      const isKeyless = keyIn(headers)?.startsWith(ACCESS_PREFIX) ?? true
      return isKeyless ? { metadataUrl: keyMetadata, url: resource } : null
    },
    async feature() {
      const { signInFeature } = await import('./console-routes.ts')
      return signInFeature({
        signIns,
        programs,
        hubOf: (slug) => (slug === hub.slug ? { name: hub.agent().name, addresses } : null),
        mayUse: async (caller, slug) =>
          (await findMcpRefusal({ access, hub: slug, isMember }, { ...caller, role: 'user', key: null })) ===
          null,
        events,
      })
    },
    discovery: createDiscovery({
      addresses,
      name: () => hub.agent().name,
      takesClientDocuments: documents.isOn,
    }),
    routes: (app) => oauthRoutes(app, routing),
  }
}
