import type { ConsoleCaller } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { ErrorBody } from '#ground/api/schema.ts'
import type { Clock } from '#ground/base/clock.ts'
import { isEventStream } from '#ground/base/event-stream/send.ts'
import { newToken } from '#ground/base/ids.ts'
import { equalSecrets } from '#ground/base/signing.ts'
import { Unreached, type QueryBridge, type RelayedCaller } from '#surfaces/console/relay/bridges.ts'
import { PASS_HEADER, RECEIPT_HEADER } from '#surfaces/console/relay/headers.ts'
import { RelayedStream } from '#surfaces/console/relay/stream.ts'
import { receiptOf, signRelayToken } from './relay-token.ts'

const READ_MS = 5_000
/** Time limit of a relayed request that changes data; longer than 10 s, the maximum duration of a test delivery. */
const CHANGE_MS = 12_000

export const createQueryBridge =
  ({ secret, clock }: { secret: string; clock: Pick<Clock, 'now'> }): QueryBridge =>
  async (
    bridge,
    { method, target, body },
    { caller, disconnectSignal, deadlineSignal = lateFor(method) },
  ) => {
    const url = new URL(bridge.address + target)
    if (!isSamePath(url.pathname, target))
      throw new ApiRefused('not_found', 'There is nothing at this address.')
    const audience = { hub: bridge.hub, instance: bridge.instance }
    const facts = { audience, asker: callerClaims(caller), at: clock.now(), nonce: newToken(128) }
    const token = signRelayToken(secret, { method, target: url.pathname + url.search, body }, facts)
    const begun = new AbortController()
    const cut = () => begun.abort()
    deadlineSignal.addEventListener('abort', cut, { once: true })
    try {
      const answer = await fetch(url, {
        method,
        headers: {
          [PASS_HEADER]: token,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.any([begun.signal, disconnectSignal]),
      })
      if (equalSecrets(answer.headers.get(RECEIPT_HEADER) ?? '', receiptOf(secret, token)))
        return await answerIn(answer)
      await answer.body?.cancel()
      throw new Unreached(`answered ${answer.status}, and not as the bridge that was asked`)
    } catch (error) {
      if (error instanceof ApiRefused || error instanceof Unreached) throw error
      const isLate = deadlineSignal.aborted
      throw new Unreached(isLate ? 'no answer in time' : reasonOf(error), { isLate, cause: error })
    } finally {
      deadlineSignal.removeEventListener('abort', cut)
    }
  }

const lateFor = (method: string): AbortSignal => AbortSignal.timeout(method === 'GET' ? READ_MS : CHANGE_MS)

/** An encoded dot segment (`%2e%2e`) would lead to a route other than the one that was checked. */
const isSamePath = (path: string, target: string): boolean =>
  decodeURIComponent(path) === decodeURIComponent(target.split('?')[0]!)

const callerClaims = ({ email, name, userId, via, keyHubs }: ConsoleCaller): RelayedCaller => ({
  email,
  name,
  userId,
  via,
  keyHubs,
})

async function answerIn(answer: Response): Promise<unknown> {
  if (answer.ok && isEventStream(answer.headers.get('content-type'))) return new RelayedStream(answer)
  const json: unknown = await answer.json()
  if (answer.ok) return json
  const { code, detail } = ErrorBody.parse(json)
  throw new ApiRefused(code, detail)
}

const reasonOf = (error: unknown): string => {
  const { cause } = error as Error
  return String(cause instanceof Error ? cause.message : error)
}
