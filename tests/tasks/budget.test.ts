import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person, saying } from '../support/bridge.ts'
import { manualClock } from '../support/manual-clock.ts'
import { startWorkingHub } from '../scheduler/support.ts'

const TASK = '---\non_webhook: true\nrun_as: ann@example.org\nmax_rounds: 3\n---\n/say not yet\n'
const ANN = person('ann@example.org')
const EVENING = Date.UTC(2026, 10, 20, 23, 30)

for (const [scope, whose] of [
  ['HUB', 'The daily budget of this agent'],
  ['PERSON', 'Your daily budget for this agent'],
] as const)
  test(`a task whose ${scope.toLowerCase()} budget is used up is refused in its first round, its events wait and are handled once there is more [task.budget-first]`, async (t) => {
    const clock = manualClock(EVENING)
    const hub = await startWorkingHub(t, {
      clock,
      files: { 'tasks/greet.md': TASK.replace('/say not yet', '/finish done Greeted') },
      environment: { [`SVC_BUDGET_${scope}_DAILY_TOKENS`]: '3', SVC_WEBHOOK_MAX_ATTEMPTS: '1' },
    })
    assert.equal((await hub.bridge.complete(saying('/say one two'), ANN)).status, 200)
    const [event] = await hub.deliver({ n: 1 })
    const [run] = await hub.ended('md:greet')
    assert.deepEqual([run!.status, run!.outcome, run!.isExcused], ['failed', 'error', true])
    assert.ok(run!.error!.startsWith(`${whose} is used up: 5 of 3 tokens.`), run!.error!)
    assert.match(run!.error!, /It starts anew on 21 November 2026 at 00:00 UTC\.$/)
    assert.deepEqual(
      (await hub.runs.steps(run!)).map(({ id, state }) => [id, state]),
      [['round-1', 'failed']],
    )
    assert.deepEqual(await hub.inbox.list('pending'), [event])
    assert.deepEqual(await hub.inbox.list('quarantined'), [])

    clock.advance(3_600_000)
    await hub.deliver({ n: 2 }) // its arrival makes the scheduler look
    await hub.until(async () => (await hub.inbox.list('processed')).includes(event!))
    const runs = await hub.ended('md:greet', 3) // that of the other event, for which nothing is left again
    assert.equal(runs.length, 3)
  })

test('a task that uses up its budget in one round is refused in the next, and says what it had said [task.budget-later]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'tasks/greet.md': TASK },
    environment: { SVC_BUDGET_TASK_DAILY_TOKENS: '5', SVC_WEBHOOK_MAX_ATTEMPTS: '1' },
  })
  const [event] = await hub.deliver({ n: 1 })
  const [run] = await hub.ended('md:greet')
  assert.deepEqual([run!.status, run!.outcome, run!.isExcused], ['failed', 'error', true])
  assert.match(run!.error!, /^The daily budget of the task greet is used up: \d+ of 5 tokens\./)
  assert.deepEqual(
    (await hub.runs.steps(run!)).map(({ id, state, output }) => [id, state, output]),
    [
      ['round-1', 'done', 'not yet'],
      ['round-2', 'failed', ''],
    ],
  )
  assert.deepEqual(await hub.inbox.list('pending'), [event])
  assert.equal((await hub.runs.use(run!)).turns, 1)
})

test('a workflow that is refused for its budget fails without blame, and its events wait [task.budget-workflow]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'workflows/greet.yaml': [
        'on_webhook: true',
        'run_as: ann@example.org',
        'steps:',
        '  - { id: one, prompt: /say one two three }',
        '  - { id: two, needs: one, prompt: /say four }',
        '  - { id: alarm, needs: two, when: failure(), run: echo alarm }',
      ].join('\n'),
    },
    environment: { SVC_BUDGET_PERSON_DAILY_TOKENS: '2', SVC_WEBHOOK_MAX_ATTEMPTS: '1' },
  })
  const [event] = await hub.deliver({ n: 1 })
  const [run] = await hub.ended('greet')
  assert.deepEqual([run!.status, run!.outcome, run!.isExcused], ['failed', 'error', true])
  assert.match(run!.error!, /^The step two failed: Your daily budget for this agent is used up/)
  assert.deepEqual(
    (await hub.runs.steps(run!)).map(({ id, state }) => [id, state]),
    [
      ['one', 'done'],
      ['two', 'failed'],
      ['alarm', 'done'],
    ],
  )
  assert.deepEqual(await hub.inbox.list('pending'), [event])
})
