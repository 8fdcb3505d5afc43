import type { FastifyRequest } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { CookiePolicy } from '#chatapp/accounts/sessions/cookie.ts'
import type { SignInRecords } from '#chatapp/accounts/sessions/sign-ins/records.ts'
import type { Sessions } from '#chatapp/accounts/sessions/sessions.ts'
import type { Settings } from '#chatapp/accounts/settings/settings.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { publicOriginOf } from '#chatapp/integrations/integrations.ts'
import { createSealer } from '#ground/base/sealing.ts'
import { createAttempts } from './attempts.ts'
import { createClients } from './clients.ts'
import { createGivenGroups } from './given-groups.ts'
import { createIdentities } from './identities.ts'
import { identityRoutes } from './identity-routes.ts'
import { createLettingIn, type LettingInParts } from './letting-in.ts'
import type { IdentityProvider } from './provider.ts'
import { signInRoutes } from './routes.ts'
import { createSigningIn } from './signing-in.ts'

export interface OpenIdParts extends Omit<
  LettingInParts,
  'identities' | 'givenGroups' | 'settings' | 'events'
> {
  store: Store
  clock: Clock
  /** What browsers carry is sealed with a key derived from it. */
  secret: string
  providers: readonly IdentityProvider[]
  sessions: Sessions
  signInRecords: SignInRecords
  settings: Settings
  cookies: CookiePolicy
  originFor: OwnAddress['originFor']
  events: ChatappEvents
}

/** Signing in at identity providers. */
export function createOpenId(parts: OpenIdParts) {
  const { store, clock, providers } = parts
  const attempts = createAttempts({ sealer: createSealer(parts.secret, 'signing in'), clock })
  const signingIn = createSigningIn({ clients: createClients({ clock }), attempts })
  const identities = createIdentities({ store, clock })
  const letIn = createLettingIn({ ...parts, identities, givenGroups: createGivenGroups({ store, clock }) })
  const publicOrigin = async (request: FastifyRequest) => (await publicOriginOf(parts, request)).origin
  return {
    routes(app: App): void {
      signInRoutes(app, { ...parts, signingIn, letIn, publicOrigin })
      identityRoutes(app, { ...parts, identities })
    },

    /** Where signing out goes on at somebody's identity provider; null where it doesn't. */
    async signOutAddress({ oauth }: Account, request: FastifyRequest): Promise<string | null> {
      const own = Object.keys(oauth ?? {})
      const provider = providers.find(({ id, signOut }) => signOut && own.includes(id))
      if (!provider) return null
      return (await signingIn.endingOf(provider, `${await publicOrigin(request)}/auth`))?.href ?? null
    },
  }
}
