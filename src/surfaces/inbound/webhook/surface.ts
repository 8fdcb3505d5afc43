import type { IncomingMessage } from 'node:http'
import type { Clock } from '#ground/base/clock.ts'
import { secretsOf, type ServedEndpoint } from '#core/inbox/endpoints/open.ts'
import { DEFAULT_ID_HEADERS } from '#core/inbox/endpoints/id-headers.ts'
import type { InboxDelivery, Inbox, StoredDelivery } from '#core/inbox/inbox.ts'
import type { Notices } from '#core/inbox/notices/notices.ts'
import type { HeaderValues } from '#core/inbox/verification/headers.ts'
import type { Verification } from '#core/inbox/verification/proof.ts'
import type { VerificationRefusal } from '#core/inbox/verification/refusal.ts'
import { verificationBy } from '#core/inbox/verification/verify.ts'
import { answerEarly, type ReceiverStatus } from '../answer.ts'
import type { InboundEvents } from '../log-events.ts'
import type { InboundSurface } from '../surface.ts'
import { CODINGS, decodeContent } from './content-encoding.ts'
import { deliveryIdOf } from './delivery-id.ts'
import {
  answerHandshake,
  signedHandshake,
  unsignedHandshake,
  type HandshakeAnswer,
  type HandshakeDeps,
} from './handshake.ts'
import { verifyInboundRequest, type VerifiedRequest, type UnacceptedRequest } from '../verify-request.ts'
import { isSelfCheck } from '../self-check.ts'

export interface WebhookSurfaceDeps {
  endpoint: ServedEndpoint
  /** Name in the log; default: the endpoint's name. */
  logName?: string
  inbox: Pick<Inbox, 'store'>
  clock: Pick<Clock, 'now'>
  urlsOf(request: IncomingMessage): readonly string[]
  events: Pick<InboundEvents, 'delivery' | 'storeFailed' | 'otherBody'>
  notices: Pick<Notices, 'recordRefusal' | 'recordOtherBody'>
}

export const verificationFor = (endpoint: ServedEndpoint): Verification =>
  verificationBy({ mode: endpoint.mode, maxBytes: endpoint.maxBytes, ...endpoint.rules }, secretsOf(endpoint))

/** Stores a delivery before it acknowledges the delivery with `ok`. */
export function webhookSurface(deps: WebhookSurfaceDeps): InboundSurface {
  const { endpoint, clock, urlsOf, events, notices } = deps
  const { name, mode, secret, rules, verifyToken } = endpoint
  const verification = verificationFor(endpoint)
  const handshake = { handshake: rules?.handshake, mode, verification, secret, verifyToken }
  return {
    name,
    async handle(request, response, query) {
      const startedAt = clock.now()
      const log = (outcome: string, facts: Facts = {}) =>
        events.delivery({ surface: deps.logName ?? name, outcome, ms: clock.now() - startedAt, ...facts })
      const check = unsignedHandshake(handshake, request, query)
      if (check) {
        log('handshake')
        return answerHandshake(request, response, check)
      }
      let refusal: VerificationRefusal | undefined
      const onRefusal = (reason: VerificationRefusal) => void (refusal = reason)
      const deliveries = {
        verifications: [verification],
        maxBytes: endpoint.maxBytes,
        urlsOf,
        clock,
        onRefusal,
      }
      const judged = await verifyInboundRequest(deliveries, request, query)
      const received =
        typeof judged === 'string'
          ? { outcome: judged }
          : await receiveDelivery(deps, handshake, judged, { request, query })
      if (received.outcome === 'broken-off') return undefined
      if (refusal) notices.recordRefusal(name, refusal)
      if (received.outcome === 'handshake') {
        log('handshake')
        return answerHandshake(request, response, received.answer)
      }
      const { outcome, ...facts } = received
      if (!(isSelfCheck(request) && outcome === 'wrong-method'))
        log(outcome, { ...facts, ...(refusal && { refusal }) })
      const isUnauthorized = outcome === 'forbidden' && rules?.handshake === 'discord'
      return answerEarly(request, response, ...(isUnauthorized ? UNAUTHORIZED : ANSWERS[outcome]))
    },
  }
}

type Facts = Omit<Parameters<InboundEvents['delivery']>[0], 'surface' | 'outcome' | 'ms'>

