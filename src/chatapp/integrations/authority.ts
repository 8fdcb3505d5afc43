import * as oauth from 'openid-client'
import type { Clock } from '#ground/base/clock.ts'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { ProviderFailure } from './failure.ts'
import { outgoingFor, type OutgoingRequests, type OutgoingParts } from './outgoing.ts'
import type { Provider } from './provider.ts'
import { discoverResource } from './resource.ts'
import { checkScopeLength, withoutScopes } from './scopes.ts'

export interface Authority {
  metadata: oauth.ServerMetadata
  /** Parameter `resource` of RFC 8707; null if the provider does not use it. */
  resource: string | null
  /** Separated by spaces; may be empty. */
  scope: string
  outgoing: OutgoingRequests
}

export interface Authorities {
  /** @throws ProviderFailure */
  of(provider: Provider): Promise<Authority>
  forget(providerId: string): void
}

const FRESH_MS = 10 * 60_000

/** Maximum length of an authorization endpoint, so that browsers accept the address. */
const MAX_ADDRESS_LENGTH = 2000

export function createAuthorities(parts: OutgoingParts & { clock: Clock }): Authorities {
  const known = new Map<string, { revision: string; until: number; authority: Promise<Authority> }>()
  return {
    async of(provider) {
      const found = known.get(provider.id)
      if (found && found.revision === provider.revision && found.until > parts.clock.now())
        return found.authority
      const authority = discover(provider, parts)
      const entry = { revision: provider.revision, until: parts.clock.now() + FRESH_MS, authority }
      known.set(provider.id, entry)
      authority.catch(() => {
        if (known.get(provider.id) === entry) known.delete(provider.id)
      })
      return authority
    },
    forget: (providerId) => void known.delete(providerId),
  }
}

export async function discover(provider: Provider, parts: OutgoingParts): Promise<Authority> {
  const authority = await discoverWith(provider, parts)
  if (provider.offlineAccess) return authority
  return { ...authority, scope: withoutScopes(authority.scope, ['offline_access']) }
}

async function discoverWith({ source, scope }: Provider, parts: OutgoingParts): Promise<Authority> {
  if (source.kind === 'oauth2') {
    const { authorizeUrl, tokenUrl, revocationUrl, issuer } = source
    const configuredAddresses = [tokenUrl, ...(revocationUrl ? [revocationUrl] : [])]
    const metadata: oauth.ServerMetadata = {
      issuer: issuer ?? new URL(authorizeUrl).origin,
      authorization_endpoint: authorizeUrl,
      token_endpoint: tokenUrl,
      ...(revocationUrl && { revocation_endpoint: revocationUrl }),
    }
    return {
      metadata,
      resource: null,
      scope,
      outgoing: outgoingFor(authorizeUrl, configuredAddresses, parts),
    }
  }
  if (source.kind === 'openid') {
    const outgoing = outgoingFor(source.issuer, [], parts)
    const metadata = await metadataOf(source.issuer, ['oidc', 'oauth2'], outgoing)
    return { metadata, resource: null, scope: withSignIn(scope, metadata), outgoing }
  }
  const configuredAddresses = source.authorizationServer ? [source.authorizationServer] : []
  const outgoing = outgoingFor(source.url, configuredAddresses, parts)
  const found = await discoverResource(source.url, outgoing)
  const issuer = source.authorizationServer ?? found.authorizationServer
  const metadata = await metadataOf(issuer, ['oauth2', 'oidc'], outgoing)
  const requestedScope = scope || found.scope
  checkScopeLength(requestedScope)
  return { metadata, resource: found.resource, scope: requestedScope, outgoing }
}

export async function metadataOf(
  issuer: string,
  algorithms: readonly ('oidc' | 'oauth2')[],
  outgoing: OutgoingRequests,
): Promise<oauth.ServerMetadata> {
  let failure: unknown
  for (const algorithm of algorithms)
    try {
      const config = await oauth.discovery(new URL(issuer), 'nobody', undefined, oauth.None(), {
        algorithm,
        execute: [oauth.allowInsecureRequests], // permits http too, because `outgoing` decides which addresses are permitted
        [oauth.customFetch]: outgoing,
      })
      return checked(config.serverMetadata())
    } catch (error) {
      if (failure === undefined || error instanceof ProviderFailure) failure = error
    }
  if (failure instanceof ProviderFailure) throw failure
  const certificate = describeCertificateTrouble(failure)
  throw new ProviderFailure(
    certificate
      ? `The provider can’t be reached: ${certificate}.`
      : 'The provider publishes no OAuth metadata at this address.',
    { cause: failure },
  )
}

function checked(metadata: oauth.ServerMetadata): oauth.ServerMetadata {
  const { authorization_endpoint: authorize, token_endpoint: token } = metadata
  if (!authorize || !token || !/^https?:\/\//.test(authorize) || authorize.length > MAX_ADDRESS_LENGTH)
    throw new ProviderFailure(
      'The provider doesn’t support the authorization code grant, which connections need.',
    )
  const methods = metadata.code_challenge_methods_supported
  if (methods && !methods.includes('S256'))
    throw new ProviderFailure('The provider doesn’t support PKCE with S256, which connections need.')
  return metadata
}

/** Adds `offline_access` if the provider supports it, because such a provider requires it for a refresh token. */
function withSignIn(scope: string, { scopes_supported: supported }: oauth.ServerMetadata): string {
  const scopes = new Set(['openid', ...scope.split(' ').filter(Boolean)])
  if (supported?.includes('offline_access')) scopes.add('offline_access')
  return [...scopes].join(' ')
}
