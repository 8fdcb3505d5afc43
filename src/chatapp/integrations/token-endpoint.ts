import type { Outgoing } from './outgoing.ts'

/**
 * Token endpoints as the standard has them (RFC 6749, 5.1 and 5.2), also where a provider answers otherwise: errors with
 * status 200, forms in the place of JSON, `null` for what isn't there, and errors behind an authentication challenge, which
 * hides their code.
 *
 * @param tokenUrl Answers from elsewhere stay as they are.
 */
export const asTheStandardSays =
  (outgoing: Outgoing, tokenUrl: string): Outgoing =>
  async (url, request) => {
    const answer = await outgoing(url, request)
    return url === tokenUrl && request?.method === 'POST' ? standardAnswer(answer) : answer
  }

/** An answer of a token endpoint in the words of the standard; what can't be read stays for the library to refuse. */
export async function standardAnswer(answer: Response): Promise<Response> {
  const { status } = answer
  const text = await answer.text()
  const fields = fieldsOf(text, answer.headers.get('content-type') ?? '')
  if (typeof fields?.error === 'string' && fields.error !== '' && status < 500)
    return Response.json({ error: fields.error, ...described(fields) }, { status: 400 })
  // Only a client that is not who it says it is gets this status here.
  if (status === 401) return Response.json({ error: 'invalid_client' }, { status: 400 })
  if (status === 200 && fields) return Response.json(given(fields))
  return new Response(text, { status, headers: answer.headers })
}

const described = ({ error_description: text }: Record<string, unknown>) =>
  typeof text === 'string' ? { error_description: text } : {}

/** Without what an answer names only to say that it isn't there. An empty `scope` says that nothing was allowed. */
const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && (value !== '' || name === 'scope')),
  )

function fieldsOf(text: string, type: string): Record<string, unknown> | null {
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return Object.fromEntries(new URLSearchParams(text))
  if (!/^application\/(\S+\+)?json\b/i.test(type)) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
