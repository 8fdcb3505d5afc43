import type { FastifyRequest } from 'fastify'
import { ApiRefused } from '#ground/api/errors.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { AcceptRelayed, AcceptedRequest } from '#surfaces/console/relay/bridges.ts'
import { PASS_HEADER } from '#surfaces/console/relay/headers.ts'
import { readRelayToken, receiptOf, type RelayAudience, type RelayToken } from './relay-token.ts'

const REFUSED = () => new ApiRefused('unauthenticated', 'The relay token does not match this request.')

/** Each token is valid for one request only. */
export function createAcceptRelayed(options: {
  secret: string
  audience: RelayAudience
  clock: Pick<Clock, 'now'>
}): AcceptRelayed {
  const { secret, audience, clock } = options
  const known = new WeakMap<FastifyRequest, AcceptedRequest>()
  const used = createUsed()
  return {
    async of(request) {
      const text = request.headers[PASS_HEADER]
      if (text === undefined) return null
      const before = known.get(request)
      if (before) return before
      const { method, url: target } = request
      const now = clock.now()
      const token =
        typeof text === 'string' ? readRelayToken(secret, text, { method, target, audience, now }) : null
      if (token === null || !used.isFirst(token, now)) throw REFUSED()
      const relayed: AcceptedRequest = {
        asker: token.asker,
        receipt: receiptOf(secret, text as string),
        checkBody(body) {
          if (!token.isFor(body)) throw REFUSED()
        },
      }
      known.set(request, relayed)
      return relayed
    },
  }
}

/**
 * Used tokens are stored until their expiry. Only our own bridges create tokens, so the number of tokens is bounded.
 */
function createUsed() {
  const used = new Map<string, EpochMs>()
  return {
    isFirst({ nonce, until }: RelayToken, now: EpochMs): boolean {
      for (const [expired, end] of used) {
        if (end >= now) break
        used.delete(expired)
      }
      if (used.has(nonce)) return false
      used.set(nonce, until)
      return true
    },
  }
}
