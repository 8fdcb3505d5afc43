import * as oauth from 'openid-client'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newToken } from '#ground/base/ids.ts'
import { isServiceMisconfigured, oauthErrorOf, oauthFailureReason } from '#chatapp/integrations/failure.ts'
import { createClients } from './clients.ts'
import type { IdentityProvider } from './provider.ts'

/**
 * Reads the provider's metadata and keys, and sends an invalid code to its token endpoint: the provider authenticates
 * the client before it refuses the code.
 *
 * @returns Null if people can sign in; otherwise the problem with its remedy.
 */
export async function tryProvider(
  provider: IdentityProvider,
  { redirectUri, clock }: { redirectUri: string; clock: Clock },
): Promise<string | null> {
  try {
    const client = await createClients({ clock }).of(provider)
    if ((await client.keys()).keys.length === 0)
      return 'The provider publishes no signing keys. Check the issuer.'
    return await tryCredentials(client.config, redirectUri)
  } catch (error) {
    if (issuerIn(error) !== null)
      return `The provider’s issuer is ${issuerIn(error)}. Enter exactly this issuer.`
    const certificate = describeCertificateTrouble(error)
    return `The provider’s metadata can’t be read (${certificate ?? oauthFailureReason(error)}). Check the issuer, and that this machine may connect to it.`
  }
}

async function tryCredentials(config: oauth.Configuration, redirectUri: string): Promise<string | null> {
  try {
    await oauth.genericGrantRequest(config, 'authorization_code', {
      code: newToken(),
      redirect_uri: redirectUri,
      code_verifier: oauth.randomPKCECodeVerifier(),
    })
    return 'The provider accepted an invalid code. Check that the issuer is an OpenID provider.'
  } catch (error) {
    const code = oauthErrorOf(error)
    if (code === 'invalid_grant') return null
    const reason = oauthFailureReason(error)
    if (code === 'unauthorized_client')
      return `The provider does not allow the authorization code flow for this client (${reason}). Register a web application there.`
    if (isServiceMisconfigured(code))
      return `The provider refused the client id or the client secret (${reason}). Copy both from the client that is registered there.`
    return `The provider’s token endpoint gave no valid answer (${reason}). Check the client, and that ${redirectUri} is registered as its redirect address.`
  }
}

/** The issuer that the provider names, if it differs from the address; null for other errors. */
function issuerIn(error: unknown): string | null {
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const { code, cause } = inner as {
      code?: string
      cause?: { attribute?: string; body?: { issuer?: unknown } }
    }
    const issuer = cause?.body?.issuer
    if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' && typeof issuer === 'string') return issuer
  }
  return null
}
