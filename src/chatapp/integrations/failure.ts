import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { cutText, shortened } from '#ground/base/cut-text.ts'

/** Something at a provider went wrong. `message` is for people; the cause is for the log. */
export class ProviderFailure extends Error {
  override name = 'ProviderFailure'
}

/** The OAuth error code in an answer of a provider; null when it gave none. */
export function oauthErrorOf(error: unknown): string | null {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return safeCode(error.error)
  return null
}

/** A provider's own explanation of an error, for the log and for administrators: one short line, without secrets. */
function descriptionOf(error: unknown): string | null {
  const text = maskDescription(rawDescriptionOf(error))
  return text === '' ? null : text
}

const rawDescriptionOf = (error: unknown): string =>
  error instanceof ResponseBodyError || error instanceof AuthorizationResponseError
    ? (error.error_description ?? '').slice(0, MAX_READ_CHARACTERS)
    : ''

/** Whether a provider refuses a request because it was not pushed (RFC 9126). No error code says so, only the explanation does. */
export const requiresPush = (error: unknown): boolean =>
  /pushed[\s_-]*authori[sz]ation|authori[sz]ation[\s_-]*requests?[^.]{0,40}\bpushed\b|\bPAR\b(?=.*\b(required?|requires|only|must|mandatory|enforced)\b)/i.test(
    rawDescriptionOf(error),
  )

/** Whether a provider gives only tokens that are bound to a key (RFC 9449). */
export const requiresProof = (error: unknown): boolean =>
  /^(invalid_dpop_proof|use_dpop_nonce)$/.test(oauthErrorOf(error) ?? '') ||
  /\bDPoP\b/i.test(rawDescriptionOf(error))

const MAX_DESCRIPTION = 200
const MAX_READ_CHARACTERS = 2000

/** @param text Of a provider, or of anybody who calls the address that it sends browsers back to. */
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

/**
 * Codes by which a provider rejects a refresh token as expired: the standard's, and those of some big
 * providers.
 */
export const isOver = (code: string | null): boolean =>
  code === 'invalid_grant' || code === 'bad_refresh_token' || code === 'invalid_refresh_token'

/** The code by which a provider rejects a client as unknown, or with a wrong secret (RFC 6749, 5.2). */
export const isForgottenClient = (code: string | null): boolean => code === 'invalid_client'

/**
 * Codes by which a provider refuses our client when a person returns (RFC 6749, 4.1.2.1 and 5.2; RFC 7591,
 * 3.2.2).
 */
export const isClientRefused = (code: string | null): boolean =>
  isForgottenClient(code) || code === 'unauthorized_client' || code === 'invalid_client_metadata'

/** Codes by which a provider refuses a scope: the standard's, and Keycloak's for offline tokens. */
export const isScopeRefused = (code: string | null): boolean =>
  code === 'invalid_scope' || code === 'not_allowed'

/** Codes by which a provider refuses us and not the person: an administrator has to put the provider's entry right. */
export const isOurSetUp = (code: string | null): boolean =>
  code === 'invalid_client' || code === 'unauthorized_client' || code === 'incorrect_client_credentials'

/** A code in the standards' notation. Other text of a provider is not repeated. */
export const safeCode = (code: string): string =>
  /^[a-z][a-z0-9_]{0,39}$/.test(code) ? code : 'unknown_error'

/** Loggable reason of an error at a provider: never tokens, addresses with queries, or bodies. */
export function oauthFailureReason(error: unknown): string {
  const code = oauthErrorOf(error)
  if (code !== null) return [code, descriptionOf(error)].filter(Boolean).join(': ')
  if (error instanceof WWWAuthenticateChallengeError) return `refused with ${error.status}`
  const certificate = describeCertificateTrouble(error)
  if (certificate) return certificate
  if (error instanceof ProviderFailure && error.cause !== undefined) return oauthFailureReason(error.cause)
  if (error instanceof ClientError) {
    const { cause } = error
    // The network's error is the cause of the library's error.
    return cause instanceof Error && !(cause instanceof ClientError)
      ? `${error.message}: ${withoutQuery(cause.message)}`
      : error.message
  }
  return error instanceof Error ? withoutQuery(error.message) : 'unknown'
}

const withoutQuery = (text: string): string => cutText(text.replace(/\?\S*/g, '?…'), 200)
