import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import { gone } from '../support/process-exit.ts'
import { until } from '../support/until.ts'
import { workbenchWith } from './support.ts'

test('steps run after their dependencies, and see their output and outcome [workflow.outputs]', async (t) => {
  const bench = await workbenchWith(t, {
    chain: `
inputs: { city: { required: true } }
steps:
  - { id: last, run: 'echo "$(cat) \${{ steps.middle.output }} \${{ steps.first.outcome }}" </dev/null', needs: [middle] }
  - { id: first, run: 'echo "{\\"n\\": 4, \\"city\\": \\"\${{ inputs.city }}\\"}"' }
  - { id: middle, run: 'echo \${{ steps.first.output.n }}-\${{ steps.first.output.city }}', needs: first }
`,
  })
  const { run, outputs } = await bench.run('chain', { city: 'Rome' })
  assert.equal(run.outcome, 'done', run.error ?? '')
  assert.deepEqual(outputs, { first: '{"n": 4, "city": "Rome"}', middle: '4-Rome', last: ' 4-Rome done' })
  assert.equal(run.result, '4-Rome')
})

test('inputs, outputs and files keep all digits of numbers up to a tool, and inner workflows [workflow.numbers]', async (t) => {
  const keep = defineTool({
    name: 'keep',
    description: 'Gives its input back',
    input: z.looseObject({}),
    run: (input) => JSON.stringify(input),
  })
  const bench = await workbenchWith(
    t,
    {
      outer: `
inputs: { n: { type: number }, price: { type: number, default: 1.5 } }
steps:
  - { id: first, run: 'echo "{\\"id\\": 7615917337495251231, \\"n\\": \${{ inputs.n }}}"' }
  - { id: other, run: 'echo no', needs: first, when: 'steps.first.output.id == 7615917337495251232' }
  - { id: call, workflow: inner, inputs: { n: '\${{ steps.first.output.id }}' }, needs: first }
  - { id: tool, tool: keep, args: { id: '\${{ steps.first.output.id }}', n: '\${{ inputs.n }}', own: '\${{ 18446744073709551615 }}' }, needs: [first, call] }
`,
      inner: `
inputs: { n: { type: number } }
steps:
  - { id: keep, tool: keep, args: { n: '\${{ inputs.n }}' } }
`,
    },
    { tools: [keep] },
  )
  const { run, outputs } = await bench.run('outer', { n: '9007199254740993' })
  assert.equal(run.outcome, 'done', run.error ?? '')
  assert.deepEqual(outputs, {
    first: '{"id": 7615917337495251231, "n": 9007199254740993}',
    other: null,
    call: '{"n":7615917337495251231}',
    'call/keep': '{"n":7615917337495251231}',
    tool: '{"id":7615917337495251231,"n":9007199254740993,"own":18446744073709551615}',
  })
  const { run: late } = await bench.run('outer', { n: parseJson('9007199254740993') })
  assert.equal(JSON.stringify(late.inputs), '{"n":9007199254740993}')
})

test('steps that need nothing of one another run at the same time, at most as many as the bound [workflow.parallel]', async (t) => {
  // `a` and `b` each wait for a file of the other, so they end only if they run concurrently. `a` fails if `c` has
  // started when `a` finds the file `b`.
  const bench = await workbenchWith(
    t,
    {
      meet: `steps:
  - { id: a, run: 'touch a; until [ -e b ]; do sleep 0.02; done; [ ! -e c ]; touch alone' }
  - { id: b, run: 'touch b; until [ -e alone ]; do sleep 0.02; done' }
  - { id: c, run: 'touch c' }
`,
    },
    { parallel: 2 },
  )
  const { run, states } = await bench.run('meet')
  assert.equal(run.outcome, 'done', run.error ?? '')
  assert.deepEqual(states, { a: 'done', b: 'done', c: 'done' })
})

