import * as oauth from 'openid-client'
import type { Clock } from '#ground/base/clock.ts'
import { metadataOf } from '#chatapp/integrations/authority.ts'
import { authenticationBy, preferredMethod } from '#chatapp/integrations/client.ts'
import { outgoingFor } from '#chatapp/integrations/outgoing.ts'
import { asTheStandardSays } from '#chatapp/integrations/token-endpoint.ts'
import type { IdentityProvider } from './provider.ts'

const FRESH_MS = 10 * 60_000

/** Us as a client of each provider, by what the provider says of itself; asked anew every ten minutes. */
export function createClients({ clock }: { clock: Clock }) {
  const known = new Map<string, { until: number; client: Promise<oauth.Configuration> }>()
  return {
    /** @throws ProviderFailure */
    async of(provider: IdentityProvider): Promise<oauth.Configuration> {
      const found = known.get(provider.id)
      if (found && found.until > clock.now()) return found.client
      const entry = { until: clock.now() + FRESH_MS, client: discover(provider, clock) }
      known.set(provider.id, entry)
      entry.client.catch(() => {
        if (known.get(provider.id) === entry) known.delete(provider.id)
      })
      return entry.client
    },
    forget: (providerId: string) => void known.delete(providerId),
  }
}

export type Clients = ReturnType<typeof createClients>

async function discover(provider: IdentityProvider, clock: Clock): Promise<oauth.Configuration> {
  const { issuer, clientId, clientSecret } = provider
  const outgoing = outgoingFor(issuer, [], { clock })
  const metadata = await metadataOf(issuer, ['oidc'], outgoing)
  const authentication = authenticationBy(clientSecret, preferredMethod(metadata))
  const client = new oauth.Configuration(metadata, clientId, undefined, authentication)
  oauth.allowInsecureRequests(client) // `outgoing` judges addresses, those of plain http too
  oauth.enableNonRepudiationChecks(client) // signatures of ID tokens
  client[oauth.customFetch] = asTheStandardSays(outgoing, metadata.token_endpoint ?? '')
  return client
}