type Received =
  | {
      outcome: StoredDelivery['outcome'] | 'failed' | 'unsupported' | 'too-large'
      event?: string
      bytes?: number
    }
  | { outcome: 'handshake'; answer: HandshakeAnswer }

async function receiveDelivery(
  deps: WebhookSurfaceDeps,
  handshake: HandshakeDeps,
  { headers, body: sent, signedId }: VerifiedRequest,
  { request, query }: { request: IncomingMessage; query: URLSearchParams },
): Promise<Received> {
  const { endpoint, inbox, events, notices } = deps
  const { name, maxBytes, rules } = endpoint
  const decoded = await decodeContent(headers('content-encoding'), sent, maxBytes)
  if (decoded.outcome !== 'decoded') return { outcome: decoded.outcome, bytes: sent.length }
  const { body } = decoded
  const answer = signedHandshake(handshake, body)
  if (answer) return { outcome: 'handshake', answer }
  const idHeaders = rules?.idHeaders ?? DEFAULT_ID_HEADERS
  const acceptsAll = rules?.deduplicatesByBody === false && idHeaders.length === 0
  const id =
    signedId !== null && !acceptsAll
      ? { id: signedId, header: 'the signed id' }
      : deliveryIdOf(headers, idHeaders)
  const cloudEvent = cloudEventOf(request)
  const delivery: InboxDelivery = {
    id: id?.id ?? null,
    ...(id && { idHeader: id.header }),
    ...(rules?.deduplicatesByBody === false && { acceptsEqualBodies: true }),
    query: [...query].filter(([key, value]) => !isProof(endpoint, key, value)),
    ...(cloudEvent && { cloudEvent }),
    ...(rules?.keptHeaders && { headers: keptHeaders(endpoint, rules.keptHeaders, headers) }),
    contentType: request.headers['content-type'] ?? '',
    body,
  }
  try {
    const stored = await inbox.store(name, delivery)
    if (id && stored.outcome === 'duplicate' && stored.isOtherBody) {
      events.otherBody({ surface: name, ...id })
      notices.recordOtherBody(name, id)
    }
    return { outcome: stored.outcome, bytes: body.length, ...('event' in stored && { event: stored.event }) }
  } catch (error) {
    events.storeFailed({ surface: name, error })
    return { outcome: 'failed', bytes: body.length }
  }
}

/** Discord accepts an address only if it responds 401 to a wrong signature. */
const UNAUTHORIZED: [ReceiverStatus, string] = [401, 'unauthorized']

/** True for a secret, which an event must not contain, because scripts, models and pages read events. */
const isProof = (endpoint: ServedEndpoint, key: string, value: string): boolean =>
  (key === 'token' && endpoint.mode === 'secret') || secretsOf(endpoint).includes(value)

/** The values of a repeated header are joined with `, `. */
function keptHeaders(
  endpoint: ServedEndpoint,
  names: readonly string[],
  headers: HeaderValues,
): Record<string, string> {
  const kept = names.map((name): [string, string] => [name, headers(name).join(', ')])
  return Object.fromEntries(
    kept.filter(([, value]) => value !== '' && !secretsOf(endpoint).some((secret) => value.includes(secret))),
  )
}

const ANSWERS: Record<
  Exclude<Received['outcome'] | UnacceptedRequest, 'broken-off' | 'handshake'>,
  [ReceiverStatus, string, Record<string, string>?]
> = {
  stored: [200, 'ok'],
  duplicate: [200, 'duplicate'],
  forbidden: [403, 'forbidden'],
  failed: [500, 'sink error'],
  'in-progress': [503, 'in progress', { 'Retry-After': '1' }],
  'too-large': [413, 'too large'],
  unsupported: [415, 'unsupported content encoding', { 'Accept-Encoding': CODINGS }],
  'wrong-method': [405, 'method not allowed', { Allow: 'POST' }],
}

/** Undefined unless the CloudEvent is in binary mode. Source: CloudEvents 1.0, HTTP binding, "Binary content mode". */
function cloudEventOf({
  rawHeaders,
}: Pick<IncomingMessage, 'rawHeaders'>): Record<string, string> | undefined {
  const attributes: Record<string, string> = Object.create(null)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = /^ce-([a-z0-9]+)$/i.exec(rawHeaders[index]!)?.[1]?.toLowerCase()
    if (name !== undefined) attributes[name] = decoded(rawHeaders[index + 1]!)
  }
  return attributes['id'] !== undefined && attributes['source'] !== undefined ? attributes : undefined
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
