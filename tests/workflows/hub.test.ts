import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startTestBridge } from '../support/bridge.ts'
import { startWorkingHub } from '../scheduler/support.ts'
import { hub } from '../support/hub-command.ts'
import { servicesOfHub } from '../support/own-services.ts'
import { until } from '../support/until.ts'

const FILES = {
  'workflows/greet.yaml': `
description: Greets a place
inputs:
  place: { required: true, description: Where to }
  times: { type: number, default: 2 }
steps:
  - { id: hello, run: 'echo "Hello \${{ inputs.place }}"' }
  - { id: agent, prompt: "/say \${{ steps.hello.output }} × \${{ inputs.times }}", needs: hello }
`,
  'workflows/fails.yaml': 'steps:\n  - { id: bad, run: exit 4 }\n',
  'workflows/secrets.yaml': `steps:\n  - { id: env, run: 'env | cut -d= -f1 | sort | tr "\\n" " "' }\n`,
  'tools/count.ts': `import { defineTool } from 'hub-service'
import { z } from 'zod'
export default defineTool({ name: 'count_words', description: 'Counts', input: z.object({ text: z.string() }), run: ({ text }) => ({ words: text.split(' ').length }) })
`,
  'workflows/tool.yaml': `steps:\n  - { id: count, tool: count_words, args: { text: a b c } }\n  - { id: end, run: 'echo \${{ steps.count.output.words }}', needs: count }\n`,
  '.env': 'OWN_TOKEN=abc\nSVC_LINK_SECRET=do-not-pass\nOPENAI_API_KEY=do-not-pass\n',
}

const run = (folder: string, ...words: string[]) =>
  hub(['workflow', ...words, '--hub', folder], { environment: { SVC_ACCESS: 'groups' } })

test('hub workflow run executes a workflow in the running Hub and shows its output [workflow.cli]', async (t) => {
  const { hubFolder } = await startTestBridge(t, { files: FILES })
  const done = await run(hubFolder, 'run', 'greet', '--input', 'place=Rome; touch pwned', '--json')
  assert.equal(done.code, 0, done.stderr)
  assert.equal((JSON.parse(done.stdout) as { result: string }).result, 'Hello Rome; touch pwned × 2')
  await assert.rejects(readFile(join(hubFolder, 'pwned')), { code: 'ENOENT' })
  const shown = await run(hubFolder, 'run', 'greet', '--input', 'place=Rome', '--input', 'times=3')
  assert.equal(shown.stdout.trim(), 'Hello Rome\nHello Rome × 3')
  const tool = await run(hubFolder, 'run', 'tool', '--json')
  assert.equal((JSON.parse(tool.stdout) as { result: string }).result, '3', tool.stdout)
  const failed = await run(hubFolder, 'run', 'fails')
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /The step bad failed: It ended with exit status 4/)
  for (const [words, complaint] of [
    [['run', 'nope'], /there is no workflow nope; workflows are: fails, greet/],
    [['run', 'greet'], /The input place is missing/],
    [['run', 'greet', '--input', 'place=a', '--input', 'tmes=2'], /no input tmes; did you mean times/],
  ] as const)
    assert.match((await run(hubFolder, ...words)).stderr, complaint)
  const list = await run(hubFolder, 'list', '--json')
  const rows = list.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { workflow: string; last_run: { status: string } | null })
  assert.deepEqual(
    rows.map(({ workflow, last_run }) => [workflow, last_run?.status ?? null]),
    [
      ['fails', 'failed'],
      ['greet', 'succeeded'],
      ['secrets', null],
      ['tool', 'succeeded'],
    ],
  )
})

test('a script gets the Hub’s own variables and none of the service [workflow.environment]', async (t) => {
  const { hubFolder } = await startTestBridge(t, {
    files: FILES,
    environment: { OWN_TOKEN: 'abc', OPENAI_API_KEY: 'k', PATH: process.env['PATH']! },
  })
  const { stdout } = await run(hubFolder, 'run', 'secrets')
  const names = stdout.trim().split(' ')
  assert.ok(names.includes('OWN_TOKEN') && names.includes('SVC_RUN_ID') && names.includes('PATH'), stdout)
  assert.deepEqual(
    names.filter((name) => /SECRET|OPENAI|BRIDGE/.test(name)),
    [],
  )
})

