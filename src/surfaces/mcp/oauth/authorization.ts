import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { HubAddresses } from './addresses.ts'
import type { OauthProgram } from './programs.ts'
import { isRegistered } from './redirect-uri.ts'

export interface AuthorizationRequest {
  response_type?: string | undefined
  client_id: string
  redirect_uri: string
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
  resource?: string | undefined
  /** Origin of the page that the program opened. It identifies the Hub if `resource` is missing. */
  origin?: string | undefined
  state?: string | undefined
}

export type AuthorizationProblem = { code: 'invalid'; message: string }

/** 32 bytes as base64url. */
const S256_CHALLENGE = /^[A-Za-z0-9_-]{43}$/

export interface CheckedAuthorization {
  program: OauthProgram
  codeChallenge: string
  /** The tokens are valid only for this address. */
  resource: string
  issuer: string
}

export function checkAuthorization(
  request: AuthorizationRequest,
  { program, addresses }: { program: OauthProgram; addresses: HubAddresses },
): Result<CheckedAuthorization, AuthorizationProblem> {
  if (!isRegistered(request.redirect_uri, program.redirectUris))
    return invalid('The program wants to be called back at an address that it did not register.')
  if (request.response_type !== 'code') return invalid('The program asks for something other than a code.')
  if (request.code_challenge_method !== 'S256' || !S256_CHALLENGE.test(request.code_challenge ?? ''))
    return invalid('The program does not protect its request with PKCE (S256).')
  const { resource: issuer } = addresses.forHost(hostIn(request.resource ?? request.origin))
  const resource = addresses.canonicalResource(request.resource ?? issuer)
  if (resource === null) return invalid('The program asks for access to another address than this Hub’s.')
  return accepted({ program, codeChallenge: request.code_challenge!, resource, issuer })
}

const hostIn = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : undefined

const invalid = (message: string) => refused({ code: 'invalid' as const, message })

export function callback(
  { redirect_uri, state }: Pick<AuthorizationRequest, 'redirect_uri' | 'state'>,
  answer: { code: string } | { error: 'access_denied' },
  issuer: string,
): string {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries({
    ...answer,
    ...(state !== undefined && { state }),
    iss: issuer,
  }))
    url.searchParams.append(name, value)
  return url.href
}
