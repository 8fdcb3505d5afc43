import { parseLenient } from '#ground/base/json/lenient.ts'
import { sendEdgeRefusal } from './answer.ts'
import { parseHeaderLines, type HeaderLines } from './engine/fields.ts'
import { HeaderNames } from './engine/names.ts'
import type { EdgeReply } from './engine/reply.ts'
import type { ClientRequest } from './engine/request.ts'
import type { EdgeEvents } from './log-events.ts'
import type { UpstreamFailure } from './engine/upstream-failure.ts'
import { edgeFailure } from './failure.ts'
import { fetchWhole, fetchWholeFromAny, type WholeAnswer } from './fetch-whole.ts'
import { isModelOf } from './model-ids.ts'
import type { EdgeRefusal } from './refusal.ts'
import { segmentsOf } from './segments.ts'
import type { Upstream } from './upstream.ts'

const LISTS =
  /^(?:api\/models(?:\/.+)?|api\/v1\/models(?:\/(?:all|base|list|export|model(?:\/history(?:\/.+)?)?))?|openai\/(?:v1\/)?models(?:\/\d+)?|ollama\/(?:api\/tags|v1\/models)(?:\/\d+)?|api\/v1\/evaluations\/(?:feedbacks\/(?:list|models|all\/export)|leaderboard(?:\/.+\/history)?)|api\/v1\/analytics\/(?:models(?:\/.+\/overview)?|daily|tokens))$/i

const PREVIEWS = /^api\/v1\/(?:users|groups\/id)\/[^/]+\/preview$/i

export const isModelList = (method: string, path: string): boolean =>
  method === 'GET' && MAY_BE_LIST.test(path) && (matches(LISTS, path) || isPreview(path))

const isPreview = (path: string): boolean => matches(PREVIEWS, path)

const matches = (paths: RegExp, path: string): boolean => paths.test(segmentsOf(path).join('/'))

const MAY_BE_LIST = /models|tags|preview|evaluations|analytics|[%\\]/i

const OF_ONE = /^api\/v1\/(?:evaluations\/leaderboard\/(.+)\/history|analytics\/models\/(.+)\/overview)$/i

export interface ModelListRequest {
  request: ClientRequest
  /** Without the query. */
  path: string
  reply: EdgeReply
  chatapp: Upstream
  bridges: readonly Upstream[]
  headers: HeaderLines
  events: Pick<EdgeEvents, 'entryUnchecked'>
}

const DECISION_MS = 10_000

/**
 * Hides Hubs that the person may not use, even from administrators. If access can't be checked, refuses the list.
 * Source: service specification 1.0.1, "Edge rules", rule 6.
 */
export async function serveModelList(listRequest: ModelListRequest): Promise<void> {
  const { request, reply, chatapp, bridges, events } = listRequest
  const refuseList = (refusal: EdgeRefusal) =>
    sendEdgeRefusal(request, reply, refusal, parseHeaderLines(listRequest.headers).value('x-request-id'))
  const disconnected = new AbortController()
  reply.onceFinished(() => disconnected.abort())
  const headers = `${parseHeaderLines(listRequest.headers).linesWithout(DROPPED_HEADERS)}Accept-Encoding: identity\r\n`
  const decision = fetchWholeFromAny(bridges, {
    path: '/portal/api/chat-access',
    headers,
    signal: AbortSignal.any([disconnected.signal, AbortSignal.timeout(DECISION_MS)]),
  }).catch((error: NodeJS.ErrnoException) => error.code ?? error.message)
  try {
    const list = await fetchWhole(chatapp, { path: request.target, headers, signal: disconnected.signal })
    if (list.status !== 200 || isPage(list)) return pass(reply, list, list.body)
    const denied = deniedIn(await decision)
    if (denied instanceof Set && isOfOne(listRequest.path, denied)) return refuseList('not_found')
    const filtered =
      denied instanceof Set
        ? withoutDenied(await readableBody(list), denied, isPreview(listRequest.path))
        : denied
    if (Buffer.isBuffer(filtered)) return pass(reply, list, filtered, OF_THE_CONTENT)
    if (disconnected.signal.aborted) return undefined
    if ('unchecked' in filtered) events.entryUnchecked({ reason: filtered.unchecked })
    return refuseList('unchecked' in filtered ? 'entry_unchecked' : filtered.refusal)
  } catch (error) {
    return disconnected.signal.aborted ? undefined : refuseList(edgeFailure(error as UpstreamFailure).refusal)
  }
}

/** Empty for an encoding that cannot be read; the edge then refuses the list. */
async function readableBody({ fields, body }: WholeAnswer): Promise<Buffer> {
  const encoding = fields.value('content-encoding') ?? 'identity'
  if (encoding === 'identity') return body
  const { decoded } = await import('./decoded.ts')
  return decoded(body, encoding).catch(() => Buffer.alloc(0))
}

type NoList = { unchecked: string } | { refusal: 'blocked' | 'unauthenticated' | 'not_found' }

