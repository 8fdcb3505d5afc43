import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused, unwrap } from '#ground/api/errors.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { beginJourney, listConnections, readJourney } from './contract.ts'
import { unmetScopes, type Journey } from './journey.ts'
import { authorizePath } from './link.ts'
import type { Journeys } from './journeys.ts'
import { ownJourney, type OwnJourneyDeps } from './own-journey.ts'
import { connectionView, journeyView } from './present.ts'
import type { ConnectionProviders } from './providers.ts'
import type { ConnectionList } from './schema.ts'
import type { Uses } from './uses.ts'

export interface RoutesDeps extends Omit<OwnJourneyDeps, 'journeys'> {
  /** Null if connection pages are disabled. */
  journeys: Journeys | null
  providers: ConnectionProviders
  connections: Pick<ChatappClient['connections'], 'of'>
  uses: Pick<Uses, 'of'>
  secret: string
  hubNames(slugs: readonly string[]): Promise<ReadonlyMap<string, string>>
}

export const connectionsFeature = (deps: RoutesDeps): ConsoleFeature => ({
  routes(app) {
    app.handle(listConnections, async ({ caller }) => connectionsOf(deps, caller))
    app.handle(beginJourney, async ({ caller, body }) => {
      const journeys = journeysOf(deps)
      const { provider, userId } = await providerFor(deps, caller, body.provider)
      const { id, name } = provider
      const wanted = { hub: null, email: caller.email, userId, provider: id, name, tool: null }
      const scopes = await missingScopes(deps, { email: caller.email, userId, provider: id })
      const lack = scopes.length > 0 ? ('scope_missing' as const) : ('asked' as const)
      const journey = await journeys.ask({ ...wanted, lack, scopes, chatId: null })
      return viewOf(deps, journey)
    })
    app.handle(readJourney, async ({ caller, params: { id } }) =>
      viewOf(deps, unwrap(await ownJourney({ ...deps, journeys: journeysOf(deps) }, id, caller))),
    )
  },
})

const journeysOf = ({ journeys }: RoutesDeps): Journeys => {
  if (!journeys)
    throw new ApiRefused('not_found', 'Connection pages are off: `SVC_CONNECT_JOURNEY` turns them on.')
  return journeys
}

const UNAVAILABLE = () =>
  new ApiRefused('chatapp_unavailable', 'The web chat does not answer. Try again soon.')

const theirs = async ({ providers }: RoutesDeps, { email }: { email: string }) => {
  const found = await providers.for(email)
  if (!found.ok) throw UNAVAILABLE()
  return found.value
}

async function providerFor(deps: RoutesDeps, caller: { email: string }, wanted: string) {
  const { person, providers } = await theirs(deps, caller)
  const provider = providers.find(({ id }) => id === wanted)
  if (!provider) throw new ApiRefused('not_found', `There is no provider “${wanted}” that you may connect.`)
  return { provider, userId: person.userId }
}

async function missingScopes(
  { connections, journeys }: RoutesDeps,
  { email, userId, provider }: { email: string; userId: string; provider: string },
): Promise<string[]> {
  const stored = await connections.of(userId, provider)
  if (!stored.ok) throw UNAVAILABLE()
  if (!stored.value[0] || !journeys) return []
  return unmetScopes(await journeys.newest(email), { userId, provider, granted: stored.value[0].scopes })
}

async function viewOf(deps: RoutesDeps, journey: Journey) {
  const [found, names] = await Promise.all([
    deps.providers.for(journey.email),
    deps.hubNames(journey.hub === null ? [] : [journey.hub]),
  ])
  const provider = found.ok ? found.value.providers.find(({ id }) => id === journey.provider) : undefined
  const asked = provider?.scopes ?? []
  return journeyView(journey, {
    hubName: journey.hub === null ? null : (names.get(journey.hub) ?? null),
    requested: asked,
    withheld: await journeysOf(deps).withheld(journey, asked),
    authorize: authorizePath(deps.secret, journey),
  })
}

/** Leaves out accounts at unavailable providers, because no Hub receives tokens of these accounts. */
async function connectionsOf(deps: RoutesDeps, caller: { email: string }): Promise<ConnectionList> {
  const { person, providers } = await theirs(deps, caller)
  const [stored, uses] = await Promise.all([deps.connections.of(person.userId), deps.uses.of(caller.email)])
  if (!stored.ok) throw UNAVAILABLE()
  const names = await deps.hubNames([...new Set(uses.map(({ hub }) => hub))])
  const asking = (await deps.journeys?.newest(caller.email)) ?? []
  const items = providers
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map((provider) => {
      const connection = stored.value.find((one) => one.provider === provider.id)
      const providerAccess = {
        userId: person.userId,
        provider: provider.id,
        granted: connection?.scopes ?? [],
      }
      return connectionView(provider, connection, {
        unmet: connection ? unmetScopes(asking, providerAccess) : [],
        used: uses
          .filter((use) => use.provider === provider.id)
          .map(({ hub, lastUsedAt }) => ({
            hub,
            name: names.get(hub) ?? hub,
            last_used_at: new Date(lastUsedAt).toISOString(),
          })),
      })
    })
  return { items, journeys: deps.journeys !== null }
}
