import { MAX_SCOPE_CHARACTERS } from '#ground/base/oauth-scopes.ts'
import * as oauth from 'openid-client'
import type { Authority } from './authority.ts'
import { ProviderFailure } from './failure.ts'
import type { Provider, ClientRegistration } from './provider.ts'
import { standardRegistration } from './registration-endpoint.ts'
import { SIGN_IN_SCOPES, unionOfScopes, withoutScopes } from './scopes.ts'
import { withStandardTokenResponses } from './token-endpoint.ts'

export const CLIENT_NAME = 'Hub Service'
/** Limited because client ids are part of URLs. */
const MAX_CLIENT_ID_LENGTH = 2000

/** @throws ProviderFailure if the client is not registered yet. */
export function clientOf(provider: Provider, { metadata, outgoing }: Authority): oauth.Configuration {
  const config = configurationOf(provider, metadata)
  oauth.allowInsecureRequests(config) // permits http too, because `outgoing` decides which addresses are permitted
  config[oauth.customFetch] = withStandardTokenResponses(outgoing, metadata.token_endpoint ?? '')
  return config
}

function configurationOf({ client, clientAuthentication }: Provider, metadata: oauth.ServerMetadata) {
  if ('id' in client) {
    const method = clientAuthentication ?? preferredMethod(metadata)
    const authentication = authenticationBy(client.secret, method)
    return new oauth.Configuration(metadata, client.id, undefined, authentication)
  }
  const { registration } = client
  if (!registration || registration.issuer !== metadata.issuer)
    throw new ProviderFailure('This service is not registered at the provider yet. Ask an administrator.')
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method } = registration.client
  const authentication = authenticationBy(
    typeof secret === 'string' && method !== 'none' ? secret : null,
    method === 'client_secret_post' ? 'post' : 'basic',
  )
  return new oauth.Configuration(metadata, id, registration.client, authentication)
}

export const authenticationBy = (secret: string | null, method: 'basic' | 'post'): oauth.ClientAuth => {
  if (secret === null) return oauth.None()
  return method === 'basic' ? clientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

/**
 * RFC 6749, 2.3.1. Unlike `openid-client`, does not encode `-`, `_` and `.`, because some servers do not decode them.
 */
const clientSecretBasic =
  (secret: string): oauth.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const credentials = `${formEncoded(id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** If the server declares no methods, `post` is the safest choice, because most servers support it. */
export const preferredMethod = ({ token_endpoint_auth_methods_supported: methods }: oauth.ServerMetadata) =>
  methods?.includes('client_secret_basic') ? 'basic' : 'post'

/** Dynamic registration (RFC 7591). @throws ProviderFailure */
export async function register(
  { metadata, outgoing, scope }: Authority,
  redirectUri: string,
): Promise<ClientRegistration> {
  if (!metadata.registration_endpoint)
    throw new ProviderFailure(
      'The provider doesn’t support client registration: enter the client id of this service.',
    )
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const method =
    ['client_secret_basic', 'client_secret_post', 'none'].find((one) => methods.includes(one)) ?? 'none'
  const registeredFor = async (scopes: string) => {
    const config = await oauth.dynamicClientRegistration(
      new URL(metadata.issuer),
      {
        client_name: CLIENT_NAME,
        redirect_uris: [redirectUri],
        application_type: applicationType(redirectUri),
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: method,
        ...(scopes && { scope: scopes }),
      },
      oauth.None(),
      {
        execute: [oauth.allowInsecureRequests],
        // `openid-client` would run discovery again, so the fetch returns the known metadata.
        [oauth.customFetch]: async (url, request) =>
          request.method === 'GET'
            ? Response.json(metadata)
            : standardRegistration(await outgoing(url, request), method),
      },
    )
    return config.clientMetadata()
  }
  try {
    const client = await firstAccepted(scopesToRegister(scope, metadata), registeredFor)
    if (client.client_id.length > MAX_CLIENT_ID_LENGTH) throw new Error('the client id is too long')
    return { issuer: metadata.issuer, redirectUri, client }
  } catch (error) {
    throw new ProviderFailure('The provider refused to register this service.', { cause: error })
  }
}

/** Servers refuse http loopback addresses for the type `web`, which is their default (OpenID Registration 1.0, 2). */
export const applicationType = (redirectUri: string): 'web' | 'native' =>
  /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/.test(redirectUri) ? 'native' : 'web'

/**
 * Scopes to try, in order. Some providers grant only registered scopes, so all supported scopes come first. Keycloak
 * refuses `openid` and custom scopes at registration but grants them later, so shorter lists follow.
 */
function scopesToRegister(
  scope: string,
  { scopes_supported: supported = [] }: Pick<oauth.ServerMetadata, 'scopes_supported'>,
): string[] {
  const all = unionOfScopes(scope, withoutScopes(supported.join(' '), SIGN_IN_SCOPES))
  const fits = all.length <= MAX_SCOPE_CHARACTERS
  return [...new Set([...(fits ? [all] : []), scope, withoutScopes(scope, SIGN_IN_SCOPES), ''])]
}

async function firstAccepted<T>(
  scopes: readonly string[],
  attempt: (scope: string) => Promise<T>,
): Promise<T> {
  let refusal: unknown
  for (const scope of scopes)
    try {
      return await attempt(scope)
    } catch (error) {
      if (!(error instanceof oauth.ResponseBodyError)) throw error
      refusal ??= error
    }
  throw refusal
}
