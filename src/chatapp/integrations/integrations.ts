import type { FastifyRequest } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import { originOf, type OwnAddress } from '#ground/base/network/own-address.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { Accounts } from '#chatapp/accounts/accounts.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Groups } from '#chatapp/accounts/groups/groups.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import { createAuthorities } from './authority.ts'
import { createAuthorization } from './authorization.ts'
import { createAuthorizationUrls } from './authorization-urls.ts'
import { personConnectionRoutes } from './connection-routes.ts'
import { createStoredConnections, type ProviderConnection } from './connections.ts'
import { flowRoutes } from './flow-routes.ts'
import { createFlows } from './flows.ts'
import { createFreshTokens } from './fresh-tokens.ts'
import type { Provider } from './provider.ts'
import { providerRoutes } from './provider-routes.ts'
import { createProviders, type Gone, type Providers } from './providers.ts'
import { createRevocation } from './revocation.ts'
import { createSealer } from '#ground/base/sealing.ts'

export interface IntegrationParts {
  store: Store
  clock: Clock
  secret: string
  /** Key with which Hubs sign the scopes in their links for connecting an account. */
  consentSecret: string
  accounts: Pick<Accounts, 'find'>
  groups: Pick<Groups, 'idsOf'>
  settings: Pick<SiteSettings, 'read'>
  originFor: OwnAddress['originFor']
  events: ChatappEvents
}

export interface Integrations extends AsyncDisposable {
  routes(app: App): void
  /** Revokes all tokens of the account. Their rows are deleted with the account. */
  endAllOf(accountId: string): Promise<void>
}

export function createIntegrations(parts: IntegrationParts): Integrations {
  const { store, clock, events } = parts
  const sealer = createSealer(parts.secret, 'outside connections')
  const outgoing = { clock }
  const providers = createProviders({ store, clock, sealer })
  const connections = createStoredConnections({ store, clock, sealer })
  const flows = createFlows({ store, clock, sealer })
  const authorities = createAuthorities(outgoing)
  const revocation = createRevocation({ authorities, events })
  const background = createBackground()
  const authorization = createAuthorization({
    providers,
    authorities,
    authorizationUrls: createAuthorizationUrls(),
    flows,
    connections,
    clock,
    revokeTokens: (provider, connection) => background.add(revocation.revokeAll([{ provider, connection }])),
    events,
  })
  const freshTokens = createFreshTokens({
    connections,
    authorities,
    clock,
    revokeTokens: revocation.revoke,
    documentOrigin: () => configuredOrigin(parts.settings),
    events,
  })

  const { providersFor, providerFor } = allowedProviders(parts.groups, providers)
  const publicOrigin = (request: FastifyRequest) => publicOriginOf(parts, request)

  const ending = async <T>(change: (gone: Gone) => Promise<T>): Promise<{ value: T; ended: number }> => {
    const before = await providers.list()
    const ended: { provider: Provider; connection: ProviderConnection }[] = []
    const value = await change(async (tx, ids) => {
      for (const connection of await connections.ofProviders(ids, tx)) {
        const provider = before.find(({ id }) => id === connection.providerId)
        if (provider) ended.push({ provider, connection })
      }
      await connections.removeOfProviders(tx, ids)
      await flows.removeOfProviders(tx, ids)
    })
    background.add(revocation.revokeAll(ended))
    return { value, ended: ended.length }
  }

  return {
    routes(app) {
      providerRoutes(app, {
        providers,
        connections,
        outgoing,
        publicOrigin,
        ending,
        events,
      })
      flowRoutes(app, { authorization, consentSecret: parts.consentSecret, providerFor, publicOrigin })
      personConnectionRoutes(app, {
        connections,
        providersFor,
        findProvider: providers.find,
        findAccount: parts.accounts.find,
        freshTokens,
        revocation,
        inBackground: background.add,
        clock,
        events,
      })
    },

    async endAllOf(accountId) {
      const all = new Map((await providers.list()).map((provider) => [provider.id, provider]))
      const ended = (await connections.list(accountId)).flatMap((connection) => {
        const provider = all.get(connection.providerId)
        return provider ? [{ provider, connection }] : []
      })
      background.add(revocation.revokeAll(ended))
    },

    async [Symbol.asyncDispose]() {
      await background.settled()
    },
  }
}

function allowedProviders(groups: IntegrationParts['groups'], providers: Providers) {
  const groupIdsOf = async ({ id }: Account) => (await groups.idsOf([id])).get(id) ?? []
  return {
    async providersFor(account: Account): Promise<Provider[]> {
      const [all, groupIds] = await Promise.all([providers.list(), groupIdsOf(account)])
      return all.filter((provider) => mayConnect(account, groupIds, provider))
    },
    async providerFor(account: Account, id: string): Promise<Provider | null> {
      const provider = await providers.find(id)
      return provider && mayConnect(account, await groupIdsOf(account), provider) ? provider : null
    },
  }
}

export async function publicOriginOf(
  { settings, originFor }: Pick<IntegrationParts, 'settings' | 'originFor'>,
  request: FastifyRequest,
): Promise<{ origin: string; isSure: boolean }> {
  const configured = await configuredOrigin(settings)
  const origin = configured ?? originFor(request.headers.host) ?? ''
  return { origin, isSure: configured !== null }
}

async function configuredOrigin(settings: IntegrationParts['settings']): Promise<string | null> {
  const url = (await settings.read()).get('webui.url')
  return url ? originOf(url) : null
}

function createBackground() {
  const running = new Set<Promise<void>>()
  return {
    add(work: Promise<void>): void {
      running.add(work)
      void work.finally(() => running.delete(work))
    },
    settled: () => Promise.allSettled(running),
  }
}

/** If the provider has no access list, only administrators may connect. */
function mayConnect(
  account: Pick<Account, 'id' | 'role'>,
  groupIds: readonly string[],
  { enabled, grants }: Pick<Provider, 'enabled' | 'grants'>,
): boolean {
  if (!enabled || account.role === 'pending') return false
  if (account.role === 'admin') return true
  return grants.some(({ principal_type: type, principal_id: id }) =>
    type === 'group' ? groupIds.includes(id) : id === '*' || id === account.id,
  )
}
