import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub, HUB } from '../support/hub-command.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { servicesOfHub } from '../support/own-services.ts'

const GARDEN = {
  'agent.md': 'You garden.\n',
  'tasks/fails.md': '---\nrun: tasks/fails.sh\n---\n',
  'tasks/fails.sh': 'echo "looking for the orders"; exit 3\n',
  'tasks/works.md': '---\nrun: tasks/works.sh\ndeliver: { chat: nobody@example.org }\n---\n',
  'tasks/works.sh': 'echo one; echo two\n',
  'tasks/slow.md': '---\nrun: tasks/slow.sh\n---\n',
  'tasks/slow.sh': 'echo begun; until test -e go; do sleep 0.05; done; echo gone\n',
  'tasks/sleeps.md':
    '---\nrun: tasks/works.sh\nschedule: "0 4 * * *"\nrun_as: ann@example.org\nenabled: false\n---\n',
  'tasks/nightly.md': '---\nrun: tasks/works.sh\nschedule: "0 4 * * *"\nrun_as: ann@example.org\n---\n',
}

async function gardenWithTasks(
  t: TestContext,
): Promise<RunningHub & { command(...args: string[]): ReturnType<typeof hub> }> {
  const running = await runHub({ template: await folderWith(t, GARDEN) })
  return { ...running, command: (...args) => hub(args, { cwd: running.folder }) }
}

test('a failed run is reported in the log, on the terminal, by doctor and by hub runs [cli.runs]', async (t) => {
  await using garden = await gardenWithTasks(t)
  const failed = await garden.command('task', 'run', 'fails')
  assert.equal(failed.code, 1)
  assert.match(failed.stdout, /looking for the orders/)
  assert.equal((await garden.command('task', 'run', 'works')).code, 0)

  await t.test('one line on the terminal and a warning in the log say why', async () => {
    const reported = garden
      .errors()
      .split('\n')
      .filter((line) => line.includes('md:fails failed'))
    assert.equal(reported.length, 1)
    assert.match(reported[0]!, /md:fails failed: .*exit (status|code) 3/)
    const log = await readFile(join(garden.folder, '.svc/logs/hub.log'), 'utf8')
    const entries = log
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const entry = entries.find(({ event }) => event === 'run.failed')
    assert.equal(entry.level, 'warn')
    assert.match(entry.reason, /3/)
  })

  await t.test('hub runs list takes the filters of the API', async () => {
    const ids = async (...args: string[]) =>
      (await garden.command('runs', 'list', '--json', ...args)).stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).workflow)
    assert.deepEqual(new Set(await ids()), new Set(['md:fails', 'md:works']))
    assert.deepEqual(await ids('--status', 'failed'), ['md:fails'])
    assert.deepEqual(await ids('--workflow', 'md:works', '--since', '2h'), ['md:works'])
    assert.deepEqual(await ids('--until', 'yesterday'), [])
    const wrong = await garden.command('runs', 'list', '--since', 'soon')
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /yesterday, or a duration such as 2h or 7d/)
  })

  await t.test('hub runs show prints the target of a result [deliver.shown]', async () => {
    const [line] = (await garden.command('runs', 'list', '--json', '--workflow', 'md:works')).stdout.split(
      '\n',
    )
    const { id } = JSON.parse(line!)
    const show = async () =>
      JSON.parse((await garden.command('runs', 'show', id, '--json')).stdout).deliveries[0]
    for (let tries = 0; tries < 100 && (await show()).state === 'waiting'; tries++);
    const { by, to, state } = await show()
    assert.deepEqual({ by, to, state }, { by: 'chat', to: 'nobody@example.org', state: 'refused' })
    assert.match((await garden.command('runs', 'show', id)).stdout, /refused +chat +nobody@example\.org/)
  })

  await t.test('hub runs show and logs tell one run', async () => {
    const [line] = (await garden.command('runs', 'list', '--json', '--status', 'failed')).stdout.split('\n')
    const { id } = JSON.parse(line!)
    assert.match((await garden.command('runs', 'show', id)).stdout, /status +failed \(error\)\nwhy +.*3/)
    assert.equal((await garden.command('runs', 'logs', id)).stdout, 'looking for the orders\n')
    const [piece] = (await garden.command('runs', 'logs', id, '--json')).stdout.split('\n')
    assert.equal(JSON.parse(piece!).text, 'looking for the orders\n')
    const unknown = await garden.command('runs', 'show', 'nothing')
    assert.deepEqual([unknown.code, unknown.stderr.includes('there is no run nothing')], [1, true])
  })

  await t.test('hub doctor names the failed run and how to look at it', async () => {
    const { stdout } = await garden.command('doctor', '--json')
    const finding = JSON.parse(stdout).findings.find(({ subject }: { subject: string }) => subject === 'runs')
    assert.match(finding.message, /^md:fails failed at .*3/)
    assert.match(finding.fix, /runs logs \S+/)
  })

  await t.test('hub task list shows each task’s last outcome and its waiting reason', async () => {
    const { stdout } = await garden.command('task', 'list')
    const rowOf = (name: string) =>
      stdout.split('\n').find((row) => row.startsWith(`${name} `)) ?? assert.fail(stdout)
    assert.match(rowOf('fails'), /failed: .*3/)
    assert.match(rowOf('works'), /succeeded$/)
    assert.match(rowOf('sleeps'), /never run; disabled/)
    assert.match(rowOf('nightly'), /never run$/)
    await garden.stop()
    const afterwards = (await garden.command('task', 'list')).stdout
    assert.match(afterwards, /nightly .*never run; the Hub is not running/)
  })
})

test('hub runs logs --follow goes on until the run has ended [cli.runs]', async (t) => {
  await using garden = await gardenWithTasks(t)
  const id = (await garden.command('task', 'run', 'slow', '--detach')).stdout.trim()
  const following = spawn(process.execPath, [HUB, 'runs', 'logs', id, '--follow'], {
    cwd: garden.folder,
    env: { ...process.env, ...(await servicesOfHub(garden.folder)) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(following, 'exit')
  const lines = createInterface({ input: following.stdout })[Symbol.asyncIterator]()
  assert.equal((await lines.next()).value, 'begun')
  await writeFile(join(garden.folder, 'go'), '')
  assert.equal((await lines.next()).value, 'gone')
  assert.deepEqual(await exited, [0, null])
})
