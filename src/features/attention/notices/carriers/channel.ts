import type { Clock } from '#ground/base/clock.ts'
import type { WayRow } from '../letter-rows.ts'
import type { NoticeCarriers, Outgoing, WayOutcome } from '../send.ts'

export interface ChannelHandle {
  hub: string
  channel: string
  handle: string
}

/** Queues messages that the processes of the Hubs send on their channels. */
export interface ChannelOutbox {
  handlesOf(email: string, hubs: readonly string[], channel?: string): Promise<readonly ChannelHandle[]>
  /** Idempotent by `id`. */
  send(notice: ChannelHandle & { id: string; email: string; text: string; now: number }): Promise<void>
  read(id: string): Promise<{ state: string; reason: string | null } | null>
}

export const createChannelCarrier = ({
  outbox,
  clock,
}: {
  outbox: ChannelOutbox
  clock: Pick<Clock, 'now'>
}): Pick<NoticeCarriers, 'channel' | 'handedOutcome'> => ({
  async channel({ email, hub, channel }: WayRow, { id, text }: Outgoing): Promise<WayOutcome> {
    const [found] = hub === null || channel === null ? [] : await outbox.handlesOf(email, [hub], channel)
    if (!found) return { outcome: 'failed', reason: 'the person is no longer known on this channel' }
    await outbox.send({ ...found, id, email, text, now: clock.now() })
    return { outcome: 'handed' }
  },
  async handedOutcome(id): Promise<WayOutcome> {
    const found = await outbox.read(id)
    if (found === null) return { outcome: 'failed', reason: 'the message is no longer stored' }
    switch (found.state) {
      case 'waiting':
        return { outcome: 'handed' }
      case 'sent':
        return { outcome: 'sent' }
      case 'unknown':
        return { outcome: 'failed', reason: 'the connection broke while it was sent' }
      default:
        return { outcome: 'failed', reason: found.reason ?? found.state }
    }
  },
})
