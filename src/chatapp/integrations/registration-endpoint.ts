import { parseTokenFields } from './token-endpoint.ts'

/**
 * Makes responses conform to RFC 7591, 3.2.1, because `openid-client` refuses deviations:
 * - status 200 instead of 201
 * - a secret with a missing, null or textual `client_secret_expires_at`; 0 means that it does not expire
 * - `client_secret: null` or an empty text for a client without a secret
 * @param requestedMethod Assumed if the response omits the authentication method.
 */
export async function standardRegistration(answer: Response, requestedMethod: string): Promise<Response> {
  const { status } = answer
  const text = await answer.text()
  const fields = parseTokenFields(text, answer.headers.get('content-type') ?? '')
  if ((status !== 200 && status !== 201) || typeof fields?.client_id !== 'string')
    return new Response(text, { status, headers: answer.headers })
  const {
    client_secret: secret,
    client_secret_expires_at: expiresAt,
    token_endpoint_auth_method: method,
    ...others
  } = fields
  const hasSecret = secret !== undefined && secret !== null && secret !== ''
  const standard = {
    ...others,
    ...(hasSecret && { client_secret: secret, client_secret_expires_at: epochSecondsIn(expiresAt) }),
    token_endpoint_auth_method: method ?? (hasSecret ? requestedMethod : 'none'),
  }
  return Response.json(standard, { status: 201 })
}

function epochSecondsIn(value: unknown): number {
  const seconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : 0
}
