import type { ServerMetadata } from 'openid-client'
import { isIP } from 'node:net'
import { isPublicAddress } from '#ground/base/network/addresses.ts'
import { CLIENT_NAME } from './client.ts'
import type { ClientRegistration } from './provider.ts'

/** draft-ietf-oauth-client-id-metadata-document, sections 3 and 4. The address of the document is the client id. */
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

/** Null if providers could not read the document: without https, or on a host that is not public. */
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

export const readsClientDocuments = (metadata: ServerMetadata): boolean =>
  metadata['client_id_metadata_document_supported'] === true

export const isDocumentClient = (
  registration: ClientRegistration | null,
): registration is ClientRegistration & { isDocument: true } => registration?.isDocument === true
