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
  isMember: ((accountId: string) => Promise<boolean>) | null
  publicUrl: string
  publicUrlIsSet: boolean
  hubPath: string
  secret: string
  clients: Pick<ClientDocumentsDeps, 'allowed' | 'allowedHosts'>
  clock: Clock
  log: Log
}

export interface OpenMcpSignIn {
  addresses: HubAddresses
  signIns: ProgramSignIns
  hint(headers: IncomingHttpHeaders): SignInHint
  /** Null if the client sent a personal key, because clients discard their key if a refusal names a sign-in address. */
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
    // High limits, because all people behind a proxy may share one address.
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
      const { metadata, resource } = addresses.forHost(host)
      return { metadataUrl: metadata, url: resource }
    },
    hintForKeys(headers) {
      const { keyMetadata, resource } = addresses.forHost(headers.host)
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
