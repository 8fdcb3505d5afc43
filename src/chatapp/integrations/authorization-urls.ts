import * as oauth from 'openid-client'
import { oauthErrorOf } from './failure.ts'

export interface AuthorizationUrl {
  url: URL
  /** True if the authorization request was pushed (RFC 9126). */
  isPushed: boolean
}

export type AuthorizationUrls = ReturnType<typeof createAuthorizationUrls>

/**
 * Some providers announce in their metadata that requests must be pushed (RFC 9126). Others only refuse unpushed
 * requests.
 */
export function createAuthorizationUrls() {
  const pushed = new Set<string>()

  return {
    /**
     * @param mustPush The provider has just refused a request that was not pushed.
     * @returns Null if the provider requires pushed requests but has no endpoint for them.
     * @throws Error if the provider refuses the pushed request or is unreachable.
     */
    async urlFor(
      provider: { id: string },
      config: oauth.Configuration,
      parameters: Record<string, string>,
      { mustPush = false } = {},
    ): Promise<AuthorizationUrl | null> {
      const metadata = config.serverMetadata()
      const hasEndpoint = metadata.pushed_authorization_request_endpoint !== undefined
      if (mustPush || metadata['require_pushed_authorization_requests'] === true)
        return hasEndpoint ? pushedRequest(config, parameters) : null
      if (!hasEndpoint || !pushed.has(provider.id)) return plainRequest(config, parameters)
      try {
        return await pushedRequest(config, parameters)
      } catch (error) {
        if (oauthErrorOf(error) === null) throw error
        // Anyone can forge a refusal that demands a push, so requests without a push must stay possible.
        pushed.delete(provider.id)
        return plainRequest(config, parameters)
      }
    },

    pushFromNowOn: (provider: { id: string }): void => void pushed.add(provider.id),
  }
}

const pushedRequest = async (config: oauth.Configuration, parameters: Record<string, string>) => ({
  url: await oauth.buildAuthorizationUrlWithPAR(config, parameters),
  isPushed: true,
})

/** The endpoint may have a query (RFC 6749, 3.1). `set` prevents duplicate parameters. */
function plainRequest(config: oauth.Configuration, parameters: Record<string, string>): AuthorizationUrl {
  const url = oauth.buildAuthorizationUrl(config, parameters)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url, isPushed: false }
}
