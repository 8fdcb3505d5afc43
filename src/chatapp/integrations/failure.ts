import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { cutText, shortened } from '#ground/base/cut-text.ts'

/** `message` is for people; `cause` is for the log. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
}

export function oauthErrorOf(error: unknown): string | null {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return safeCode(error.error)
  return null
}

function descriptionOf(error: unknown): string | null {
  const text = maskDescription(rawDescriptionOf(error))
  return text === '' ? null : text
}

const rawDescriptionOf = (error: unknown): string =>
  error instanceof ResponseBodyError || error instanceof AuthorizationResponseError
    ? (error.error_description ?? '').slice(0, MAX_READ_CHARACTERS)
    : ''

/** RFC 9126 defines no error code, so the provider's description is matched. */
export const requiresPush = (error: unknown): boolean =>
  /pushed[\s_-]*authori[sz]ation|authori[sz]ation[\s_-]*requests?[^.]{0,40}\bpushed\b|\bPAR\b(?=.*\b(required?|requires|only|must|mandatory|enforced)\b)/i.test(
    rawDescriptionOf(error),
  )

/** True if the provider requires DPoP (RFC 9449). */
export const requiresProof = (error: unknown): boolean =>
  /^(invalid_dpop_proof|use_dpop_nonce)$/.test(oauthErrorOf(error) ?? '') ||
  /\bDPoP\b/i.test(rawDescriptionOf(error))

const MAX_DESCRIPTION = 200
const MAX_READ_CHARACTERS = 2000

/** @param text Untrusted: anyone can call the redirect address. */
export function maskDescription(text: string): string {
  const line = text
    .slice(0, MAX_READ_CHARACTERS)
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\?\S*/g, (query) => (query.length > 1 ? '?…' : '?'))
    .replace(/[^\s@<>"']+@[^\s@<>"']+/g, '[hidden]')
    .replace(/\b(\w*(?:secret|token|password|code|key|assertion)\w*\s*[=:]\s*)\S+/gi, '$1[hidden]')
    .replace(/[\w+/=.-]{24,}/g, '[hidden]')
    .trim()
  return shortened(line, MAX_DESCRIPTION)
}

/** Codes for an expired or revoked refresh token, from the standard and some large providers. */
export const isRefreshTokenExpired = (code: string | null): boolean =>
  code === 'invalid_grant' || code === 'bad_refresh_token' || code === 'invalid_refresh_token'

/** Code for an unknown client or a wrong secret (RFC 6749, 5.2). */
export const isForgottenClient = (code: string | null): boolean => code === 'invalid_client'

/** Codes with which a provider refuses the client (RFC 6749, 4.1.2.1 and 5.2; RFC 7591, 3.2.2). */
export const isClientRefused = (code: string | null): boolean =>
  isForgottenClient(code) || code === 'unauthorized_client' || code === 'invalid_client_metadata'

/** `invalid_scope` is the code of the standard. Keycloak sends `not_allowed` for offline tokens. */
export const isScopeRefused = (code: string | null): boolean =>
  code === 'invalid_scope' || code === 'not_allowed'

export const isServiceMisconfigured = (code: string | null): boolean =>
  code === 'invalid_client' || code === 'unauthorized_client' || code === 'incorrect_client_credentials'

export const safeCode = (code: string): string =>
  /^[a-z][a-z0-9_]{0,39}$/.test(code) ? code : 'unknown_error'

/** Contains no tokens, queries or bodies. */
export function oauthFailureReason(error: unknown): string {
  const code = oauthErrorOf(error)
  if (code !== null) return [code, descriptionOf(error)].filter(Boolean).join(': ')
  if (error instanceof WWWAuthenticateChallengeError) return `refused with ${error.status}`
  const certificate = describeCertificateTrouble(error)
  if (certificate) return certificate
  if (error instanceof ProviderFailure && error.cause !== undefined) return oauthFailureReason(error.cause)
  if (error instanceof ClientError) {
    const { cause } = error
    // The network error is the `cause` of the library's error.
    return cause instanceof Error && !(cause instanceof ClientError)
      ? `${error.message}: ${withoutQuery(cause.message)}`
      : error.message
  }
  return error instanceof Error ? withoutQuery(error.message) : 'unknown'
}

const withoutQuery = (text: string): string => cutText(text.replace(/\?\S*/g, '?…'), 200)
