import { MAX_SCOPE_CHARACTERS } from '#ground/base/oauth-scopes.ts'
import * as oauth from 'openid-client'
import type { Authority } from './authority.ts'
import { ProviderFailure } from './failure.ts'
import type { Provider, ClientRegistration } from './provider.ts'
import { standardRegistration } from './registration-endpoint.ts'
import { SIGN_IN_SCOPES, unionOfScopes, withoutScopes } from './scopes.ts'
import { asTheStandardSays } from './token-endpoint.ts'

export const CLIENT_NAME = 'Hub Service'
/** A client id is part of addresses. Characters. */
const MAX_CLIENT_ID_LENGTH = 2000

/** Us as a client of a provider's authorization server. @throws ProviderFailure when it does not know us yet. */
export function clientOf(provider: Provider, { metadata, outgoing }: Authority): oauth.Configuration {
  const config = configurationOf(provider, metadata)
  oauth.allowInsecureRequests(config) // `outgoing` judges addresses, those of plain http too
  config[oauth.customFetch] = asTheStandardSays(outgoing, metadata.token_endpoint ?? '')
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
 * HTTP Basic with form-encoded credentials (RFC 6749, 2.3.1). The OAuth library also encodes `-`, `_` and `.`, which many
 * identifiers contain; servers that do not decode then refuse them.
 */
const clientSecretBasic =
  (secret: string): oauth.ClientAuth =>
  (_server, { client_id: id }, _body, headers) => {
    const credentials = `${formEncoded(id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/** Where a provider says nothing of its own, `post` is what most understand. */
export const preferredMethod = ({ token_endpoint_auth_methods_supported: methods }: oauth.ServerMetadata) =>
  methods?.includes('client_secret_basic') ? 'basic' : 'post'

/** Become known to an authorization server (RFC 7591). @throws ProviderFailure */
export async function register(
  { metadata, outgoing, scope }: Authority,
  redirectUri: string,
): Promise<ClientRegistration> {
  if (!metadata.registration_endpoint)
    throw new ProviderFailure('The provider doesn’t support client registration: enter a client id.')
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
        // The library would run discovery first; that is done already.
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

/**
 * Servers that follow OpenID Connect take `web` for a client that names no type, and refuse http on loopback for it (Dynamic
 * Client Registration 1.0, section 2).
 */
export const applicationType = (redirectUri: string): 'web' | 'native' =>
  /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?(\/|$)/.test(redirectUri) ? 'native' : 'web'

/**
 * Keycloak refuses `openid` when a client registers, and scopes of its own making, but takes both when a person authorizes.
 * Providers that hold clients to what they registered need them, also those that a Hub needs later: so all that the provider
 * names are tried first. `scope` is optional (RFC 7591, 2).
 */
function scopesToRegister(
  scope: string,
  { scopes_supported: supported = [] }: Pick<oauth.ServerMetadata, 'scopes_supported'>,
): string[] {
  const all = unionOfScopes(scope, withoutScopes(supported.join(' '), SIGN_IN_SCOPES))
  const fits = all.length <= MAX_SCOPE_CHARACTERS
  return [...new Set([...(fits ? [all] : []), scope, withoutScopes(scope, SIGN_IN_SCOPES), ''])]
}

/** @throws The first refusal, when all are refused; anything else at once. */
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
