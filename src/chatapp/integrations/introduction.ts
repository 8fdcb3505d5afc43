import { refreshTokenGrant } from 'openid-client'
import { newToken } from '#ground/base/ids.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { Authority } from './authority.ts'
import { clientDocumentFor, readsClientDocuments } from './client-document.ts'
import { clientOf, register } from './client.ts'
import { isRefreshTokenExpired, oauthErrorOf, ProviderFailure } from './failure.ts'
import type { Provider, ClientRegistration } from './provider.ts'

export interface Introduction {
  provider: Provider
  authority: Authority
  redirectUri: string
  /** True if an administrator configured the origin of `redirectUri`. Only such an origin serves a client document. */
  isPublic: boolean
  refusedDocument?: string | undefined
}

/**
 * Prefers a client document. Registers a client if the server cannot read the document or refuses it. @throws
 * ProviderFailure
 */
export async function introduce(
  { provider, authority, redirectUri, isPublic, refusedDocument }: Introduction,
  events: Pick<ChatappEvents, 'clientDocumentRefused'>,
): Promise<ClientRegistration> {
  const { metadata } = authority
  const readsDocuments = readsClientDocuments(metadata)
  const document = readsDocuments && isPublic ? clientDocumentFor(redirectUri) : null
  if (!document) {
    if (readsDocuments && !metadata.registration_endpoint)
      throw new ProviderFailure(
        'The provider requires a public https address or a client id: set SVC_PUBLIC_URL to such an address, or enter a client id.',
      )
    return { ...(await register(authority, redirectUri)), ...(refusedDocument && { refusedDocument }) }
  }
  const address = document.client_id
  const isRefusedBefore = refusedDocument === address
  if (!isRefusedBefore) {
    const { client_id: id, token_endpoint_auth_method: method } = document
    const client = { client_id: id, token_endpoint_auth_method: method }
    const registration: ClientRegistration = {
      issuer: metadata.issuer,
      redirectUri,
      client,
      isDocument: true,
    }
    const code = await clientRefusal({ ...provider, client: { registration } }, authority)
    if (code === null || provesClient(code)) return registration
    events.clientDocumentRefused({ provider: provider.id, document: address, reason: code })
  }
  if (!metadata.registration_endpoint)
    throw new ProviderFailure(
      `The provider refused the client metadata document of this service at ${address}. The provider must be able to read that address; otherwise enter a client id.`,
    )
  return { ...(await register(authority, redirectUri)), refusedDocument: address }
}

/**
 * Sends an invalid refresh token. A server that knows the client refuses the token; any other server refuses the
 * client.
 */
export async function clientRefusal(provider: Provider, authority: Authority): Promise<string | null> {
  try {
    await refreshTokenGrant(clientOf(provider, authority), newToken())
    return null
  } catch (error) {
    return oauthErrorOf(error)
  }
}

/** Codes that a server returns only after it has accepted the client. */
const provesClient = (code: string): boolean =>
  isRefreshTokenExpired(code) || ['unsupported_grant_type', 'invalid_scope', 'invalid_target'].includes(code)
