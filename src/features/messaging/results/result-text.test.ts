import assert from 'node:assert/strict'
import { test } from 'node:test'
import { markdownOf, webhookBodyOf, type EndedRun } from './result-text.ts'

const run = (more: Partial<EndedRun> = {}): EndedRun => ({
  hub: 'garden',
  id: 'run-1',
  workflow: 'md:harvest',
  name: 'Harvest',
  trigger: 'schedule',
  outcome: 'done',
  result: 'Three *ripe* tomatoes.\n',
  error: null,
  queuedAt: 0,
  startedAt: 1000,
  endedAt: 2000,
  ...more,
})

test('a result states the outcome of a run, the reason and the output [deliver.words]', () => {
  for (const [more, expected] of [
    [{}, '**Harvest** is done.\n\nThree *ripe* tomatoes.'],
    [{ result: null }, '**Harvest** is done.'],
    [{ result: ' \n' }, '**Harvest** is done.'],
    [{ outcome: 'error', result: null, error: 'It broke.' }, '**Harvest** failed: It broke.'],
    [{ outcome: 'error', result: null }, '**Harvest** failed.'],
    [
      { outcome: 'incomplete', result: 'One.', error: 'There is more.' },
      '**Harvest** is not finished: There is more.\n\nOne.',
    ],
  ] as const)
    assert.equal(markdownOf(run(more)), expected)
})

test('a name or a reason is no Markdown, and a long result is cut between characters [deliver.words]', () => {
  assert.equal(
    markdownOf(run({ name: 'a*b_[c](d)', outcome: 'error', result: null, error: '<b>' })),
    String.raw`**a\*b\_\[c\](d)** failed: \<b\>`,
  )
  const long = markdownOf(run({ result: `${'x'.repeat(19_999)}😀 more` }))
  assert.ok(long.endsWith('x…'))
  assert.ok(long.isWellFormed())
})

test('a webhook is posted how a run ended as Standard Webhooks lays it out [deliver.webhook]', () => {
  assert.deepEqual(JSON.parse(webhookBodyOf(run({ outcome: 'incomplete', error: 'more' }))), {
    type: 'run.failed',
    timestamp: '1970-01-01T00:00:02.000Z',
    data: {
      hub: 'garden',
      run_id: 'run-1',
      workflow: 'md:harvest',
      name: 'Harvest',
      trigger: 'schedule',
      outcome: 'incomplete',
      result: 'Three *ripe* tomatoes.\n',
      error: 'more',
      queued_at: '1970-01-01T00:00:00.000Z',
      started_at: '1970-01-01T00:00:01.000Z',
      ended_at: '1970-01-01T00:00:02.000Z',
    },
  })
})
