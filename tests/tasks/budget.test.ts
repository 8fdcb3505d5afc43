import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person, saying } from '../support/bridge.ts'
import { manualClock } from '../support/manual-clock.ts'
import { until } from '../support/until.ts'
import { linesOf, startWorkingHub } from '../scheduler/support.ts'

const TASK = '---\non_webhook: true\nrun_as: ann@example.org\nmax_rounds: 3\n---\n/say not yet\n'
const ANN = person('ann@example.org')
const EVENING = Date.UTC(2026, 10, 20, 23, 30)
const HOUR_MS = 3_600_000

for (const [scope, whose] of [
  ['HUB', 'The daily budget of this agent'],
  ['PERSON', 'Your daily budget for this agent'],
] as const)
  test(`a task whose ${scope.toLowerCase()} budget is used up does not start, and its events wait until there is budget [task.budget-first]`, async (t) => {
    const clock = manualClock(EVENING)
    const hub = await startWorkingHub(t, {
      clock,
      files: { 'tasks/greet.md': TASK.replace('/say not yet', '/finish done Greeted') },
      environment: { [`SVC_BUDGET_${scope}_DAILY_TOKENS`]: '300', SVC_WEBHOOK_MAX_ATTEMPTS: '1' },
    })
    const words = Array.from({ length: 290 }, (_, n) => `w${n}`).join(' ')
    assert.equal((await hub.bridge.complete(saying(`/say ${words}`), ANN)).status, 200)
    const [event] = await hub.deliver({ n: 1 })
    const run = await hub.paused('md:greet')
    assert.deepEqual([run.status, run.outcome, run.isExcused], ['queued', null, false])
    assert.ok(run.paused!.startsWith(`${whose} is used up: 300 of 300 tokens.`), run.paused!)
    assert.match(run.paused!, /It resets on 21 November 2026 at 00:00 UTC\.$/)
    assert.deepEqual(
      (await hub.runs.steps(run)).map(({ id, state }) => [id, state]),
      [['round-1', 'cancelled']],
    )
    assert.deepEqual(await hub.inbox.list('pending'), [event])

    clock.advance(HOUR_MS)
    await until(async () => (await hub.inbox.list('processed')).includes(event!))
    const [ended] = await hub.ended('md:greet')
    assert.deepEqual([ended!.id, ended!.outcome, ended!.batch!.attempt], [run.id, 'done', 1])
  })

test('a task that runs out of budget continues with its next round after an increase, and repeats none [task.budget-later]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'tasks/greet.md': `${TASK}/tool count {}\n`, 'tools/count.ts': COUNT },
    environment: { SVC_BUDGET_TASK_DAILY_TOKENS: '200', SVC_WEBHOOK_MAX_ATTEMPTS: '1' },
  })
  const [event] = await hub.deliver({ n: 1 })
  const run = await hub.paused('md:greet')
  assert.match(
    run.paused!,
    /^The daily budget of the task greet is too low for this request: \d+ of 200 tokens/,
  )
  const steps = await hub.runs.steps(run)
  const done = steps.filter(({ state }) => state === 'done').length
  assert.deepEqual([done > 0, steps.at(-1)!.state], [true, 'cancelled'])
  assert.deepEqual(await hub.inbox.list('pending'), [event])

  await hub.setBudget({ scope: 'task', subject: '', period: 'day', unit: 'tokens', amount: 100_000 })
  const [ended] = await hub.ended('md:greet')
  assert.deepEqual([ended!.id, ended!.outcome], [run.id, 'incomplete'])
  const after = await hub.runs.steps(run)
  assert.deepEqual(
    after.map(({ id, state, attempt }) => [id, state, attempt]),
    [1, 2, 3].map((round) => [`round-${round}`, 'done', round === done + 1 ? 2 : 1]),
  )
})

test('a cancelled paused run has ended, and its events go to no other run [task.budget-cancelled]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'tasks/greet.md': TASK },
    environment: { SVC_BUDGET_TASK_DAILY_TOKENS: '5' },
  })
  await hub.deliver({ n: 1 })
  const run = await hub.paused('md:greet')
  assert.equal(await hub.runs.cancel(run, 'ann@example.org'), true)
  const ended = await hub.runs.read(run)
  assert.deepEqual([ended!.status, ended!.outcome, ended!.paused], ['cancelled', 'cancelled', null])
})

test('a workflow that runs out of budget completes running steps, starts no more, and continues from there [task.budget-workflow]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'workflows/inner.yaml': [
        'steps:',
        '  - { id: ask, prompt: /say four five }',
        '  - { id: note, needs: ask, run: echo inner >> ran.txt }',
      ].join('\n'),
      'workflows/greet.yaml': [
        'on_webhook: true',
        'run_as: ann@example.org',
        'steps:',
        '  - { id: one, run: echo one >> ran.txt }',
        '  - { id: beside, run: sleep 1; echo beside >> ran.txt }',
        '  - { id: two, needs: one, workflow: inner }',
        '  - { id: alarm, needs: two, when: failure(), run: echo alarm >> ran.txt }',
        '  - { id: last, needs: [two, beside], run: echo last >> ran.txt }',
      ].join('\n'),
    },
    environment: { SVC_BUDGET_PERSON_DAILY_TOKENS: '2', SVC_WEBHOOK_MAX_ATTEMPTS: '1' },
  })
  const [event] = await hub.deliver({ n: 1 })
  const run = await hub.paused('greet')
  assert.match(run.paused!, /^Your daily budget for this agent is too low for this request: 0 of 2 tokens/)
  assert.deepEqual(await linesOf(hub.folder, 'ran.txt'), ['one', 'beside'])
  assert.deepEqual(
    (await hub.runs.steps(run)).map(({ id, state }) => [id, state]),
    [
      ['one', 'done'],
      ['beside', 'done'],
      ['two', 'cancelled'],
      ['two/ask', 'cancelled'],
    ],
  )
  assert.deepEqual(await hub.inbox.list('pending'), [event])

  await hub.setBudget({ scope: 'person', subject: '', period: 'day', unit: 'tokens', amount: 1000 })
  const [ended] = await hub.ended('greet')
  assert.deepEqual([ended!.id, ended!.outcome, ended!.error], [run.id, 'done', null])
  assert.deepEqual(await linesOf(hub.folder, 'ran.txt'), ['one', 'beside', 'inner', 'last'])
})

const COUNT = `import { defineTool, z } from 'hub-service'
export const count = defineTool({ name: 'count', description: 'Count', input: z.object({}), run: () => 'one two three' })
`
