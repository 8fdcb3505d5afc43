import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestedTimeZone } from './time-zone.ts'

test('the time zone is that of the metadata, else of the header, and an unknown one is refused [agent.turn.time-zone]', () => {
  const zone = (metadata: unknown, header: string) => requestedTimeZone({ metadata }, header)
  assert.deepEqual(zone({ time_zone: 'Asia/Tokyo' }, 'Europe/Berlin'), { ok: true, value: 'Asia/Tokyo' })
  for (const metadata of [undefined, null, { chat_id: 'x' }, { time_zone: null }, { time_zone: '' }])
    assert.deepEqual(zone(metadata, 'Europe/Berlin'), { ok: true, value: 'Europe/Berlin' })
  for (const metadata of [undefined, null, 'text', { time_zone: null }])
    assert.deepEqual(zone(metadata, ''), { ok: true, value: undefined })
  for (const [metadata, header, param] of [
    [{ time_zone: 'Mars/Base' }, '', 'metadata.time_zone'],
    [{ time_zone: 7 }, 'Asia/Tokyo', 'metadata.time_zone'],
    [undefined, 'Mars/Base', 'X-Svc-Time-Zone'],
  ] as const) {
    const refused = zone(metadata, header)
    assert.ok(!refused.ok)
    assert.deepEqual([refused.refusal.status, refused.refusal.param], [400, param])
    assert.match(refused.refusal.message, /expected a name such as Europe\/Berlin/)
  }
})
