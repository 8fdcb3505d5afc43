import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from './answer.ts'
import type { EdgeEvents } from './events.ts'
import { failureOf } from './failure.ts'
import { fetchWhole, type WholeAnswer } from './fetch-whole.ts'
import { segmentsOf } from './segments.ts'
import type { Upstream } from './upstream.ts'

/** The list and its twin. */
const LISTS: ReadonlySet<string> = new Set(['api/models', 'api/v1/models'])

/** Whether a request asks the web chat for the agents that somebody may choose from. Pure. */
export const isModelList = (method: string, path: string): boolean =>
  method === 'GET' && LISTS.has(segmentsOf(path).join('/'))

export interface ModelListRequest {
  request: IncomingMessage
  response: ServerResponse
  chatapp: Upstream
  bridge: Upstream
  /** For both upstreams, alternating names and values; they say who asks. */
  headers: string[]
  events: Pick<EdgeEvents, 'entryUnchecked'>
}

/** Longest wait for the decision, which is one look into the store. */
const DECISION_MS = 10_000

/**
 * Answer with the web chat's list without the Hubs that the person may not enter, administrators included. Without a
 * decision there is no list.
 *
 * Source: service specification 1.0.1, "Edge rules", rule 6.
 */
export async function serveModelList(asked: ModelListRequest): Promise<void> {
  const { request, response, chatapp, bridge, events } = asked
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const headers = [...asked.headers.filter(isKept), 'Accept-Encoding', 'identity']
  const decision = fetchWhole(bridge, {
    path: '/portal/api/chat-access',
    headers,
    signal: AbortSignal.any([gone.signal, AbortSignal.timeout(DECISION_MS)]),
  }).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
  try {
    const list = await fetchWhole(chatapp, { path: request.url!, headers, signal: gone.signal })
    if (list.status !== 200) return pass(response, list, list.body)
    const denied = deniedIn(await decision)
    const filtered = typeof denied === 'string' ? denied : withoutDenied(list.body, denied)
    if (typeof filtered !== 'string') return pass(response, list, filtered)
    if (gone.signal.aborted) return undefined
    events.entryUnchecked({ reason: filtered })
    return refuse(request, response, 'entry_unchecked')
  } catch (error) {
    return gone.signal.aborted ? undefined : refuse(request, response, failureOf(error as Error).refusal)
  }
}

/** Slugs of Hubs that the person may not enter, or why they cannot be told. Pure. */
function deniedIn(decision: Pick<WholeAnswer, 'status' | 'body'> | string): ReadonlySet<string> | string {
  if (typeof decision === 'string') return decision
  if (decision.status !== 200) return `status ${decision.status}`
  const hubs = parsed(decision.body)?.['hubs']
  if (!Array.isArray(hubs)) return 'not understood'
  return new Set(hubs.filter(({ allowed }) => allowed !== true).map(({ slug }) => slug as string))
}

/** The list without them and without what is built on them, or why that cannot be done. Pure. */
function withoutDenied(body: Buffer, denied: ReadonlySet<string>): Buffer | string {
  const list = parsed(body)
  if (!Array.isArray(list?.['data'])) return 'the list was not understood'
  const entries = list['data'] as ListedModel[]
  const data = entries.filter(({ id, info }) => !denied.has(id) && !denied.has(info?.base_model_id ?? ''))
  return Buffer.from(JSON.stringify({ ...list, data }))
}

interface ListedModel {
  id: string
  info?: { base_model_id?: string | null }
}

const parsed = (body: Buffer): Record<string, unknown> | null => {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown> | null
  } catch {
    return null
  }
}

/** What would make an upstream answer with something else than the whole list in plain JSON. */
const NOT_KEPT: ReadonlySet<string> = new Set([
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'content-length', // of a body that is not passed on
  'expect',
])

const isKept = (_text: string, index: number, headers: readonly string[]): boolean =>
  !NOT_KEPT.has(headers[index - (index % 2)]!.toLowerCase())

/** Of the web chat's headers all but those that are about the body it sent. */
function pass(response: ServerResponse, { status, headers }: WholeAnswer, body: Buffer): void {
  const kept = headers.filter((_text, index) => !OF_THE_BODY.has(headers[index - (index % 2)]!.toLowerCase()))
  response.writeHead(status, [...kept, 'Content-Length', String(body.length)])
  response.end(body)
}

const OF_THE_BODY: ReadonlySet<string> = new Set(['content-length', 'etag', 'transfer-encoding'])
