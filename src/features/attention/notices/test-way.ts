import { newOrderedId } from '#ground/base/ids.ts'
import type { Clock } from '#ground/base/clock.ts'
import { POLL_HANDED_MS, type WayRow } from './letter-rows.ts'
import { recordPauses, type RecordWayDeps } from './record-way.ts'
import type { WayTested } from './schema.ts'
import { contextOf, deliver, noteOnWay, type NoticeSendDeps } from './send.ts'
import { readSettings, toSettings } from './settings-rows.ts'
import { testText } from './text.ts'

export interface TestWayDeps
  extends Pick<NoticeSendDeps, 'store' | 'publicUrl' | 'carriers' | 'hubNames'>, RecordWayDeps {
  clock: Pick<Clock, 'now'>
}

/** Sends a test notice at once, even if the way to receive notices is paused. */
export async function testWay(deps: TestWayDeps, way: WayRow): Promise<WayTested> {
  const { store, clock } = deps
  const row = await readSettings(store.db, way.email)
  const context = await contextOf(deps, row === null ? 'en' : toSettings(row).language, [])
  const outgoing = { id: newOrderedId(), items: [], context, ...testText(context) }
  const outcome = await deliver(deps, way, outgoing, new AbortController().signal)
  const now = clock.now()
  if (outcome.outcome === 'handed') {
    await store.db
      .insertInto('notice_letters')
      .values(handedTest(way, outgoing.id, now))
      .execute()
    return { outcome: 'handed', reason: null }
  }
  await store.transaction((tx) => noteOnWay(recordPauses(deps), tx, way.id, outcome, { isOver: true, now }))
  return outcome.outcome === 'sent'
    ? { outcome: 'sent', reason: null }
    : { outcome: 'failed', reason: outcome.reason }
}

/** A letter in state `handed`, so that the sender does not send it but reads the test's result from the channel. */
const handedTest = ({ id: way, email }: WayRow, id: string, now: number) => ({
  id,
  email,
  way_id: way,
  items: '[]',
  state: 'handed',
  attempts: 1,
  created_at_ms: now,
  due_at_ms: now + POLL_HANDED_MS,
})
