import { isRecord, parseLenient } from '#ground/base/json/lenient.ts'
import type { OutgoingRequests } from './outgoing.ts'

/**
 * Token endpoints as the standard has them (RFC 6749, 5.1 and 5.2), also where a provider answers otherwise: errors with
 * status 200, forms in the place of JSON, JSON under another content type, `null` for what isn't there, scopes as a list, no
 * `token_type`, numbers as texts, and errors behind an authentication challenge, which hides their code.
 *
 * @param tokenUrl Answers from elsewhere stay as they are.
 */
export const asTheStandardSays =
  (outgoing: OutgoingRequests, tokenUrl: string): OutgoingRequests =>
  async (url, request) => {
    const answer = await outgoing(url, request)
    return isSame(url, tokenUrl) && request?.method === 'POST' ? standardAnswer(answer) : answer
  }

const isSame = (url: string, other: string): boolean =>
  url === other || (URL.canParse(other) && new URL(other).href === url)

/**
 * A token endpoint's response in the standard form; unreadable responses are left for the library to refuse.
 */
export async function standardAnswer(answer: Response): Promise<Response> {
  const { status } = answer
  const text = await answer.text()
  const fields = parseTokenFields(text, answer.headers.get('content-type') ?? '')
  if (typeof fields?.error === 'string' && fields.error !== '' && status < 500)
    return Response.json({ error: fields.error, ...descriptionIn(fields) }, { status: 400 })
  // This status is only used here for a client that fails its authentication.
  if (status === 401) return Response.json({ error: 'invalid_client' }, { status: 400 })
  if (status === 200 && fields) return Response.json(given(fields))
  return new Response(text, { status, headers: answer.headers })
}

const descriptionIn = ({ error_description: description }: Record<string, unknown>): object =>
  typeof description === 'string' && description !== '' ? { error_description: description } : {}

/** Without fields that are present but empty. An empty `scope` means that nothing was allowed. */
function given(fields: Record<string, unknown>): Record<string, unknown> {
  const named = Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && (value !== '' || name === 'scope')),
  )
  const { scope, expires_in: seconds, token_type: type } = named
  return {
    ...named,
    ...(Array.isArray(scope) && { scope: scope.filter((one) => typeof one === 'string').join(' ') }),
    ...(typeof seconds === 'string' && /^\d+(\.\d+)?$/.test(seconds) && { expires_in: Number(seconds) }),
    ...(type === undefined && 'access_token' in named && { token_type: 'Bearer' }),
  }
}

/** The fields of a JSON object or a form; null for anything else. */
export function parseTokenFields(text: string, type: string): Record<string, unknown> | null {
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return Object.fromEntries(new URLSearchParams(text))
  // Some providers name no content type, or `text/plain`.
  if (!/^\s*\{/.test(text)) return null
  const value = parseLenient(text)
  return isRecord(value) ? value : null
}