test('a failed step skips its dependents, except those for failures, and fails the run [workflow.when]', async (t) => {
  const bench = await workbenchWith(t, {
    fails: `
steps:
  - { id: bad, run: 'echo partly; exit 3' }
  - { id: behind, run: echo no, needs: bad }
  - { id: far, run: echo no, needs: behind }
  - { id: repair, run: 'echo \${{ steps.bad.outcome }} \${{ steps.bad.output }}', needs: [bad], when: failure() }
  - { id: report, run: echo yes, needs: far, when: always() }
  - { id: aside, run: echo aside }
  - { id: never, run: echo no, needs: aside, when: "steps.aside.output == 'other'" }
  - { id: after, run: echo after, needs: never }
`,
  })
  const { run, states, outputs } = await bench.run('fails')
  assert.deepEqual(states, {
    bad: 'failed',
    behind: 'skipped',
    far: 'skipped',
    repair: 'done',
    report: 'done',
    aside: 'done',
    never: 'skipped',
    after: 'done',
  })
  assert.equal(outputs['repair'], 'failed partly')
  assert.equal(run.status, 'failed')
  assert.equal(run.error, 'The step bad failed: It ended with exit status 3.')
})

test('a failed step is tried again as often as it says, after its delay [workflow.retry]', async (t) => {
  const bench = await workbenchWith(t, {
    flaky: `steps:\n  - id: flaky\n    retry: { times: 2, delay: 1ms }\n    run: |\n      echo x >> tries\n      [ "$(wc -l < tries)" -ge 3 ]\n`,
    hopeless: `steps:\n  - { id: hopeless, retry: { times: 1, delay: 1ms }, run: 'echo x >> hopeless; false' }\n`,
  })
  const flaky = await bench.run('flaky')
  assert.equal(flaky.run.outcome, 'done')
  assert.equal(flaky.steps[0]!.attempt, 3)
  const hopeless = await bench.run('hopeless')
  assert.equal(hopeless.run.outcome, 'error')
  assert.equal(await readFile(join(bench.folder, 'hopeless'), 'utf8'), 'x\nx\n')
})

test('a step that takes too long is stopped with all it started [workflow.timeout]', async (t) => {
  const bench = await workbenchWith(t, {
    slow: `steps:\n  - { id: slow, timeout: 300ms, run: 'echo before; sleep 1000 & echo $! > pid; (setsid sh -c "echo \\$\\$ > far; exec sleep 1000" &); wait' }\n`,
    ends: `steps:\n  - { id: ends, run: '(setsid sh -c "echo \\$\\$ > stays; exec sleep 1000" &); until [ -s stays ]; do sleep 0.01; done' }\n`,
    turn: `steps:\n  - { id: turn, timeout: 50ms, prompt: /wait 60000 }\n`,
  })
  const { run, steps } = await bench.run('slow')
  assert.equal(steps[0]!.error, 'The step was stopped after 300ms.')
  assert.equal(steps[0]!.output, 'before')
  assert.equal(run.outcome, 'error')
  for (const name of ['pid', 'far']) await gone(Number(await readFile(join(bench.folder, name), 'utf8')))
  assert.equal((await bench.run('ends')).run.outcome, 'done')
  await gone(Number(await readFile(join(bench.folder, 'stays'), 'utf8')))
  const turn = await bench.run('turn')
  assert.equal(turn.steps[0]!.error, 'The step was stopped after 50ms.')
})

test('an agent’s step returns its finish text, or all its text [workflow.prompt]', async (t) => {
  const bench = await workbenchWith(t, {
    ask: `
inputs: { what: { default: tulips } }
steps:
  - { id: says, prompt: "/say I like \${{ inputs.what }}" }
  - { id: finishes, prompt: "/say chatter\\n/finish done The \${{ inputs.what }} are watered" }
  - { id: blocked, prompt: "/finish blocked No water" }
`,
  })
  const { states, outputs, steps, run } = await bench.run('ask')
  assert.equal(outputs['says'], 'I like tulips')
  assert.equal(outputs['finishes'], 'The tulips are watered')
  assert.deepEqual(states, { says: 'done', finishes: 'done', blocked: 'failed' })
  assert.deepEqual(steps.find(({ id }) => id === 'finishes')!.tools, [
    { name: 'finish', calls: 1, failed: 0 },
  ])
  assert.equal(run.error, 'The step blocked failed: The agent reported that the step can’t be done.')
})

