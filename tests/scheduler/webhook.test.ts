import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { calls, says, startUpstream } from '../support/upstream.ts'
import { until } from '../support/until.ts'
import { isGone, linesOf, startWorkingHub } from './support.ts'

const RUN_AS = 'run_as: ann@example.org'
const scriptTask = (run: string, more = '') => `---\non_webhook: true\n${RUN_AS}\nrun: ${run}\n${more}---\n`

const NOTE = `
import { appendFileSync, readFileSync } from 'node:fs'
const paths = process.env.SVC_WEBHOOK_EVENTS
const bodies = (paths ?? '').split('\\n').filter(Boolean).map((path) => JSON.parse(readFileSync(path, 'utf8')).body)
appendFileSync('seen.txt', JSON.stringify({ bodies, paths: paths ?? null, as: process.env.SVC_RUN_AS, secret: process.env.WEBHOOK_INBOUND_SECRET ?? null, own: process.env.GARDEN ?? null }) + '\\n')
console.log('handled', bodies.length)
`

test('a stored event starts its script task with path and account, and moves to .processed when it is done [task.script]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'tasks/orders.md': scriptTask('scripts/note.ts'),
      'scripts/note.ts': NOTE,
      '.env': 'GARDEN=green\n',
    },
    environment: { WEBHOOK_INBOUND_SECRET: 'sesame', GARDEN: 'green' },
  })
  const [event] = await hub.deliver({ n: 1 })
  const [run] = await hub.ended('md:orders')
  assert.equal(run!.outcome, 'done')
  assert.equal(run!.status, 'succeeded')
  assert.equal(run!.result, 'handled 1')
  assert.equal(run!.runAs, 'ann@example.org')
  const minute = new Date(Number(BigInt(event!.slice(0, 19)) / 1_000_000n)).toISOString().slice(0, 16)
  assert.match(run!.id, new RegExp(`^md:orders:events-${minute.replaceAll(/[-:]/g, '')}-[0-9a-f]+$`))
  const [line] = await linesOf(hub.folder, 'seen.txt')
  assert.deepEqual(JSON.parse(line!), {
    bodies: [{ n: 1 }],
    paths: join(hub.inbox.folderOf('pending'), event!),
    as: 'ann@example.org',
    secret: null,
    own: 'green',
  })
  await until(async () => (await hub.inbox.list('processed')).includes(event!))
  assert.deepEqual(await hub.inbox.list('pending'), [])
  const pieces = await hub.runs.output(run!, 0)
  assert.equal(pieces.map(({ text }) => text).join(''), 'handled 1\n')
})

test('every pending event is claimed by one run, and one that arrives meanwhile waits for the next [task.claims-all]', async (t) => {
  const wait = `
import { existsSync, appendFileSync } from 'node:fs'
appendFileSync('runs.txt', process.env.SVC_WEBHOOK_EVENTS.split('\\n').map((path) => path.split('/').at(-1)).join(' ') + '\\n')
while (!existsSync('go')) await new Promise((resolve) => setTimeout(resolve, 20))
`
  const hub = await startWorkingHub(t, {
    files: { 'tasks/orders.md': scriptTask('wait.ts'), 'wait.ts': wait },
  })
  const first = await hub.deliver({ n: 1 }, { n: 2 }, { n: 3 })
  await until(async () => (await linesOf(hub.folder, 'runs.txt')).length === 1)
  const [late] = await hub.deliver({ n: 4 })
  assert.deepEqual(await linesOf(hub.folder, 'runs.txt'), [first.join(' ')])
  await writeFile(join(hub.folder, 'go'), '')
  await hub.ended('md:orders', 2)
  assert.deepEqual(await linesOf(hub.folder, 'runs.txt'), [first.join(' '), late])
})

test('after a failed run its events stay in place and are handled again by a run of their own id [task.failed-stays]', async (t) => {
  const failing = `
import { appendFileSync, existsSync } from 'node:fs'
appendFileSync('tries.txt', process.env.SVC_WEBHOOK_EVENTS + '\\n')
process.exit(existsSync('mended') ? 0 : 7)
`
  const hub = await startWorkingHub(t, {
    files: { 'tasks/orders.md': scriptTask('failing.ts'), 'failing.ts': failing },
  })
  const [event] = await hub.deliver({ n: 1 })
  const [failed] = await hub.ended('md:orders')
  assert.equal(failed!.outcome, 'error')
  assert.equal(failed!.status, 'failed')
  assert.equal(failed!.error, 'It ended with exit status 7.')
  assert.deepEqual(await hub.inbox.list('pending'), [event])
  assert.deepEqual(await hub.inbox.list('processed'), [])
  await writeFile(join(hub.folder, 'mended'), '')
  const [other] = await hub.deliver({ n: 2 })
  const runs = await hub.ended('md:orders', 3)
  const retry = runs.find(({ batch }) => batch!.attempt === 2)!
  assert.equal(retry.outcome, 'done')
  assert.deepEqual(retry.batch!.events, [event])
  assert.notEqual(retry.id, failed!.id)
  await until(async () => (await hub.inbox.list('processed')).length === 2)
  assert.deepEqual(await hub.inbox.list('processed'), [event, other])
})

test('a script that exits with 75 is incomplete [task.incomplete]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'tasks/orders.md': scriptTask('more.sh'), 'more.sh': 'exit 75\n' },
  })
  const [event] = await hub.deliver({ n: 1 })
  const [run] = await hub.ended('md:orders')
  assert.equal(run!.outcome, 'incomplete')
  assert.equal(run!.status, 'failed')
  assert.deepEqual(await hub.inbox.list('pending'), [event])
})

