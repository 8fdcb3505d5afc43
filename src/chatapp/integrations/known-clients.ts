import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Authority } from './authority.ts'
import { isDocumentClient } from './client-document.ts'
import { isForgottenClient, ProviderFailure } from './failure.ts'
import { clientRefusal, introduce } from './introduction.ts'
import { registrationOf, type Provider, type ClientRegistration } from './provider.ts'
import type { Providers } from './providers.ts'

export interface ClientWanted {
  provider: Provider
  authority: Authority
  /** The address that the provider is to send people back to. */
  redirectUri: string
  /** Whether an administrator configured that address, as opposed to only a request naming it. */
  isSure: boolean
  /** The provider has just refused our client on a person's way, so a document is replaced by a registration. */
  isRefused?: boolean
}

/** A provider at which our client is known, and the address that the client may send people back to. */
export interface KnownClient {
  provider: Provider
  redirectUri: string
}

/**
 * Our clients at providers. If the provider supports dynamic registration, ours is registered before its
 * first use, for another address, when its secret has expired, and when the provider has deleted it.
 */
export function createKnownClients({
  providers,
  clock,
  events,
}: {
  providers: Pick<Providers, 'find' | 'keepRegistration'>
  clock: Clock
  events: Pick<ChatappEvents, 'clientDocumentRefused'>
}) {
  /**
   * Concurrent requests share one client: a second registration would invalidate the first request's
   * response.
   */
  const registering = new Map<string, Promise<ClientRegistration>>()

  const registered = async (
    { provider, authority, isSure, isRefused }: ClientWanted,
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
        // A document is served at the address that an administrator named; an earlier address of ours is not.
        const isPublic = isSure || isRefused === true
        const made = await introduce({ provider, authority, redirectUri, isPublic, refusedDocument }, events)
        await providers.keepRegistration(provider.id, made)
        return made
      })().finally(() => registering.delete(key))
    registering.set(key, begun)
    const registration = await begun
    return { provider: { ...provider, client: { registration } }, redirectUri }
  }

  /** @throws ProviderFailure with a sentence for people. */
  return async (wanted: ClientWanted): Promise<KnownClient> => {
    const { provider, authority, redirectUri, isSure } = wanted
    if ('id' in provider.client) return { provider, redirectUri }
    const { registration } = provider.client
    const isOfIssuer = registration?.issuer === authority.metadata.issuer
    if (isOfIssuer && wanted.isRefused && isDocumentClient(registration))
      return registered(wanted, registration.redirectUri)
    if (isOfIssuer && (registration.redirectUri === redirectUri || !isSure))
      return (await isKnown(provider, registration, authority, clock))
        ? { provider, redirectUri: registration.redirectUri }
        : registered(wanted, registration.redirectUri)
    if (!isSure) throw new ProviderFailure(`${provider.name} is not set up yet. Ask an administrator.`)
    return registered(wanted, redirectUri)
  }
}

/** True if another process registered since this provider was read: then its client is used. */
const isAnother = ({ client }: ClientRegistration, provider: Provider): boolean =>
  client.client_id !== registrationOf(provider)?.client.client_id

const fits = (registration: ClientRegistration, { metadata }: Authority, redirectUri: string): boolean =>
  registration.issuer === metadata.issuer && registration.redirectUri === redirectUri

/**
 * Checks whether the provider still knows our registered client. An unknown client would leave people on an
 * error page of the provider without a way back, so it is checked first: providers that know us refuse an
 * invalid refresh token for another reason.
 */
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
