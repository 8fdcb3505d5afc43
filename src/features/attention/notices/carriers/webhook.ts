import type { Sealer } from '#ground/base/sealing.ts'
import type { WayRow } from '../letter-rows.ts'
import type { Outgoing, WayOutcome } from '../send.ts'
import { lineOf } from '../text.ts'

export interface SignedPost {
  url: string
  secret: string
  id: string
  body: string
}

/** Posts JSON that is signed according to Standard Webhooks, to an address outside of private networks. */
export type PostSigned = (
  post: SignedPost,
  signal: AbortSignal,
) => Promise<
  | { outcome: 'sent' }
  | { outcome: 'later'; reason: string; retryAfterMs: number | null }
  | { outcome: 'failed' | 'closed'; reason: string }
>

export const createWebhookCarrier =
  ({ sealer, post }: { sealer: Pick<Sealer, 'open'>; post: PostSigned }) =>
  async (way: WayRow, outgoing: Outgoing, signal: AbortSignal): Promise<WayOutcome> => {
    const secret = way.secret === null ? null : sealer.open(way.secret, way.id)
    if (secret === null || way.target === null)
      return { outcome: 'failed', reason: 'its secret cannot be read: remove the webhook and add it again' }
    const body = bodyOf(outgoing)
    const posted = await post({ url: way.target, secret, id: `msg_${outgoing.id}`, body }, signal)
    switch (posted.outcome) {
      case 'sent':
        return { outcome: 'sent' }
      case 'later':
        return { outcome: 'later', reason: posted.reason, afterMs: posted.retryAfterMs ?? 0 }
      case 'failed':
        return { outcome: 'failed', reason: posted.reason }
      case 'closed':
        return { outcome: 'failed', reason: posted.reason, isClosed: true }
    }
  }

/** Contains no details of an item, which may quote files or people. */
const bodyOf = ({ items, subject, context }: Outgoing): string =>
  JSON.stringify({
    type: items.length === 0 ? 'attention.test' : 'attention.items',
    data: {
      subject,
      items: items.map((noticed) => {
        const { cause, item } = noticed
        const { kind, level, hub, subject: about, count, since } = item
        return { cause, kind, level, hub, subject: about, count, since, ...lineOf(noticed, context) }
      }),
    },
  })
