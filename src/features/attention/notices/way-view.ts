import { isoTime } from '#ground/base/clock.ts'
import type { WayRow } from './letter-rows.ts'
import type { NoticeWay } from './schema.ts'

export const toWay = (way: WayRow): NoticeWay => ({
  id: way.id,
  kind: way.kind as NoticeWay['kind'],
  hub: way.hub,
  channel: way.channel,
  address: addressOf(way),
  created_at: isoTime(way.created_at_ms),
  last_outcome: way.last_outcome as NoticeWay['last_outcome'],
  last_reason: way.last_reason,
  last_at: timeOrNull(way.last_at_ms),
  paused_at: timeOrNull(way.paused_at_ms),
})

const addressOf = ({ kind, email, target }: WayRow): string | null => {
  if (kind === 'mail') return email
  return target === null ? null : new URL(target).origin
}

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms))