test('at its timeout a script is killed with everything it started [task.timeout]', async (t) => {
  const script = 'sleep 300 & echo $! > child.txt\necho begun\nwait\n'
  const hub = await startWorkingHub(t, {
    files: { 'tasks/slow.md': scriptTask('slow.sh', 'timeout: 1s\n'), 'slow.sh': script },
  })
  await hub.deliver({ n: 1 })
  const [run] = await hub.ended('md:slow')
  assert.equal(run!.outcome, 'error')
  assert.equal(run!.error, 'The task was stopped after 1 s.')
  const [child] = await linesOf(hub.folder, 'child.txt')
  assert.ok(await until(async () => isGone(Number(child))))
})

test('a task whose agent returns empty answers names them in its error and its output [task.agent]', async (t) => {
  const task = `---\non_webhook: webhook\n${RUN_AS}\nmax_rounds: 2\n---\n/wait 1\n`
  const hub = await startWorkingHub(t, { files: { 'tasks/silent.md': task } })
  await hub.deliver({ plant: 'rose' })
  const [run] = await hub.ended('md:silent')
  assert.deepEqual(
    [run!.outcome, run!.result, run!.error],
    ['incomplete', null, 'The agent did not call finish within 2 rounds. Its last answer was empty.'],
  )
  const written = (await hub.runs.output(run!, 0)).map(({ text }) => text).join('')
  assert.equal(written, '[The model returned an empty answer.]\n'.repeat(2))
})

test('an agent task lists its events in every round, says that later files belong to the next run, and ends with finish [task.agent]', async (t) => {
  const task = `---
on_webhook: webhook
${RUN_AS}
max_rounds: 2
---
/tool read_event {"name":"EVENT"}
/say not yet
`
  const hub = await startWorkingHub(t, { files: { 'tasks/read.md': task } })
  const [event] = await hub.deliver({ plant: 'rose' })
  const [run] = await hub.ended('md:read')
  assert.equal(run!.outcome, 'incomplete')
  assert.equal(run!.error, 'The agent did not call finish within 2 rounds.')
  const steps = await hub.runs.steps(run!)
  assert.deepEqual(
    steps.map(({ id, state, tools }) => ({ id, state, tools })),
    [
      { id: 'round-1', state: 'done', tools: [{ name: 'read_event', calls: 1, failed: 1 }] },
      { id: 'round-2', state: 'done', tools: [{ name: 'read_event', calls: 1, failed: 1 }] },
    ],
  )
  assert.deepEqual(await hub.inbox.list('pending'), [event])
  const use = await until(async () => {
    const known = await hub.runs.use(run!)
    return known.turns === 2 && known
  })
  assert.ok(use.inputTokens > 0)
})

test('an agent that finishes with done has done its task [task.finish]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'tasks/greet.md': `---\non_webhook: true\n${RUN_AS}\n---\n/finish done Greeted everybody\n` },
  })
  const [event] = await hub.deliver({ n: 1 })
  const [run] = await hub.ended('md:greet')
  assert.equal(run!.outcome, 'done')
  assert.equal(run!.result, 'Greeted everybody')
  await until(async () => (await hub.inbox.list('processed')).includes(event!))
})

const MARK = `
import { defineTool, z } from 'hub-service'
import { appendFileSync } from 'node:fs'

export default defineTool({
  name: 'mark',
  description: 'Marks',
  input: z.object({ what: z.string() }),
  readOnly: true,
  run: ({ what }, { hubFolder }) => appendFileSync(hubFolder + '/marks.txt', what + '\\n'),
})
`
const finish = (status: string, summary = '') => ({ name: 'finish', input: { status, summary } })
const mark = (what: string) => ({ name: 'mark', input: { what } })

for (const [what, ...answers] of [
  [
    'beside other calls',
    calls(mark('before'), finish('done', 'All marked'), mark('after'), finish('blocked')),
    calls(mark('later')),
  ],
  [
    'alone, and would go on',
    calls(mark('before')),
    calls(finish('done', 'All marked')),
    calls(mark('later')),
  ],
  [
    'only once its input is right',
    calls(finish('well'), mark('before')),
    calls(finish('done', 'All marked'), mark('after')),
  ],
] as const)
  test(`no part of a task runs after finish, called ${what} [task.finish-last]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.script(...answers, says('and so on'))
    const hub = await startWorkingHub(t, {
      files: {
        'tasks/mark.md': `---\non_webhook: true\n${RUN_AS}\n---\nMark it.\n`,
        'tools/mark.ts': MARK,
      },
      environment: { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url },
    })
    await hub.deliver({ n: 1 })
    const [run] = await hub.ended('md:mark')
    assert.deepEqual([run!.outcome, run!.result], ['done', 'All marked'])
    assert.deepEqual(await linesOf(hub.folder, 'marks.txt'), ['before'])
    assert.equal(upstream.requests.length, answers.length - (what.startsWith('only') ? 0 : 1))
  })

test('a run whose account may not use the Hub is refused and recorded, and its events stay [task.run-as-refused]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'tasks/orders.md': scriptTask('note.ts'), 'note.ts': NOTE },
    environment: { SVC_ACCESS: 'console' },
  })
  const [event] = await hub.deliver({ n: 1 })
  const [run] = await hub.ended('md:orders')
  assert.equal(run!.outcome, 'error')
  assert.equal(run!.error, 'Refused: ann@example.org may not use this Hub (no_grant).')
  assert.deepEqual(await hub.inbox.list('pending'), [event])
  assert.deepEqual(await linesOf(hub.folder, 'seen.txt'), [])
})
