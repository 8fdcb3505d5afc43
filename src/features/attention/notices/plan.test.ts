import assert from 'node:assert/strict'
import { test } from 'node:test'
import { item } from '../item.ts'
import type { AttentionItem } from '../schema.ts'
import { keyOf } from './item-key.ts'
import { planNotices, type KnownItem, type Wanted } from './plan.ts'

const WANTED: Wanted = { muted: [], level: 'decision', withSolved: false, pace: 'at_once' }
const MINUTE_MS = 60_000

const failed = (count = 1, more: Partial<AttentionItem> = {}): AttentionItem =>
  item({ kind: 'run_failed', level: 'failure', hub: 'garden', subject: 'md:water', count, ...more })

/** Plans each list in order, one minute apart. */
function reports(lists: readonly (readonly AttentionItem[])[], wanted: Partial<Wanted> = {}): string[][] {
  let before: ReadonlyMap<string, KnownItem> = new Map()
  return lists.map((current, minute) => {
    const { report, known } = planNotices({ current, before }, { ...WANTED, ...wanted }, minute * MINUTE_MS)
    before = known
    return report.map(({ cause, item: { kind, count } }) => `${cause} ${kind} ${count}`)
  })
}

test('an item is reported once, and again when its failures have doubled [notices.once]', () => {
  assert.deepEqual(reports([[failed(1)], [failed(1)], [failed(2)], [failed(3)], [failed(4)], [failed(7)]]), [
    ['new run_failed 1'],
    [],
    ['worse run_failed 2'],
    [],
    ['worse run_failed 4'],
    [],
  ])
})

test('a higher level is worse, and a lower level is no news [notices.once]', () => {
  const retried = failed(1, { kind: 'run_retrying', level: 'warning' })
  assert.deepEqual(reports([[retried], [failed(1)], [retried], [failed(1)]]), [
    ['new run_retrying 1'],
    ['worse run_failed 1'],
    [],
    [],
  ])
})

test('each further decision is reported, and fewer decisions are not [notices.once]', () => {
  const signUps = (count: number) => [item({ kind: 'sign_ups', level: 'decision', count })]
  assert.deepEqual(reports([signUps(1), signUps(2), signUps(3), signUps(2), signUps(3)]), [
    ['new sign_ups 1'],
    ['worse sign_ups 2'],
    ['worse sign_ups 3'],
    [],
    [],
  ])
})

test('an item that was solved and returns is new; the solution itself is reported only if chosen [notices.once]', () => {
  const lists = [[failed(1)], [], [failed(1)]]
  assert.deepEqual(reports(lists), [['new run_failed 1'], [], ['new run_failed 1']])
  assert.deepEqual(reports(lists, { withSolved: true }), [
    ['new run_failed 1'],
    ['solved run_failed 1'],
    ['new run_failed 1'],
  ])
})

test('muted kinds and levels below the chosen level are not reported, and count as unseen [notices.choice]', () => {
  const silent = item({ kind: 'channel_silent', level: 'warning', hub: 'garden', subject: 'chatb' })
  assert.deepEqual(reports([[failed(1), silent]], { level: 'failure' }), [['new run_failed 1']])
  assert.deepEqual(reports([[failed(1), silent]], { muted: ['run_failed'] }), [['new channel_silent 1']])
  const { known } = planNotices(
    { current: [failed(1)], before: new Map([[keyOf(silent), knownOf(silent)]]) },
    { ...WANTED, level: 'failure', withSolved: true },
    0,
  )
  assert.deepEqual([...known.keys()], [keyOf(failed(1))])
})

test('a Hub that restarts is not reported; a Hub that stays away is, after two minutes [notices.once]', () => {
  const away = [item({ kind: 'hub_away', level: 'failure', hub: 'garden' })]
  assert.deepEqual(reports([away, [], away, away, away, away], { withSolved: true }), [
    [],
    [],
    [],
    [],
    ['new hub_away 1'],
    [],
  ])
  assert.deepEqual(reports([away], { pace: 'daily' }), [['new hub_away 1']], 'a digest waits long enough')
})

test('budgets of different periods and units are different items [notices.once]', () => {
  const budget = (period: 'day' | 'month', limit_usd: number | null) =>
    item({
      kind: 'budget',
      level: 'warning',
      hub: 'garden',
      budget: {
        kind: 'budget',
        hub: 'garden',
        scope: 'hub',
        subject: null,
        period,
        used_usd: null,
        limit_usd,
        used_tokens: null,
        limit_tokens: null,
        unpriced_turns: 0,
        state: 'warning',
        resets_at: '2026-12-01T00:00:00.000Z',
      },
    })
  const keys = [budget('day', 1), budget('month', 1), budget('day', null)].map(keyOf)
  assert.equal(new Set(keys).size, 3)
  assert.equal(keyOf(budget('day', 1)), keyOf(budget('day', 2)), 'another limit is the same budget')
})

const knownOf = (facts: AttentionItem): KnownItem => ({
  level: facts.level,
  count: facts.count,
  facts,
  seenAt: 0,
  notifiedAt: 0,
})