test('an agent’s step with an empty answer fails if another step inserts the output or no tool was called [workflow.empty-answer]', async (t) => {
  const bench = await workbenchWith(t, {
    empty: `
steps:
  - { id: silent, prompt: "/wait 1" }
  - { id: used, prompt: "/finish done" }
  - { id: user, needs: [used], run: "echo \${{ steps.used.output }}" }
  - { id: checked, prompt: "/finish done" }
  - { id: checker, needs: [checked], when: "steps.checked.output == ''", run: echo empty }
`,
  })
  const { states, steps, run } = await bench.run('empty')
  assert.deepEqual(states, {
    silent: 'failed',
    used: 'failed',
    user: 'skipped',
    checked: 'done',
    checker: 'done',
  })
  const errorOf = (step: string) => steps.find(({ id }) => id === step)!.error
  assert.equal(errorOf('silent'), 'The model returned an empty answer. No tool was called.')
  assert.equal(errorOf('used'), 'The model returned an empty answer. Another step needs this output.')
  assert.match(
    run.error!,
    /^The step silent failed \(also failed: used\): The model returned an empty answer/,
  )
})

test('a tool’s step passes typed values, and a refusal of the tool fails the step [workflow.tool]', async (t) => {
  const add = defineTool({
    name: 'add',
    description: 'Adds',
    input: z.object({ numbers: z.array(z.number()) }),
    run: ({ numbers }) => ({ sum: numbers.reduce((a, b) => a + b, 0) }),
  })
  const agree = defineTool({
    name: 'agree',
    description: 'Asks',
    input: z.object({}),
    confirm: true,
    run: () => 'no',
  })
  const secret = defineTool({
    name: 'secret',
    description: 'Restricted',
    input: z.object({}),
    restricted: { capability: 'secrets', label: 'Secrets', group: 'Other' },
    run: () => 'no',
  })
  const bench = await workbenchWith(
    t,
    {
      sums: `
inputs: { n: { type: number, default: 4 } }
steps:
  - { id: sum, tool: add, args: { numbers: [1, "\${{ inputs.n }}"] } }
  - { id: twice, tool: add, needs: sum, args: { numbers: ["\${{ steps.sum.output.sum }}", 1] } }
  - { id: wrong, tool: add, args: { numbers: ["x\${{ inputs.n }}"] } }
  - { id: asks, tool: agree }
  - { id: secret, tool: secret }
  - { id: nothing, tool: nothing }
`,
    },
    { tools: [add, agree, secret] },
  )
  const { outputs, states, steps } = await bench.run('sums')
  assert.deepEqual(JSON.parse(outputs['twice']!), { sum: 6 })
  assert.deepEqual(states, {
    sum: 'done',
    twice: 'done',
    wrong: 'failed',
    asks: 'failed',
    secret: 'failed',
    nothing: 'failed',
  })
  assert.equal(steps.find(({ id }) => id === 'wrong')!.error, 'The tool add failed.')
  assert.match(outputs['wrong']!, /Invalid input for add/)
  assert.match(outputs['asks']!, /confirmation/)
  assert.match(outputs['secret']!, /granted/)
  assert.match(outputs['nothing']!, /no tool “nothing”/)
})

test('a question of a tool in a step is declined: a line of its output has the server and the reason [agent.mcp.questions]', async (t) => {
  const book = defineTool({
    name: 'book',
    description: 'Books',
    input: z.object({}),
    readOnly: true,
    run: () => '',
  })
  const asking: Tool = {
    ...book,
    runWithQuestions: async (_input, { signal }, ask) => {
      const subject = { kind: 'url', url: 'https://example.com/' } as const
      return (await ask({ server: 'desk', message: 'Open it?', subject }, signal)).action
    },
  }
  const bench = await workbenchWith(
    t,
    { ask: 'steps:\n  - { id: ask, prompt: "/tool book {}" }\n' },
    { tools: [asking] },
  )
  const { output, steps } = await bench.run('ask')
  const written = output.map(({ text }) => text).join('')
  assert.match(written, /\n\[desk’s question was declined: no person can answer it\]\n/)
  assert.deepEqual(steps[0]!.tools, [{ name: 'book', calls: 1, failed: 0 }])
})