test('a stored event starts the workflow of its endpoint, and is moved once that is done [workflow.events]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'workflows/hook.yaml': `on_webhook: true
run_as: ada@example.com
steps:
  - { id: copy, run: 'cat "$SVC_WEBHOOK_EVENTS" > copied' }
  - { id: ask, prompt: "/tool read_event {\\"name\\":\\"\${{ events[0] }}\\"}" }
`,
    },
  })
  const events = await hub.deliver({ n: 1 })
  await until(async () => (await hub.inbox.list('processed')).length === 1)
  assert.deepEqual(await hub.inbox.list('processed'), events)
  const copied = JSON.parse(await readFile(join(hub.folder, 'copied'), 'utf8')) as { body: unknown }
  assert.deepEqual(copied.body, { n: 1 })
})

test('events of a circular workflow wait, one run gives the reason, and they are handled after the fix [workflow.circle]', async (t) => {
  const round = 'on_webhook: true\nrun_as: ada@example.com\nsteps: [{ id: again, workflow: round }]\n'
  const work = await startWorkingHub(t, {
    files: { 'workflows/round.yaml': round },
    environment: { SVC_WEBHOOK_MAX_ATTEMPTS: '1' },
  })
  const [event] = await work.deliver({ n: 1 })
  const [run] = await work.ended('round')
  assert.equal(run!.error, 'It can’t be run: workflows call one another in a circle: round → round.')
  const [second] = await work.deliver({ n: 2 })
  assert.deepEqual(await work.inbox.list('pending'), [event, second])
  assert.deepEqual(await work.inbox.list('quarantined'), [])
  for (const command of [
    ['workflow', 'run', 'round', '--hub', work.folder],
    ['doctor', work.folder],
  ]) {
    const { code, stdout, stderr } = await hub(command)
    assert.match(stdout + stderr, /workflows call one another in a circle: round → round/)
    assert.equal(code, 1)
  }
  await writeFile(join(work.folder, 'workflows/round.yaml'), round.replace('workflow: round', 'run: echo x'))
  const runs = await work.ended('round', 2)
  assert.deepEqual([runs.length, runs[0]!.outcome], [2, 'done'])
  await until(async () => (await work.inbox.list('processed')).length === 2)
})

test('hub doctor reports problems in a workflow with file and line [workflow.problems]', async (t) => {
  const { hubFolder } = await startTestBridge(t, {
    files: { 'workflows/bad.yaml': 'steps:\n  - id: a\n    needs: [b]\n    run: "true"\n' },
  })
  const { stdout, stderr } = await hub(['doctor', hubFolder])
  assert.match(stdout + stderr, /workflows\/bad\.yaml:3:12/)
})

test('a bridge that stops lets go of its runs, and the next one goes on with them [workflow.resume]', async (t) => {
  const bridge = await startTestBridge(t, {
    files: {
      'workflows/slow.yaml': `steps:\n  - { id: a, run: echo a >> log; echo one }\n  - { id: b, needs: a, run: 'echo b >> log; touch waiting; until [ -e go ]; do sleep 0.05; done; echo \${{ steps.a.output }}' }\n`,
    },
  })
  const following = follow(t, bridge.hubFolder)
  await until(async () => !(await missing(join(bridge.hubFolder, 'waiting'))))
  await bridge[Symbol.asyncDispose]()
  await writeFile(join(bridge.hubFolder, 'go'), '')
  await bridge.restart()
  assert.equal((JSON.parse(await following) as { result: string }).result, 'one')
  assert.equal(await readFile(join(bridge.hubFolder, 'log'), 'utf8'), 'a\nb\nb\n')
})

async function follow(t: TestContext, folder: string): Promise<string> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../bin/hub.mjs'), 'workflow', 'run', 'slow', '--json', '--hub', folder],
    {
      env: { PATH: process.env['PATH'], ...(await servicesOfHub(folder)) },
    },
  )
  t.after(() => child.kill())
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  await once(child, 'close')
  return output
}

const missing = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => false,
    () => true,
  )
