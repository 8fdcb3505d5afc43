import { randomBytes } from 'node:crypto'
import { ApiRefused } from '#ground/api/errors.ts'
import { newId } from '#ground/base/ids.ts'
import type { RateLimit } from '#ground/base/rate-limit.ts'
import type { Sealer } from '#ground/base/sealing.ts'
import { isTimeZone } from '#ground/base/time-zone.ts'
import type { AttentionReader } from '../reader.ts'
import { addLetters, readWays, type WayRow } from './letter-rows.ts'
import { checkWays, targetOf, type NewWayDeps } from './new-way.ts'
import { recordWay } from './record-way.ts'
import type { NewWay, NoticeSettings, NoticeView, NoticeWay, WayTested } from './schema.ts'
import { afterQuiet, nextCheck } from './schedule.ts'
import { readKnown, readSettings, settingsColumns, timesOf, toSettings } from './settings-rows.ts'
import { testWay, type TestWayDeps } from './test-way.ts'
import { toWay } from './way-view.ts'

export interface WaysDeps extends TestWayDeps, NewWayDeps {
  sealer: Pick<Sealer, 'seal'>
  tests: RateLimit
}

export interface Change {
  caller: AttentionReader
  requestId: string
}

export async function readView(
  { store: { db }, outbox, hasMail }: WaysDeps,
  { email, manages }: AttentionReader,
): Promise<NoticeView> {
  const [row, ways, channels, canMail] = await Promise.all([
    readSettings(db, email),
    readWays(db, email),
    outbox.handlesOf(email, manages),
    hasMail(),
  ])
  return {
    settings: row && toSettings(row),
    ways: ways.map(toWay),
    has_mail: canMail,
    channels: channels.map(({ hub, channel }) => ({ hub, channel })),
  }
}

export async function changeSettings(
  { store, clock }: WaysDeps,
  { email, userId }: AttentionReader,
  settings: NoticeSettings,
): Promise<NoticeSettings> {
  if (!isTimeZone(settings.time_zone))
    throw new ApiRefused('invalid', 'time_zone: expected a time zone such as Europe/Berlin.')
  const now = clock.now()
  const times = timesOf(settings)
  const due = settings.pace === 'at_once' ? afterQuiet(times, now) : nextCheck(times, now)
  const row = { account_id: userId, ...settingsColumns(settings), due_at_ms: due }
  await store.db
    .insertInto('notice_settings')
    .values({ email, ...row })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(row))
    .execute()
  return settings
}

const SECRET_BYTES = 32

export async function addWay(
  deps: WaysDeps,
  { caller, requestId }: Change,
  wanted: NewWay,
): Promise<{ way: NoticeWay; secret: string | null }> {
  const { store, clock, sealer } = deps
  const { email, userId } = caller
  const target = await targetOf(deps, caller, wanted)
  const secret = wanted.kind === 'webhook' ? `whsec_${randomBytes(SECRET_BYTES).toString('base64')}` : null
  const id = newId()
  const way = {
    ...UNUSED,
    id,
    email,
    ...target,
    secret: secret === null ? null : sealer.seal(secret, id),
    created_at_ms: clock.now(),
  }
  await store.transaction(async (tx) => {
    await tx
      .insertInto('notice_settings')
      .values({ email, account_id: userId, ...settingsColumns(DEFAULTS), due_at_ms: clock.now() })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .execute()
    // The lock serializes concurrent requests, so that each reads the ways that the previous request added.
    await tx.selectFrom('notice_settings').select('email').where('email', '=', email).forUpdate().execute()
    checkWays(await readWays(tx, email), target)
    await tx.insertInto('notice_ways').values(way).execute()
    await recordWay(deps, tx, way, { action: 'notices.way_add', actor: email, request: requestId })
  })
  return { way: toWay(way), secret }
}

const UNUSED = {
  last_outcome: null,
  last_reason: null,
  last_at_ms: null,
  failing_since_ms: null,
  paused_at_ms: null,
}

const DEFAULTS: NoticeSettings = {
  muted: [],
  level: 'decision',
  with_solved: false,
  pace: 'at_once',
  daily_at: 8 * 60,
  quiet: null,
  time_zone: 'UTC',
  language: 'en',
}

export async function testOwnWay(deps: WaysDeps, { caller }: Change, id: string): Promise<WayTested> {
  const way = await findOwn(deps, caller, id)
  if (deps.tests.consume(caller.email) > 0)
    throw new ApiRefused('rate_limited', 'Too many tests. Wait a minute, then test again.')
  return testWay(deps, way)
}

/**
 * Queues all items that count as notified, because notices that failed on the paused way are not sent again. A way in
 * use stays as it is.
 */
export async function resumeWay(
  deps: WaysDeps,
  { caller: { email }, requestId }: Change,
  id: string,
): Promise<NoticeWay> {
  const { store, clock } = deps
  const way = await findOwn(deps, { email }, id)
  await store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notice_ways')
      .set({ paused_at_ms: null, failing_since_ms: null })
      .where('id', '=', id)
      .where('paused_at_ms', 'is not', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const known = [...(await readKnown(tx, email)).values()]
    const items = known
      .filter(({ notifiedAt }) => notifiedAt !== null)
      .map(({ facts }) => ({ cause: 'new' as const, item: facts }))
    await addLetters(tx, { email, ways: [id], items }, clock.now())
    await recordWay(deps, tx, way, { action: 'notices.way_resume', actor: email, request: requestId })
  })
  return toWay({ ...way, paused_at_ms: null })
}

export async function removeWay(
  deps: WaysDeps,
  { caller: { email }, requestId }: Change,
  id: string,
): Promise<NoticeWay> {
  const way = await findOwn(deps, { email }, id)
  await deps.store.transaction(async (tx) => {
    await tx.deleteFrom('notice_letters').where('way_id', '=', id).execute()
    await tx.deleteFrom('notice_ways').where('id', '=', id).execute()
    await recordWay(deps, tx, way, { action: 'notices.way_remove', actor: email, request: requestId })
  })
  return toWay(way)
}

async function findOwn(
  { store }: WaysDeps,
  { email }: Pick<AttentionReader, 'email'>,
  id: string,
): Promise<WayRow> {
  const found = (await readWays(store.db, email)).find((way) => way.id === id)
  if (!found) throw new ApiRefused('not_found', 'You have no such way to receive notices.')
  return found
}
