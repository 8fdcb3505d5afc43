import type { ServerMetadata } from 'openid-client'
import { isIP } from 'node:net'
import { isPublicAddress } from '#ground/base/network/addresses.ts'
import { CLIENT_NAME } from './client.ts'
import type { ClientRegistration } from './provider.ts'

/**
 * The client ID metadata document of this service for one provider: its address is the client id.
 *
 * Source: draft-ietf-oauth-client-id-metadata-document, sections 3 and 4.
 */
export interface ClientDocument {
  client_id: string
  client_name: string
  client_uri: string
  redirect_uris: [string]
  grant_types: ['authorization_code', 'refresh_token']
  response_types: ['code']
  token_endpoint_auth_method: 'none'
  application_type: 'web'
}

const PATH = /\/oauth\/clients\/mcp:[a-z0-9][a-z0-9_-]{0,63}\/callback$/
const INNER_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/

/**
 * The document for the client that returns to a redirect address; null where no provider could read it: without https, and at
 * names or addresses that only this machine or its network knows. Pure.
 */
export function clientDocumentFor(redirectUri: string): ClientDocument | null {
  if (!PATH.test(redirectUri) || !URL.canParse(redirectUri)) return null
  const { protocol, hostname, origin, pathname } = new URL(redirectUri)
  if (protocol !== 'https:' || origin + pathname !== redirectUri || !isPublicName(hostname)) return null
  return {
    client_id: redirectUri.replace(/callback$/, 'client.json'),
    client_name: CLIENT_NAME,
    client_uri: `${origin}/`,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
  }
}

function isPublicName(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  if (isIP(bare) !== 0) return isPublicAddress(bare)
  return /[^.]\.[^.]/.test(hostname) && !INNER_NAME.test(hostname.replace(/\.$/, ''))
}

/** Whether an authorization server reads such documents. */
export const readsClientDocuments = (metadata: ServerMetadata): boolean =>
  metadata['client_id_metadata_document_supported'] === true

/** Whether our client at a provider is named by the document, and not registered. */
export const isDocumentClient = (
  registration: ClientRegistration | null,
): registration is ClientRegistration & { isDocument: true } => registration?.isDocument === true
