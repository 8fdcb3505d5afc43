import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Authority } from './authority.ts'
import { isDocumentClient } from './client-document.ts'
import { isForgottenClient, ProviderFailure } from './failure.ts'
import { clientRefusal, introduce } from './introduction.ts'
import { registrationOf, type Provider, type Registration } from './provider.ts'
import type { Providers } from './providers.ts'

export interface ClientWanted {
  provider: Provider
  authority: Authority
  /** The address that the provider is to send people back to. */
  redirectUri: string
  /** Whether that address is an administrator's word, and not only what a request says. */
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
 * Our clients at providers. Where the provider takes clients that register themselves, ours is registered before it is
 * first used, for another address, when its secret has run out, and when the provider has forgotten it.
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
  /** Two who come at once are sent on with one client: a second would make the first one's answer void. */
  const registering = new Map<string, Promise<Registration>>()

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

/** Whether somebody registered since this provider was read: whoever comes a little later takes that client. */
const isAnother = ({ client }: Registration, provider: Provider): boolean =>
  client.client_id !== registrationOf(provider)?.client.client_id

const fits = (registration: Registration, { metadata }: Authority, redirectUri: string): boolean =>
  registration.issuer === metadata.issuer && registration.redirectUri === redirectUri

/**
 * Whether the provider still knows the client that it registered. One that does not leaves people on an error page of
 * its own and sends nobody back, so it is asked first: a refresh token that never was is refused for another reason by
 * those who know us.
 */
async function isKnown(
  provider: Provider,
  { client }: Registration,
  authority: Authority,
  clock: Clock,
): Promise<boolean> {
  const until = client['client_secret_expires_at']
  if (typeof until === 'number' && until > 0 && until <= epochSeconds(clock)) return false
  return !isForgottenClient(await clientRefusal(provider, authority))
}
