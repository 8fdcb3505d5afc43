import { epochSeconds, slept, type Clock } from '#ground/base/clock.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { ProviderConnection, ProviderConnections } from './connections.ts'
import { endConnection, listConnectable, readOutsideSessions } from './contract.ts'
import type { FreshTokens } from './fresh-tokens.ts'
import { sessionView, toolView } from './present.ts'
import type { Provider } from './provider.ts'
import type { Revocation } from './revocation.ts'

const MAX_WAIT_MS = 2000

export interface PersonConnectionRouteParts {
  connections: ProviderConnections
  providersFor(account: Account): Promise<Provider[]>
  /** Includes disabled providers. */
  findProvider(id: string): Promise<Provider | null>
  findAccount(id: string): Promise<Account | null>
  freshTokens: FreshTokens
  revocation: Pick<Revocation, 'revoke'>
  inBackground(work: Promise<void>): void
  clock: Clock
  events: Pick<ChatappEvents, 'connectionEnded'>
}

export function personConnectionRoutes(app: App, parts: PersonConnectionRouteParts): void {
  const { connections, clock } = parts

  app.handle(listConnectable, async ({ visitor: { account } }) => {
    const [providers, known] = await Promise.all([parts.providersFor(account), connections.list(account.id)])
    const now = epochSeconds(clock)
    return providers.map((provider) => {
      const connection = known.find(({ providerId }) => providerId === provider.id) ?? null
      return toolView(provider, connection, account.id, now)
    })
  })

  app.handle(readOutsideSessions, async ({ params, query: { provider: only }, reply }) => {
    const account = await parts.findAccount(params.id)
    if (!account) throw new ChatappRefused('account_missing')
    const providers = new Map((await parts.providersFor(account)).map((one) => [one.id, one]))
    const wanted = (await connections.list(account.id)).filter(
      ({ providerId }) => providers.has(providerId) && (only === undefined || providerId === only),
    )
    if (wanted.length === 0) throw new ChatappRefused('outside_connections_missing')
    reply.header('cache-control', 'no-store')
    return Promise.all(
      wanted.map((connection) => view(connection, providers.get(connection.providerId)!, only !== undefined)),
    )
  })

  const view = async (connection: ProviderConnection, provider: Provider, alone: boolean) => {
    const fresh = await parts.freshTokens.fresh(provider, connection)
    if (!fresh.ok && alone) throw new ChatappRefused('provider_not_reached', { 'retry-after': '5' })
    const shown = fresh.ok ? fresh.value : { ...connection, refreshFailedAt: epochSeconds(clock) }
    return sessionView(shown, provider, epochSeconds(clock))
  }

  app.handle(endConnection, async ({ visitor: { account }, params: { name: server }, query }) => {
    const removed = await connections.remove(account.id, server)
    if (!removed) throw new ChatappRefused('outside_connection_missing')
    const provider = await parts.findProvider(server)
    const ending = (
      provider ? parts.revocation.revoke(provider, removed) : Promise.resolve('failed' as const)
    ).then((revoked) => {
      parts.events.connectionEnded({ account: account.id, provider: server, revoked })
      return revoked
    })
    if (query.report) return { status: true, revoked: await ending }
    // The connection is already deleted, so a slow revocation may continue in the background.
    parts.inBackground(ending.then(() => {}))
    const isEnded = new AbortController()
    void ending.finally(() => isEnded.abort())
    await slept(clock, MAX_WAIT_MS, isEnded.signal)
    return true as const
  })
}