test('a workflow in a workflow gets inputs and gives its result; its steps stand below the step [workflow.sub]', async (t) => {
  const bench = await workbenchWith(t, {
    outer: `
steps:
  - { id: greet, workflow: greet, inputs: { who: Ada, times: "\${{ inputs.times }}" } }
  - { id: end, run: 'echo "<\${{ steps.greet.output }}>"', needs: greet }
inputs: { times: { type: number, default: 2 } }
`,
    greet: `
inputs: { who: { required: true }, times: { type: number, default: 1 } }
steps:
  - { id: a, run: 'echo \${{ inputs.who }}' }
  - { id: b, run: 'echo \${{ steps.a.output }} \${{ inputs.times }}×', needs: a }
`,
  })
  const { run, outputs } = await bench.run('outer')
  assert.equal(run.outcome, 'done', run.error ?? '')
  assert.deepEqual(outputs, { greet: 'Ada 2×', 'greet/a': 'Ada', 'greet/b': 'Ada 2×', end: '<Ada 2×>' })
})

test('a retried workflow step repeats only its failed steps [workflow.sub]', async (t) => {
  const bench = await workbenchWith(t, {
    outer: `steps:\n  - { id: inner, workflow: inner, retry: { times: 1, delay: 1ms } }\n`,
    inner: `steps:\n  - { id: once, run: echo x >> once }\n  - { id: flaky, needs: once, run: 'test -e flaky || { touch flaky; false; }' }\n  - { id: end, run: echo end, needs: flaky }\n`,
  })
  const { run, states } = await bench.run('outer')
  assert.equal(run.outcome, 'done', run.error ?? '')
  assert.deepEqual(Object.values(states), ['done', 'done', 'done', 'done'])
  assert.equal(await readFile(join(bench.folder, 'once'), 'utf8'), 'x\n')
})

test('of workflows that call one another in a circle no step is done, wherever the call comes from [workflow.circle]', async (t) => {
  const step = (called: string) =>
    `steps:\n  - { id: first, run: echo x >> done }\n  - { id: call, workflow: ${called} }\n`
  const bench = await workbenchWith(t, {
    loop: step('loop'),
    outer: step('loop'),
    fine: 'steps: [{ id: s, run: echo y }]',
  })
  for (const name of ['loop', 'outer']) {
    const { run, steps } = await bench.run(name)
    assert.deepEqual([run.outcome, run.isRefused, steps.length], ['error', true, 0])
    assert.equal(run.error, 'It can’t be run: workflows call one another in a circle: loop → loop.')
  }
  assert.equal((await bench.run('fine')).run.outcome, 'done')
  assert.equal(await readFile(join(bench.folder, 'done'), 'utf8').catch(() => ''), '')
})

test('a run without an input it needs, or with a strange one, does nothing [workflow.inputs]', async (t) => {
  const bench = await workbenchWith(t, {
    needs: `inputs: { who: { required: true }, n: { type: number } }\nsteps:\n  - { id: a, run: touch ran }\n`,
  })
  const errorOf = async (inputs: Record<string, unknown>) => (await bench.run('needs', inputs)).run.error
  assert.equal(await errorOf({}), 'The input who is missing.')
  assert.equal(await errorOf({ who: 'a', hwo: 'b' }), 'There is no input hwo; did you mean who?')
  assert.equal(await errorOf({ who: 'a', n: 'many' }), 'The input n: expected a number.')
  await assert.rejects(readFile(join(bench.folder, 'ran')), { code: 'ENOENT' })
})

test('scripts are given the events of their run, the account and nothing of ours [workflow.events]', async (t) => {
  const bench = await workbenchWith(t, {
    hook: `on_webhook: true\nrun_as: ada@example.com\nsteps:\n  - { id: env, run: 'env | grep SVC_ | sort' }\n  - { id: expr, run: 'printf %s \${{ events[1] }}' }\n`,
  })
  const id = await bench.queue('hook', {
    trigger: 'webhook',
    runAs: 'ada@example.com',
    batch: { inbox: 'webhook', events: ['1.json', '2.json'], attempt: 1, firstAttempt: 1, failures: 0 },
  })
  const { outputs } = await bench.ended(id)
  const inbox = join(bench.folder, '.inbound/webhooks/webhook')
  assert.equal(
    outputs['env'],
    [`SVC_RUN_AS=ada@example.com`, `SVC_RUN_ID=${id}`, `SVC_WEBHOOK_EVENTS=${inbox}/1.json`].join('\n'),
  )
  assert.equal(outputs['expr'], `${inbox}/2.json`)
})

