import assert from 'node:assert/strict'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseJson } from '#ground/base/json/parse.ts'
import { deliver, linesOf, startWorkingHub } from './support.ts'
import { inboxOf } from '../support/inboxes.ts'
import { onFolders } from '../support/cluster-run.ts'
import { until } from '../support/until.ts'

const NOTE = `
import { appendFileSync, readFileSync } from 'node:fs'
const [who] = process.argv.slice(2)
for (const path of process.env.SVC_WEBHOOK_EVENTS.split('\\n'))
  appendFileSync('seen.txt', who + ' ' + JSON.parse(readFileSync(path, 'utf8')).body.n + '\\n')
`
const task = (endpoint: string, when: string | null, run: string) =>
  `---\non_webhook: ${endpoint}\nrun_as: ann@example.org\n${when === null ? '' : `when: ${when}\n`}run: ${run}\n---\n`
const ENDPOINTS = `endpoints:
  - { name: github, secret_env: GITHUB_SECRET, mode: hmac }
  - { name: größe, secret_env: OTHER_SECRET }
`

test('each event goes to the first matching listener of its own endpoint; an event without a listener is skipped [listen.first] [listen.unmatched]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'inbound/webhooks.yaml': ENDPOINTS,
      'scripts/note.ts': NOTE,
      'tasks/b-opened.md': task('github', "${{ event.body.action == 'opened' }}", 'scripts/note.ts b'),
      'workflows/a-urgent.yaml': `on_webhook: github
run_as: ann@example.org
when: event.body.urgent
steps:
  - id: note
    run: grep -o '"n":[0-9]' "$SVC_WEBHOOK_EVENTS" >> seen.txt
`,
      'tasks/c-id.md': task('github', 'event.body.id == 12345678901234567890', 'scripts/note.ts c'),
      'tasks/d-id.md': task('github', "event.body.id == '12345678901234567892'", 'scripts/note.ts d'),
      'tasks/size.md': task('größe', null, 'scripts/note.ts size'),
    },
  })
  const names = await deliver(
    hub.folder,
    [
      { n: 1, action: 'opened' },
      { n: 2, action: 'opened', urgent: true },
      { n: 3, action: 'closed' },
      { n: 4 },
      { n: 6, id: parseJson('12345678901234567892') },
      { n: 7, id: parseJson('12345678901234567891') },
    ],
    'github',
  )
  await deliver(hub.folder, [{ n: 5 }], 'größe')
  const inbox = inboxOf({ hubFolder: hub.folder }, 'github')
  await until(async () => (await inbox.list('processed')).length === 6)
  await hub.ended('md:size')
  assert.deepEqual((await linesOf(hub.folder, 'seen.txt')).toSorted(), ['"n":2', 'b 1', 'd 6', 'size 5'])
  assert.deepEqual(await inbox.unmatched(), [names[2], names[3], names[5]])
  assert.deepEqual(await inbox.list('pending'), [])
})

test('a batch that failed stays with its listener, while others go on [listen.retry]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'inbound/webhooks.yaml': ENDPOINTS,
      'scripts/note.ts': NOTE,
      'scripts/fail.ts': 'process.exit(1)',
      'tasks/a.md': task('github', "event.body.to == 'a'", 'scripts/fail.ts'),
      'tasks/b.md': task('github', 'event.body.n', 'scripts/note.ts b'),
    },
  })
  const [failing] = await deliver(hub.folder, [{ n: 1, to: 'a' }, { n: 2 }], 'github')
  const [failed] = await hub.ended('md:a')
  assert.deepEqual(failed!.batch!.events, [failing])
  await hub.ended('md:b')
  await deliver(hub.folder, [{ n: 3 }], 'github')
  await hub.ended('md:b', 2)
  assert.deepEqual(await linesOf(hub.folder, 'seen.txt'), ['b 2', 'b 3'])
  const inbox = inboxOf({ hubFolder: hub.folder }, 'github')
  await until(async () => (await inbox.list('pending')).length === 1) // a run's events are moved after its end
  assert.deepEqual(await inbox.list('pending'), [failing])
  for (const run of await hub.ended('md:a', 2)) assert.deepEqual(run.batch!.events, [failing])
  assert.deepEqual(await inbox.unmatched(), [])
})

