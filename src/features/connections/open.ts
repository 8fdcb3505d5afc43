import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { createAccessLog } from './access-log.ts'
import { createPersonConnections, type PersonConnections } from './connections.ts'
import { connectionEvents } from './log-events.ts'
import { createJourneyRows } from './journey-rows.ts'
import { createJourneys } from './journeys.ts'
import { connectionLinks } from './link.ts'
import { createConnectionProviders } from './providers.ts'
import { createConnectionTokens } from './tokens.ts'
import { connectAccountTool } from './tools.ts'
import { createUses } from './uses.ts'
import { createHubCards } from '#core/access/hub-cards.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import type { PortalFeature } from '#ground/api/portal.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Log } from '#ground/base/log.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Store } from '#ground/store/store.ts'

export interface OpenConnectionsDeps {
  hub: string
  hasJourneys: boolean
  /** Signs the cookies of journeys, and the scopes that a journey requests. */
  secret: string
  /** Public address without a path. */
  publicUrl: string
  store: Store
  accessChanges: Pick<AccessChanges, 'append'>
  chatapp: ChatappClient
  clock: Clock
  log: Log
}

export interface OpenConnections extends AsyncDisposable {
  readonly connections: PersonConnections
  feature(this: void): Promise<ConsoleFeature>
  pages(this: void): Promise<PortalFeature>
  readonly tools: readonly Tool[]
}

export function openPersonConnections(parts: OpenConnectionsDeps): OpenConnections {
  const { hub, publicUrl, secret, store, chatapp, clock } = parts
  const events = connectionEvents(parts.log)
  const stored = chatapp.connections
  const links = connectionLinks(publicUrl)
  const providers = createConnectionProviders({ chatapp, clock })
  const tokens = createConnectionTokens({ connections: stored, clock })
  const uses = createUses({ store, clock, onFailure: events.useNotNoted })
  const journeys = parts.hasJourneys
    ? createJourneys({
        rows: createJourneyRows(store),
        connections: stored,
        onConnected: ({ userId, provider }) => tokens.forget(userId, provider),
        newId,
        clock,
        events,
      })
    : null
  const recordRefusal = createAccessLog({ ...parts })
  const cards = createHubCards({ store, clock })
  const hubNames = async (slugs: readonly string[]) =>
    new Map([...(await cards.read(slugs))].map(([slug, { name }]) => [slug, name]))
  const own = { recordRefusal, events, providers }
  return {
    connections: createPersonConnections({ hub, journeys, links, providers, tokens, uses }),
    async feature() {
      const { connectionsFeature } = await import('./routes.ts')
      return connectionsFeature({ ...own, journeys, connections: stored, uses, hubNames, secret })
    },
    async pages() {
      const { connectionPages } = await import('./pages.ts')
      const isSecure = publicUrl.startsWith('https:')
      return connectionPages(journeys && { ...own, journeys, secret, isSecure })
    },
    tools: journeys ? [connectAccountTool({ hub, journeys, providers, connections: stored, links })] : [],
    [Symbol.asyncDispose]: () => uses[Symbol.asyncDispose](),
  }
}