test('the run’s output contains the steps’ output by step; long outputs keep their end [workflow.outputs]', async (t) => {
  const bench = await workbenchWith(t, {
    long: `steps:\n  - { id: long, run: 'echo to stderr >&2; seq 1 20000' }\n  - { id: then, run: 'printf %s \${{ steps.long.output }} | tail -n 1', needs: long }\n`,
  })
  const { outputs, output } = await bench.run('long')
  assert.equal(outputs['then'], '20000')
  assert.match(outputs['long']!, /^… \d+ characters left out …\n/)
  const written = output.filter(({ step }) => step === 'long').map(({ text }) => text)
  assert.ok(written.join('').includes('to stderr') && written.join('').includes('\n20000\n'))
})

test('a cancelled run stops its steps with all they started, and begins no other [workflow.cancel]', async (t) => {
  const bench = await workbenchWith(t, {
    long: `steps:\n  - { id: a, run: 'sleep 1000 & echo $! > pid; touch started; wait' }\n  - { id: b, prompt: /wait 1000000 }\n  - { id: c, run: touch c, needs: a }\n`,
  })
  const id = await bench.queue('long')
  const pid = await appears(join(bench.folder, 'started'), join(bench.folder, 'pid'))
  assert.equal(await bench.runs.cancel({ hub: 'garden', id }, 'ada@example.com'), true)
  const { run, states } = await bench.ended(id)
  assert.equal(run.outcome, 'cancelled')
  assert.deepEqual(states, { a: 'cancelled', b: 'cancelled' })
  await gone(Number(pid))
})

test('a workflow that changed is read again, and a broken edit keeps the last good version [workflow.reload]', async (t) => {
  const bench = await workbenchWith(t, { w: 'steps:\n  - { id: a, run: echo 1 }\n' })
  const edit = async (content: string) => {
    const changed = Promise.withResolvers<void>()
    const stop = bench.workflows.onChange(changed.resolve)
    await writeFile(join(bench.folder, 'workflows/w.yaml'), content)
    await changed.promise
    stop()
  }
  await edit('steps:\n  - { id: a, run: echo 2 }\n')
  assert.equal((await bench.run('w')).outputs['a'], '2')
  await edit('steps:\n  - { id: a, rnu: echo 3 }\n')
  assert.equal(bench.workflows.problems()[0]?.line, 2)
  assert.equal((await bench.run('w')).outputs['a'], '2')
})

test('a workflow that is edited while it runs goes on with the new version [workflow.edited]', async (t) => {
  const bench = await workbenchWith(t, {
    w: 'steps:\n  - { id: a, run: "touch begun; until [ -e go ]; do sleep 0.05; done; echo a" }\n  - { id: b, needs: a, run: echo old }\n  - { id: gone, needs: a, run: echo gone }\n',
  })
  const running = bench.run('w')
  await appears(join(bench.folder, 'begun'), join(bench.folder, 'agent.md'))
  const changed = Promise.withResolvers<void>()
  const stop = bench.workflows.onChange(changed.resolve)
  await writeFile(
    join(bench.folder, 'workflows/w.yaml'),
    'steps:\n  - { id: a, run: echo again }\n  - { id: b, needs: a, run: echo new }\n  - { id: c, needs: b, run: "echo ${{ steps.a.output }} ${{ steps.b.output }}" }\n',
  )
  await changed.promise
  stop()
  await writeFile(join(bench.folder, 'go'), '')
  const { run, outputs } = await running
  assert.deepEqual(
    [run.outcome, run.result, { ...outputs }],
    ['done', 'a new', { a: 'a', b: 'new', c: 'a new' }],
  )
})

async function appears(path: string, other: string): Promise<string> {
  await until(() =>
    readFile(path).then(
      () => true,
      () => false,
    ),
  )
  return readFile(other, 'utf8')
}
