import type { IncomingMessage, ServerResponse } from 'node:http'
import type { StoredDelivery } from '#core/inbox/inbox.ts'
import type { VerificationRefusal } from '#core/inbox/verification/refusal.ts'
import type { PostEndpoint, PostReceiving } from '#features/messaging/channel.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import { answerEarly, type ReceiverStatus } from '../answer.ts'
import { verifyInboundRequest, type UnacceptedRequest } from '../verify-request.ts'
import type { InboundContext, OpenSurfaces, Probe } from '../kind.ts'
import { isSelfCheck, createProbe } from '../self-check.ts'

export async function openPosts(
  name: ChannelName,
  { endpoint }: PostReceiving,
  context: InboundContext,
): Promise<OpenSurfaces> {
  const { posts, challenge } = endpoint(context.environment)
  if (posts) context.inbox.open([name])
  const handle = async (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => {
    const startedAt = context.clock.now()
    if (request.method === 'GET' && challenge) {
      const proof = challenge(query)
      const outcome = proof === null ? 'forbidden' : 'verified'
      if (!(isSelfCheck(request) && proof !== null))
        context.events.delivery({ surface: name, outcome, ms: context.clock.now() - startedAt })
      return proof === null
        ? answerEarly(request, response, ...ANSWERS.forbidden)
        : answerEarly(request, response, 200, proof)
    }
    const { outcome, ...facts } = await receivePost(name, posts, context, { request, query })
    if (outcome === 'broken-off') return
    if (facts.refusal) context.notices.recordRefusal(name, facts.refusal)
    if (!(isSelfCheck(request) && outcome === 'wrong-method'))
      context.events.delivery({ surface: name, outcome, ms: context.clock.now() - startedAt, ...facts })
    answerEarly(request, response, ...ANSWERS[outcome])
  }
  return {
    names: () => [name],
    surfaceOf: (asked) => (asked === name ? { name, handle } : null),
    probes: () => probesOf(name, endpoint(context.environment)),
    async [Symbol.asyncDispose]() {},
  }
}

function probesOf(name: ChannelName, { posts, challengeQuery }: PostEndpoint): Probe[] {
  const probes: Probe[] = []
  if (challengeQuery)
    probes.push({
      name,
      method: 'GET',
      query: challengeQuery('self-check'),
      headers: {},
      answer: { status: 200, text: 'self-check' },
    })
  if (posts) probes.push(createProbe(name, posts.proofOfEmptyBody))
  return probes
}

type Outcome = StoredDelivery['outcome'] | UnacceptedRequest | 'failed'

async function receivePost(
  name: ChannelName,
  posts: PostEndpoint['posts'],
  { inbox, clock, events }: InboundContext,
  { request, query }: { request: IncomingMessage; query: URLSearchParams },
): Promise<{ outcome: Outcome; event?: string; bytes?: number; refusal?: VerificationRefusal }> {
  if (!posts) return { outcome: 'forbidden' }
  const { verification, maxBytes, deliveryId } = posts
  let refusal: VerificationRefusal | undefined
  const onRefusal = (reason: VerificationRefusal) => void (refusal = reason)
  const judged = await verifyInboundRequest(
    { verifications: [verification], maxBytes, clock, onRefusal },
    request,
    query,
  )
  if (typeof judged === 'string') return { outcome: judged, ...(refusal && { refusal }) }
  const { body } = judged
  const contentType = request.headers['content-type'] ?? ''
  try {
    const stored = await inbox.store(name, { id: deliveryId(body), query: [], contentType, body })
    return { bytes: body.length, outcome: stored.outcome, ...('event' in stored && { event: stored.event }) }
  } catch (error) {
    events.storeFailed({ surface: name, error })
    return { outcome: 'failed', bytes: body.length }
  }
}

const ANSWERS: Record<Exclude<Outcome, 'broken-off'>, [ReceiverStatus, string, Record<string, string>?]> = {
  stored: [200, 'ok'],
  duplicate: [200, 'ok'],
  forbidden: [403, 'forbidden'],
  failed: [500, 'not stored'],
  'in-progress': [503, 'in progress', { 'Retry-After': '1' }],
  'too-large': [413, 'too large'],
  'wrong-method': [405, 'method not allowed', { Allow: 'POST' }],
}
