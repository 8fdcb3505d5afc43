import { misdirectedAnswer } from '#ground/base/network/misdirected.ts'
import { errorTypeOf, isOpenAiPath, openAiErrorBody } from '#ground/base/openai-error.ts'
import { requestIdOf } from '#ground/base/request-id.ts'
import { acceptsHtml, SMALL_PAGE_HEADERS, smallPage } from '#ground/base/small-page.ts'
import { writeHeaderLines } from './engine/fields.ts'
import type { EdgeReply } from './engine/reply.ts'
import type { ClientRequest } from './engine/request.ts'
import type { EdgeAwayHub } from './hubs.ts'
import type { EdgeEvents } from './log-events.ts'
import { METHODS, EDGE_REFUSALS, type EdgeRefusal } from './refusal.ts'

/** Closes the connection after an invalid request, because its remaining bytes could be read as another request. */
export function sendEdgeRefusal(
  request: ClientRequest,
  reply: EdgeReply,
  code: EdgeRefusal,
  requestId = requestIdOf(request.fields.value('x-request-id')),
): void {
  if (code === 'misdirected') return refuseMisdirected(request, reply)
  const isForOpenAi = isOpenAiPath(request.target)
  const mayHaveActed = isForOpenAi && request.method === 'POST' && MAY_HAVE_ACTED.has(code)
  const { detail } = EDGE_REFUSALS[code]
  const status = mayHaveActed ? FAILED_DEPENDENCY : EDGE_REFUSALS[code].status
  const headers: Record<string, string> = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  if (isForOpenAi) headers['X-Request-Id'] = requestId
  if (mayHaveActed) headers['X-Should-Retry'] = 'false'
  if (status === 405) headers['Allow'] = METHODS.has(request.method) ? 'GET, HEAD' : [...METHODS].join(', ')
  if (status < 500 && status !== 404) reply.keepsAlive = false
  if (status >= 500) headers['Retry-After'] = '5'
  if (status >= 500 && !isForOpenAi && isForPage(request)) {
    const { 'Content-Type': type, ...policy } = SMALL_PAGE_HEADERS
    return sendEdgeAnswer(reply, status, { ...headers, ...policy }, type, awayPage(detail))
  }
  const error = isForOpenAi
    ? openAiErrorBody({ message: detail, type: errorTypeOf(status), param: null, code })
    : {}
  sendEdgeAnswer(
    reply,
    status,
    headers,
    'application/json; charset=utf-8',
    JSON.stringify({ detail, code, ...error }),
  )
}

/** Not a 5xx status: some clients retry those even if `X-Should-Retry` forbids it. */
const FAILED_DEPENDENCY = 424

/** A turn whose response was lost may have acted already, so clients must not retry it automatically. */
const MAY_HAVE_ACTED: ReadonlySet<EdgeRefusal> = new Set(['upstream_failed', 'upstream_timeout'])

/** Anyone may see this response, so it omits the reason for the Hub's state, which the Console shows. */
export function refuseAway(request: ClientRequest, reply: EdgeReply, { slug, away }: EdgeAwayHub): void {
  const headers = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Retry-After': String(RETRY_SECONDS[away]),
  }
  if (isForPage(request)) {
    const { 'Content-Type': type, ...policy } = SMALL_PAGE_HEADERS
    const page = smallPage({
      title: `${slug} is ${away}`,
      text: AWAY_TEXT[away],
      refreshSeconds: RETRY_SECONDS[away],
    })
    return sendEdgeAnswer(reply, 503, { ...headers, ...policy }, type, page)
  }
  const body = { detail: `${slug} is ${away}`, code: 'hub_away', hub: slug, state: away }
  sendEdgeAnswer(reply, 503, headers, 'application/json; charset=utf-8', JSON.stringify(body))
}

const RETRY_SECONDS = { starting: 5, broken: 30, paused: 30 } as const satisfies Record<
  EdgeAwayHub['away'],
  number
>
const AWAY_TEXT = {
  starting: 'The agent starts in a moment; this page then reloads automatically.',
  broken: 'A manager of the agent must fix it first. This page reloads automatically.',
  paused: 'A manager of the agent must resume it first. This page reloads automatically.',
} as const satisfies Record<EdgeAwayHub['away'], string>

/** The response also has the error format that OAuth libraries show. */
export function refuseSignIn(request: ClientRequest, reply: EdgeReply, hint: string | null): void {
  if (hint === null) return sendEdgeRefusal(request, reply, 'not_found')
  const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }
  const body = { detail: hint, code: 'not_found', error: 'invalid_request', error_description: hint }
  sendEdgeAnswer(reply, 404, headers, 'application/json; charset=utf-8', JSON.stringify(body))
}

export function logAndRefuse(
  events: Pick<EdgeEvents, 'requestRefused'>,
  request: ClientRequest,
  reply: EdgeReply,
  reason: EdgeRefusal,
): void {
  events.requestRefused({ method: request.method, reason })
  sendEdgeRefusal(request, reply, reason)
}

const awayPage = (detail: string): string =>
  smallPage({
    title: 'Back in a moment',
    text: `${detail}. It may be restarting; this page reloads every five seconds.`,
    refreshSeconds: 5,
  })

function refuseMisdirected(request: ClientRequest, reply: EdgeReply): void {
  const { target } = request
  const { status, headers, body } = misdirectedAnswer({ isPage: isForPage(request), target })
  reply.keepsAlive = false
  reply.send(status, writeHeaderLines(Object.entries(headers).flat()), body)
}

const isForPage = ({ method, fields }: ClientRequest): boolean =>
  acceptsHtml({ method, headers: { accept: fields.value('accept') } })

export function sendEdgeAnswer(
  reply: EdgeReply,
  status: number,
  headers: Record<string, string>,
  contentType: string,
  body: string,
): void {
  const own = { 'Content-Type': contentType, 'Content-Length': String(Buffer.byteLength(body)) }
  reply.send(status, writeHeaderLines(Object.entries({ ...headers, ...own }).flat()), body)
}