function deniedIn(decision: Pick<WholeAnswer, 'status' | 'body'> | string): Set<string> | NoList {
  if (typeof decision === 'string') return { unchecked: decision }
  const { hubs, code } = membersOf(parseLenient(decision.body.toString()))
  if (decision.status === 403 && code === 'blocked') return { refusal: 'blocked' }
  if (decision.status === 401) return { refusal: 'unauthenticated' }
  if (decision.status !== 200) return { unchecked: `status ${decision.status}` }
  if (!Array.isArray(hubs)) return { unchecked: 'not understood' }
  return new Set(hubs.filter(({ allowed }) => allowed !== true).map(({ slug }) => slug as string))
}

function isOfOne(path: string, hubs: ReadonlySet<string>): boolean {
  const [, ...ids] = OF_ONE.exec(segmentsOf(path).join('/')) ?? []
  return ids.some((id) => isModelOf(id, hubs))
}

function withoutDenied(body: Buffer, denied: ReadonlySet<string>, hasNestedLists: boolean): Buffer | NoList {
  const isShown = (entry: unknown) => !namesIn(entry).some((name) => isModelOf(name, denied))
  const answer = parseLenient(body.toString())
  if (Array.isArray(answer)) return encoded(answer.filter(isShown))
  const fields = membersOf(answer)
  if (typeof fields['id'] === 'string') return isShown(fields) ? encoded(fields) : { refusal: 'not_found' }
  const shown = filterLists(fields, isShown)
  let hasList = shown !== null
  const answered = { ...(shown ?? fields) }
  for (const [name, value] of hasNestedLists ? Object.entries(fields) : []) {
    const inner = Array.isArray(value) ? null : filterLists(membersOf(value), isShown)
    if (inner === null) continue
    answered[name] = inner
    hasList = true
  }
  return hasList ? encoded(answered) : { unchecked: 'the list was not understood' }
}

function filterLists(
  fields: Record<string, unknown>,
  isShown: (entry: unknown) => boolean,
): Record<string, unknown> | null {
  const shown = { ...fields }
  let hidden: unknown[] | null = null
  for (const [name, entries] of Object.entries(fields)) {
    if (!Array.isArray(entries)) continue
    shown[name] = entries.filter(isShown).map((entry) => withoutKeys(entry, isShown))
    hidden = [...(hidden ?? []), ...entries.filter((entry) => !isShown(entry))]
  }
  if (hidden === null) return null
  for (const [name, total] of Object.entries(fields))
    if (typeof total === 'number') shown[name] = total - hiddenIn(name, hidden)
  return shown
}

/**
 * The part of the total in field `name` that the hidden entries contribute. `total` counts entries;
 * `total_input_tokens` is the sum of the entries' `total_input_tokens` or `input_tokens`.
 */
function hiddenIn(name: string, hidden: readonly unknown[]): number {
  if (name === 'total') return hidden.length
  if (!name.startsWith('total_')) return 0
  return hidden.map(membersOf).reduce((sum, entry) => {
    const part = entry[name] ?? entry[name.slice('total_'.length)]
    return sum + (typeof part === 'number' ? part : 0)
  }, 0)
}

/** Removes Hubs from an object such as `{date, models: {<Hub>: 3}}`. */
function withoutKeys(entry: unknown, isShown: (name: string) => boolean): unknown {
  const { models, ...rest } = membersOf(entry)
  if (typeof models !== 'object' || models === null || Array.isArray(models)) return entry
  return { ...rest, models: Object.fromEntries(Object.entries(models).filter(([name]) => isShown(name))) }
}

const namesIn = (entry: unknown): unknown[] => {
  if (typeof entry === 'string') return [entry]
  const { id, model, name, model_id, base_model_id, info, snapshot, data } = membersOf(entry)
  const bases = [info, snapshot].map((part) => membersOf(part)['base_model_id'])
  const nested = [...bases, membersOf(data)['model_id']]
  return [id, model ?? (id === undefined ? name : undefined), model_id, base_model_id, ...nested]
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const encoded = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

const isPage = ({ fields }: WholeAnswer): boolean =>
  fields.all('content-type').some((type) => type.startsWith('text/html'))

/** These request headers could prevent a complete list in plain JSON. */
const DROPPED_HEADERS = new HeaderNames([
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'content-length',
  'expect',
])

function pass(
  reply: EdgeReply,
  { status, reason, fields }: WholeAnswer,
  body: Buffer,
  dropped = OF_THE_BODY,
): void {
  const lines = `${fields.linesWithout(dropped)}Content-Length: ${body.length}\r\n`
  reply.begin(status, reason, lines, 'length')
  reply.write(body)
  reply.end()
}

const OF_THE_BODY = new HeaderNames(['content-length', 'etag', 'transfer-encoding'])
/** The filtered body is not encoded, so these headers no longer apply. */
const OF_THE_CONTENT = new HeaderNames(['content-length', 'content-encoding', 'etag', 'transfer-encoding'])
