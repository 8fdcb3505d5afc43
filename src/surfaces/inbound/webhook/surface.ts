import type { IncomingMessage } from 'node:http'
import type { Clock } from '#ground/base/clock.ts'
import type { Inbox, Stored } from '#core/inbox/inbox.ts'
import { answerEarly } from '../answer.ts'
import type { InboundEvents } from '../log-events.ts'
import type { Surface } from '../surface.ts'
import { deliveryIdOf } from './delivery-id.ts'
import { judge, type Unfit } from '../judge.ts'
import { isSelfCheck } from '../self-check.ts'
import type { Verification } from '#core/inbox/verification/verify.ts'

export interface WebhookDeps {
  /** Last part of the path. */
  name: string
  verification: Verification
  maxBytes: number
  inbox: Pick<Inbox, 'store'>
  clock: Pick<Clock, 'now'>
  events: Pick<InboundEvents, 'delivery' | 'storeFailed'>
}

/**
 * The generic webhook: verify, store once, and only then say `ok`. It starts nothing and answers with no content.
 *
 * Source: service specification 1.0.1, "Generic webhook delivery handling".
 */
export function webhookSurface(deps: WebhookDeps): Surface {
  return {
    name: deps.name,
    async handle(request, response, query) {
      const startedAt = deps.clock.now()
      const { outcome, ...facts } = await take(deps, request, query)
      const ms = deps.clock.now() - startedAt
      if (outcome === 'broken-off') return
      if (!(isSelfCheck(request) && outcome === 'wrong-method'))
        deps.events.delivery({ surface: deps.name, outcome, ms, ...facts })
      answerEarly(request, response, ...ANSWERS[outcome])
    },
  }
}

type Outcome = Stored['outcome'] | Unfit | 'failed'

async function take(
  deps: WebhookDeps,
  request: IncomingMessage,
  query: URLSearchParams,
): Promise<{ outcome: Outcome; event?: string; bytes?: number }> {
  const { name, verification, inbox, maxBytes, clock } = deps
  const judged = await judge({ verifications: [verification], maxBytes, clock }, request, query)
  if (typeof judged === 'string') return { outcome: judged }
  const { headers, body, signedId } = judged
  const delivery = {
    id: signedId ?? deliveryIdOf(headers),
    query: [...query],
    contentType: request.headers['content-type'] ?? '',
    body,
  }
  try {
    return { bytes: body.length, ...(await inbox.store(name, delivery)) }
  } catch (error) {
    deps.events.storeFailed({ surface: name, error })
    return { outcome: 'failed', bytes: body.length }
  }
}

const ANSWERS: Record<Exclude<Outcome, 'broken-off'>, [number, string, Record<string, string>?]> = {
  stored: [200, 'ok'],
  duplicate: [200, 'duplicate'],
  forbidden: [403, 'forbidden'],
  failed: [500, 'sink error'],
  'in-progress': [503, 'in progress', { 'Retry-After': '1' }],
  'too-large': [413, 'too large'],
  'wrong-method': [405, 'method not allowed', { Allow: 'POST' }],
}
