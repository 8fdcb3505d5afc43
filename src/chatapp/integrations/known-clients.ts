import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Authority } from './authority.ts'
import { isDocumentClient } from './client-document.ts'
import { isForgottenClient, ProviderFailure } from './failure.ts'
import { clientRefusal, introduce } from './introduction.ts'
import { registrationOf, type Provider, type ClientRegistration } from './provider.ts'
import type { Providers } from './providers.ts'

export interface ClientRequest {
  provider: Provider
  authority: Authority
  redirectUri: string
  isSure: boolean
  /** True if the provider has just refused the client. A registered client then replaces the client document. */
  isRefused?: boolean
}

export interface KnownClient {
  provider: Provider
  redirectUri: string
}

export function createKnownClients({
  providers,
  clock,
  events,
}: {
  providers: Pick<Providers, 'find' | 'keepRegistration'>
  clock: Clock
  events: Pick<ChatappEvents, 'clientDocumentRefused'>
}) {
  /** Concurrent flows share a registration, because a second registration would invalidate the first. */
  const registering = new Map<string, Promise<ClientRegistration>>()

  const registered = async (
    { provider, authority, isSure, isRefused }: ClientRequest,
    redirectUri: string,
  ): Promise<KnownClient> => {
    const key = `${provider.id} ${redirectUri}`
    const begun =
      registering.get(key) ??
      (async () => {
        const others = registrationOf(await providers.find(provider.id))
        if (others && isAnother(others, provider) && fits(others, authority, redirectUri)) return others
        const before = registrationOf(provider)
        const isOfIssuer = before?.issuer === authority.metadata.issuer
        const refused = isRefused ? before?.client.client_id : before?.refusedDocument
        const refusedDocument = isOfIssuer ? refused : undefined
        const isPublic = isSure || isRefused === true
        const made = await introduce({ provider, authority, redirectUri, isPublic, refusedDocument }, events)
        await providers.keepRegistration(provider.id, made)
        return made
      })().finally(() => registering.delete(key))
    registering.set(key, begun)
    const registration = await begun
    return { provider: { ...provider, client: { registration } }, redirectUri }
  }

  return async (request: ClientRequest): Promise<KnownClient> => {
    const { provider, authority, redirectUri, isSure } = request
    if ('id' in provider.client) return { provider, redirectUri }
    const { registration } = provider.client
    const isOfIssuer = registration?.issuer === authority.metadata.issuer
    if (isOfIssuer && request.isRefused && isDocumentClient(registration))
      return registered(request, registration.redirectUri)
    if (isOfIssuer && (registration.redirectUri === redirectUri || !isSure))
      return (await isKnown(provider, registration, authority, clock))
        ? { provider, redirectUri: registration.redirectUri }
        : registered(request, registration.redirectUri)
    if (!isSure) throw new ProviderFailure(`${provider.name} is not set up yet. Ask an administrator.`)
    return registered(request, redirectUri)
  }
}

const isAnother = ({ client }: ClientRegistration, provider: Provider): boolean =>
  client.client_id !== registrationOf(provider)?.client.client_id

const fits = (registration: ClientRegistration, { metadata }: Authority, redirectUri: string): boolean =>
  registration.issuer === metadata.issuer && registration.redirectUri === redirectUri

/** Checked before the redirect, because the provider would show an error page for a client that it has forgotten. */
async function isKnown(
  provider: Provider,
  { client }: ClientRegistration,
  authority: Authority,
  clock: Clock,
): Promise<boolean> {
  const until = client['client_secret_expires_at']
  if (typeof until === 'number' && until > 0 && until <= epochSeconds(clock)) return false
  return !isForgottenClient(await clientRefusal(provider, authority))
}
