import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import type { ScheduleForm, ScheduleResult, ScheduleView } from '#chatapp/schedules/schema.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import type { Client } from './client.ts'

export const AT = '/api/v1/schedules/'
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** A Thursday. The next Monday is the 5th. */
export const THURSDAY = Date.UTC(2026, 0, 1, 12)
/** The web chat's times. */
export const seconds = (ms: number) => ms / 1000

export const MONDAY_AT_8 = '0 8 * * 1'
export const FIRST_MONDAY = Date.UTC(2026, 0, 5, 8)

export const thursday = (): ManualClock => manualClock(THURSDAY)

export const formOf = (more: Partial<ScheduleForm> = {}) => ({
  prompt: 'What grew this week?',
  model: 'garden',
  schedule: MONDAY_AT_8,
  time_zone: 'UTC',
  ...more,
})

export async function make(client: Client, more: Partial<ScheduleForm> = {}): Promise<ScheduleView> {
  const { status, json, text } = await client.post(AT, formOf(more))
  assert.equal(status, 200, text)
  return json
}

export const listed = async (client: Client): Promise<ScheduleView[]> => (await client.get(AT)).json.schedules

export const resultsOf = async (client: Client, { id }: { id: string }): Promise<ScheduleResult[]> =>
  (await client.get(`${AT}${id}/results`)).json

export const moveTo = (clock: ManualClock, at: number): void => clock.advance(Math.max(0, at - clock.now()))

/** Below the delay after which a run counts as late. */
const NUDGE_MS = 30_000
const TRIES_PER_NUDGE = 25

/**
 * Reads until the value fits. Every `TRIES_PER_NUDGE` tries, it advances the clock, because the web chat's loop may
 * begin its sleep after the test has advanced the clock.
 */
export async function untilFits<T>(
  clock: ManualClock,
  read: () => Promise<T>,
  fits: (value: T) => boolean,
): Promise<T> {
  let value = await read()
  for (let tries = 1; !fits(value); tries++) {
    assert.ok(tries < 400, `this stays: ${JSON.stringify(value)}`)
    if (tries % TRIES_PER_NUDGE === 0) clock.advance(NUDGE_MS)
    await pause(20)
    value = await read()
  }
  return value
}

/** Waits for `count` results of which none is waiting or running, newest first. */
export const settled = (
  clock: ManualClock,
  client: Client,
  schedule: { id: string },
  count = 1,
): Promise<ScheduleResult[]> =>
  untilFits(
    clock,
    () => resultsOf(client, schedule),
    (results) =>
      results.length >= count && results.every(({ state }) => state !== 'waiting' && state !== 'running'),
  )
