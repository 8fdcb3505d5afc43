import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { VerificationMode } from '#core/inbox/endpoints/secret.ts'
import type { Handshake } from '#core/inbox/endpoints/senders.ts'
import { headerValues } from '#core/inbox/verification/headers.ts'
import type { Verification } from '#core/inbox/verification/proof.ts'
import { subscribeAnswer } from '#core/inbox/verification/subscribe-challenge.ts'
import { answerEarly, type ReceiverStatus } from '../answer.ts'

export interface HandshakeAnswer {
  text: string
  /** Default 200. */
  status?: ReceiverStatus
  headers?: Readonly<Record<string, string>>
}

export interface HandshakeDeps {
  handshake: Handshake | undefined
  mode: VerificationMode
  verification: Verification
  secret: string
  verifyToken: string | undefined
}

const MAX_ECHO_CHARACTERS = 2_000

/**
 * Senders cannot sign this request, because it has no body. In mode `secret`, its headers or query must contain the
 * secret.
 */
export function unsignedHandshake(
  { handshake, mode, verification, verifyToken }: HandshakeDeps,
  request: IncomingMessage,
  query: URLSearchParams,
): HandshakeAnswer | null {
  const headers = headerValues(request)
  if (handshake === 'meta')
    return request.method === 'GET' && verifyToken ? echoed(subscribeAnswer(query, verifyToken)) : null
  const isProven = () => mode !== 'secret' || verification.begin({ headers, query }) !== null
  if (handshake === 'graph') {
    const token = query.getAll('validationToken')
    return token.length === 1 && isProven() ? echoed(token[0]!) : null
  }
  if (handshake !== 'cloudevents' || request.method !== 'OPTIONS') return null
  const origin = headers('webhook-request-origin')
  if (origin.length !== 1 || !isProven()) return null
  return {
    text: '',
    headers: { 'WebHook-Allowed-Origin': origin[0]!, 'WebHook-Allowed-Rate': '*', Allow: 'POST' },
  }
}

export function signedHandshake({ handshake, secret }: HandshakeDeps, body: Buffer): HandshakeAnswer | null {
  if (handshake !== 'discord' && handshake !== 'slack' && handshake !== 'zoom') return null
  const fields = fieldsOf(body)
  if (handshake === 'discord') return discordAnswer(fields)
  if (handshake === 'slack') {
    const { type, challenge } = fields
    return type === 'url_verification' && typeof challenge === 'string' ? echoed(challenge) : null
  }
  const { event, payload } = fields as { event?: unknown; payload?: { plainToken?: unknown } | null }
  const plainToken = payload?.plainToken
  if (event !== 'endpoint.url_validation' || typeof plainToken !== 'string') return null
  const encryptedToken = createHmac('sha256', secret).update(plainToken).digest('hex')
  return {
    text: JSON.stringify({ plainToken, encryptedToken }),
    headers: { 'Content-Type': 'application/json' },
  }
}

/**
 * Discord checks an interactions endpoint with a ping of type 1, and an endpoint for webhook events with a ping of
 * type 0. Only events have an `event`.
 */
function discordAnswer({ type, event }: Readonly<Record<string, unknown>>): HandshakeAnswer | null {
  if (event !== undefined) return null
  if (type === 0) return { text: '', status: 204 }
  return type === 1 ? { text: '{"type":1}', headers: { 'Content-Type': 'application/json' } } : null
}

export const answerHandshake = (
  request: IncomingMessage,
  response: ServerResponse,
  { text, status = 200, headers }: HandshakeAnswer,
): void => answerEarly(request, response, status, text, headers)

const echoed = (text: string | null): HandshakeAnswer | null =>
  text !== null && text.length <= MAX_ECHO_CHARACTERS ? { text } : null

function fieldsOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