test('while a listener’s file was never good, nothing is passed over: it may want it [listen.broken]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'inbound/webhooks.yaml': ENDPOINTS,
      'scripts/note.ts': NOTE,
      'tasks/a.md': task('github', "event.body.to == 'a'", 'scripts/note.ts a'),
      'tasks/b.md': task('github', 'event.body.to ==', 'scripts/note.ts b'),
    },
  })
  const [first] = await deliver(
    hub.folder,
    [
      { n: 1, to: 'b' },
      { n: 2, to: 'a' },
    ],
    'github',
  )
  await hub.ended('md:a')
  const inbox = inboxOf({ hubFolder: hub.folder }, 'github')
  await until(async () => (await inbox.list('pending')).length === 1)
  assert.deepEqual(await inbox.list('pending'), [first])
  await writeFile(join(hub.folder, 'tasks/b.md'), task('github', "event.body.to == 'b'", 'scripts/note.ts b'))
  await hub.ended('md:b')
  assert.deepEqual(await linesOf(hub.folder, 'seen.txt'), ['a 2', 'b 1'])
})

test(
  'after an interruption between the note and the move, an event is not lost, and its current listener gets it [listen.cut-off]',
  { skip: onFolders('in the store note and move are one step') },
  async (t) => {
    const hub = await startWorkingHub(t, { files: {} })
    const [name] = await deliver(hub.folder, [{ n: 1 }], 'github')
    const inbox = inboxOf({ hubFolder: hub.folder }, 'github')
    await inbox.markUnmatched([name!])
    const processed = inbox.folderOf('processed')
    await rename(join(processed, name!), join(inbox.folderOf('pending'), name!))
    assert.deepEqual(await inbox.unmatched(), [name], 'as it was cut off')
    await mkdir(join(hub.folder, 'inbound'), { recursive: true })
    await writeFile(join(hub.folder, 'inbound/webhooks.yaml'), ENDPOINTS)
    await mkdir(join(hub.folder, 'scripts'), { recursive: true })
    await writeFile(join(hub.folder, 'scripts/note.ts'), NOTE)
    await mkdir(join(hub.folder, 'tasks'), { recursive: true })
    await writeFile(join(hub.folder, 'tasks/a.md'), task('github', 'event.body.n', 'scripts/note.ts a'))
    await hub.ended('md:a')
    await until(async () => (await inbox.list('processed')).includes(name!))
    await until(async () => (await inbox.unmatched()).length === 0)
    assert.deepEqual(await linesOf(hub.folder, 'seen.txt'), ['a 1'])
  },
)

test('a secret that endpoints name reaches no script [listen.secrets]', async (t) => {
  const print = `import { writeFileSync } from 'node:fs'
writeFileSync('env.json', JSON.stringify(process.env))`
  const hub = await startWorkingHub(t, {
    files: {
      'inbound/webhooks.yaml': ENDPOINTS,
      'scripts/print.ts': print,
      'tasks/a.md': task('github', null, 'scripts/print.ts'),
      '.env': 'GITHUB_SECRET=sesame\nGARDEN=green\n',
    },
    environment: { GITHUB_SECRET: 'sesame', GARDEN: 'green' },
  })
  await deliver(hub.folder, [{ n: 1 }], 'github')
  await hub.ended('md:a')
  const env = JSON.parse(await readFile(join(hub.folder, 'env.json'), 'utf8')) as Record<string, string>
  assert.deepEqual([env['GARDEN'], env['GITHUB_SECRET']], ['green', undefined])
  await rm(join(hub.folder, 'env.json'))
})
