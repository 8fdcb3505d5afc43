import * as oauth from 'openid-client'
import { oauthErrorOf } from '#chatapp/integrations/failure.ts'
import type { IdentityProvider } from './provider.ts'

export type AuthorizationUrls = ReturnType<typeof createAuthorizationUrls>

/**
 * Builds the authorization addresses for browsers. A provider may require pushed authorization requests (RFC
 * 9126) of all clients, as its metadata declares, or of this client alone, which only a refusal reveals.
 */
export function createAuthorizationUrls() {
  /** Ids of providers that refused a request which was not pushed. */
  const pushed = new Set<string>()

  return {
    /**
     * @returns Null when the provider requires pushed requests and names no endpoint for them.
     * @throws Error when the provider refuses the pushed request or does not answer.
     */
    async urlFor(
      provider: Pick<IdentityProvider, 'id'>,
      config: oauth.Configuration,
      parameters: Record<string, string>,
    ): Promise<URL | null> {
      const metadata = config.serverMetadata()
      const hasEndpoint = metadata.pushed_authorization_request_endpoint !== undefined
      if (metadata['require_pushed_authorization_requests'] === true)
        return hasEndpoint ? oauth.buildAuthorizationUrlWithPAR(config, parameters) : null
      if (!hasEndpoint || !pushed.has(provider.id)) return oauth.buildAuthorizationUrl(config, parameters)
      try {
        return await oauth.buildAuthorizationUrlWithPAR(config, parameters)
      } catch (error) {
        if (oauthErrorOf(error) === null) throw error
        // A forged refusal must not block ordinary requests.
        pushed.delete(provider.id)
        return oauth.buildAuthorizationUrl(config, parameters)
      }
    },

    /** The provider refused a request that was not pushed. */
    pushFromNowOn: (provider: Pick<IdentityProvider, 'id'>): void => void pushed.add(provider.id),
  }
}
