import * as oauth from 'openid-client'
import { oauthErrorOf } from './failure.ts'

export interface AuthorizationUrl {
  url: URL
  /** Whether the parameters were pushed, so that a refusal has another reason. */
  isPushed: boolean
}

export type AuthorizationUrls = ReturnType<typeof createAuthorizationUrls>

/**
 * Builds the addresses that browsers are sent to. A provider may require pushed authorization requests (RFC 9126) of all
 * clients, which its description says, or of this client alone, which only a refusal reveals.
 */
export function createAuthorizationUrls() {
  /** Ids of providers that refused a request which was not pushed. */
  const pushed = new Set<string>()

  return {
    /**
     * @param mustPush The provider has just refused this person's request because it was not pushed.
     * @returns Null when the provider requires pushed requests and names no endpoint for them.
     * @throws Error when the provider refuses the pushed request or does not answer.
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
        // A forged refusal must not block ordinary requests.
        pushed.delete(provider.id)
        return plainRequest(config, parameters)
      }
    },

    /** The provider refused a request that was not pushed. */
    pushFromNowOn: (provider: { id: string }): void => void pushed.add(provider.id),
  }
}

const pushedRequest = async (config: oauth.Configuration, parameters: Record<string, string>) => ({
  url: await oauth.buildAuthorizationUrlWithPAR(config, parameters),
  isPushed: true,
})

/** The endpoint may have a query of its own (RFC 6749, 3.1), but no parameter may come twice. */
function plainRequest(config: oauth.Configuration, parameters: Record<string, string>): AuthorizationUrl {
  const url = oauth.buildAuthorizationUrl(config, parameters)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { url, isPushed: false }
}
