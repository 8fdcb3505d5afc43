import type { Clock } from '#ground/base/clock.ts'
import { createCallLimit } from '#ground/base/rate-limit.ts'
import type { Channel, Completion, MessageStream, PreviewOutcome } from '../../channel.ts'
import type { MattermostClient, MattermostResult } from './client.ts'
import { readMattermostRefusal } from './refusal.ts'
import { UNREACHED_WAIT_MS } from './send.ts'
import { writeMattermost } from './write.ts'

export interface MattermostStreamDeps {
  begin: Channel['send']
  find: MessageStream['find']
  client: MattermostClient
  clock: Pick<Clock, 'now'>
}

const NEXT_MS = 1000
/** Maximum previews of all answers together. Servers with rate limits allow ten requests a second by default. */
const PREVIEWS = { attempts: 4, windowMs: 1000 }

export function createMattermostStream({ client, clock, begin, find }: MattermostStreamDeps): MessageStream {
  const previews = createCallLimit({ clock, ...PREVIEWS })
  const skipped = (nextMs: number): PreviewOutcome => {
    previews.pause(nextMs)
    return { outcome: 'skipped', nextMs }
  }
  const ask = (method: 'PUT' | 'DELETE', path: string, body: object | null, signal: AbortSignal) =>
    client.exchange({ method, path, ...(body && { body }) }, signal)
  const change = (id: string, message: string, signal: AbortSignal) =>
    ask('PUT', `posts/${encodeURIComponent(id)}/patch`, { message }, signal)
  const remove = async (id: string, signal: AbortSignal): Promise<Completion> =>
    completionOf(await ask('DELETE', `posts/${encodeURIComponent(id)}`, null, signal), id)

  return {
    leaves: 'message',
    find,
    async show({ to, id: ours, markdown }, id, signal) {
      const [first, ...more] = writeMattermost(markdown)
      if (!first) return { outcome: 'skipped', nextMs: NEXT_MS }
      if (id !== null && more.length > 0) return { outcome: 'skipped', nextMs: null } // the text no longer fits into one post
      const waitMs = previews.consume()
      if (waitMs > 0) return { outcome: 'skipped', nextMs: waitMs }
      const done =
        id === null
          ? await begin({ ...first, to, id: ours }, signal)
          : completionOf(await change(id, first.text, signal), id)
      switch (done.outcome) {
        case 'sent':
          return { outcome: 'shown', id: done.id, nextMs: NEXT_MS }
        case 'unknown':
          return { outcome: 'unknown' }
        case 'later':
          return skipped(done.afterMs)
        default:
          return { outcome: 'skipped', nextMs: null }
      }
    },
    async complete({ text }, id, signal) {
      const exchange = await change(id, text, signal)
      if (codeOf(exchange) !== TOO_LATE) return completionOf(exchange, id)
      const removed = await remove(id, signal)
      return removed.outcome === 'sent' ? { outcome: 'gone' } : removed
    },
    remove: (_, id, signal) => remove(id, signal),
  }
}

const TOO_LATE = 'api.post.update_post.permissions_time_limit.app_error'

const codeOf = (exchange: MattermostResult): string | null =>
  exchange.happened === 'answered' ? readMattermostRefusal(exchange.answer).code : null

function completionOf(exchange: MattermostResult, id: string): Completion {
  if (exchange.happened === 'broken') return { outcome: 'unknown', reason: exchange.reason }
  if (exchange.happened === 'unreached')
    return { outcome: 'later', afterMs: UNREACHED_WAIT_MS, reason: exchange.reason, of: 'channel' }
  const { status } = exchange.answer
  if (status === 200) return { outcome: 'sent', id }
  const { reason, code, waitMs } = readMattermostRefusal(exchange.answer)
  if (status === 404 && code !== null) return { outcome: 'gone' }
  if (status >= 500) return { outcome: 'unknown', reason }
  return waitMs === null
    ? { outcome: 'failed', reason }
    : { outcome: 'later', afterMs: waitMs, reason, of: 'conversation' }
}
