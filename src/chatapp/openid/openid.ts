import type { FastifyRequest } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { Store } from '#ground/store/store.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { CookiePolicy } from '#chatapp/accounts/sessions/cookie.ts'
import type { SignInRecords } from '#chatapp/accounts/sessions/sign-ins/records.ts'
import type { SessionOrigin, Sessions } from '#chatapp/accounts/sessions/sessions.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { publicOriginOf } from '#chatapp/integrations/integrations.ts'
import { createSealer } from '#ground/base/sealing.ts'
import { createOpenidAttempts } from './attempts.ts'
import { createClients } from './clients.ts'
import { createAssignedGroups } from './assigned-groups.ts'
import { createIdentities } from './identities.ts'
import { identityRoutes } from './identity-routes.ts'
import { createAdmission, type AdmissionParts } from './admit-account.ts'
import { logoutRoutes } from './logout-routes.ts'
import { createProviderSessions } from './provider-sessions.ts'
import type { IdentityProvider, ReadProviders } from './provider.ts'
import { openidSignInRoutes } from './routes.ts'
import { createSigningIn } from './signing-in.ts'

export interface OpenIdParts extends Omit<
  AdmissionParts,
  'identities' | 'assignedGroups' | 'settings' | 'events'
> {
  store: Store
  clock: Clock
  secret: string
  providers: ReadProviders
  sessions: Sessions
  signInRecords: SignInRecords
  settings: SiteSettings
  cookies: CookiePolicy
  originFor: OwnAddress['originFor']
  onSessionsEnded?: ((emails: readonly string[]) => void) | undefined
  events: ChatappEvents
}

export function createOpenId(parts: OpenIdParts) {
  const { store, clock, providers } = parts
  const attempts = createOpenidAttempts({ sealer: createSealer(parts.secret, 'signing in'), clock })
  const clients = createClients({ clock })
  const signingIn = createSigningIn({ clients, attempts })
  const identities = createIdentities({ store, clock })
  const admitAccount = createAdmission({
    ...parts,
    identities,
    assignedGroups: createAssignedGroups({ store, clock }),
  })
  const sealer = createSealer(parts.secret, 'identity tokens')
  const providerSessions = createProviderSessions({ store, sealer })
  const publicOrigin = async (request: FastifyRequest) => (await publicOriginOf(parts, request)).origin
  return {
    routes(app: App): void {
      openidSignInRoutes(app, {
        ...parts,
        signingIn,
        attempts,
        admit: admitAccount,
        providerSessions,
        publicOrigin,
      })
      identityRoutes(app, { ...parts, identities })
    },

    /** @param app Must accept form bodies */
    logoutRoutes: (app: App): void => logoutRoutes(app, { ...parts, clients, providerSessions }),

    async signOutAddress(origin: SessionOrigin, request: FastifyRequest): Promise<string | null> {
      const idToken = providerSessions.idTokenOf(origin)
      const audience = idToken === null ? [] : await audienceOf(idToken)
      const provider = entryFor(await providers(), origin, audience)
      if (!provider) return null
      const backTo = `${await publicOrigin(request)}/auth`
      const hint = audience.includes(provider.clientId) ? idToken : null
      return (await signingIn.endingOf(provider, backTo, hint))?.href ?? null
    },
  }
}

function entryFor(
  providers: readonly IdentityProvider[],
  { provider: id, issuer }: SessionOrigin,
  audience: readonly string[],
): IdentityProvider | undefined {
  const own = providers.find((provider) => provider.id === id && provider.issuer === issuer)
  if (own) return own.signOut ? own : undefined
  const others = providers.filter((provider) => provider.issuer === issuer && provider.signOut)
  return others.find(({ clientId }) => audience.includes(clientId)) ?? others[0]
}

async function audienceOf(idToken: string): Promise<string[]> {
  const { decodeJwt } = await import('jose/jwt/decode')
  return [decodeJwt(idToken).aud ?? []].flat()
}
