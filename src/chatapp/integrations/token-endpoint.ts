import { isRecord, parseLenient } from '#ground/base/json/lenient.ts'
import type { OutgoingRequests } from './outgoing.ts'

/** Corrects responses that deviate from RFC 6749, 5.1 and 5.2, such as errors with status 200. */
export const withStandardTokenResponses =
  (outgoing: OutgoingRequests, tokenUrl: string): OutgoingRequests =>
  async (url, request) => {
    const answer = await outgoing(url, request)
    return isSame(url, tokenUrl) && request?.method === 'POST' ? standardAnswer(answer) : answer
  }

const isSame = (url: string, other: string): boolean =>
  url === other || (URL.canParse(other) && new URL(other).href === url)

/** Unreadable responses stay unchanged; `openid-client` refuses them. */
export async function standardAnswer(answer: Response): Promise<Response> {
  const { status } = answer
  const text = await answer.text()
  const fields = parseTokenFields(text, answer.headers.get('content-type') ?? '')
  if (typeof fields?.error === 'string' && fields.error !== '' && status < 500)
    return Response.json({ error: fields.error, ...descriptionIn(fields) }, { status: 400 })
  // A token endpoint sends this status only if client authentication failed.
  if (status === 401) return Response.json({ error: 'invalid_client' }, { status: 400 })
  if (status === 200 && fields) return Response.json(normalizeTokenFields(fields))
  return new Response(text, { status, headers: answer.headers })
}

const descriptionIn = ({ error_description: description }: Record<string, unknown>): object =>
  typeof description === 'string' && description !== '' ? { error_description: description } : {}

/** Removes empty fields, except `scope`: an empty `scope` means that nothing was granted. */
function normalizeTokenFields(fields: Record<string, unknown>): Record<string, unknown> {
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

export function parseTokenFields(text: string, type: string): Record<string, unknown> | null {
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return Object.fromEntries(new URLSearchParams(text))
  // Some providers send JSON without a content type, or as `text/plain`.
  if (!/^\s*\{/.test(text)) return null
  const value = parseLenient(text)
  return isRecord(value) ? value : null
}
