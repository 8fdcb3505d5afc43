import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask, readEvents, restOf } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { at, startInstances } from '../scale/started-instances.ts'
import { startInOwnProcess } from '../support/command-processes.ts'
import { holdingS3 } from '../support/holding-s3.ts'
import { hub as hubCommand, HUB } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'
import { startS3 } from '../support/s3.ts'
import { BACKENDS } from '../support/stores.ts'
import { contentOf, publish } from './published.ts'

const { skip } = BACKENDS.find(({ kind }) => kind === 'postgres')!
const SQLITE = { SVC_DATABASE_URL: 'sqlite:.svc/hub.db' }
const NONE = { moved: 0, there: 0, missing: 0, damaged: 0, moved_bytes: 0 }

async function migrate(folder: string, environment: Record<string, string>, ...options: string[]) {
  const args = ['move', 'files', '--hub', folder, '--json', ...options]
  const { code, stdout, stderr } = await hubCommand(args, { environment })
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const counts = lines.filter(({ state }) => state === undefined).map(({ area, ...facts }) => [area, facts])
  return { code, stderr, named: lines.filter(({ state }) => state), counts: Object.fromEntries(counts) }
}

const hashOf = (bytes: string) => createHash('sha256').update(bytes).digest('hex')

test(
  'earlier files of an instance are moved to the bucket, and open at another instance [blobs.moved]',
  { skip },
  async (t) => {
    const s3 = await startS3(t)
    await using instances = await startInstances({ SVC_CHATS: 'store' })
    const before = await instances.start('barn')
    const ann = await signUpAt(before.url, 'Ann')
    const bytes = randomBytes(1_000_000)
    const { id } = (await (await publish(ann, bytes)).json()) as { id: string }
    const { id: attached } = (await ann.upload('notes.txt', 'old notes')).json
    const user_message = { content: 'Look', files: [{ id: attached, type: 'file', name: 'notes.txt' }] }
    const asked = await ask(ann, { model: 'garden-team', user_message })
    await restOf(readEvents(ann, asked.chatId))
    const { folder } = before
    const environment = {
      SVC_DATABASE_URL: instances.url,
      SVC_SESSION_SECRET: 'a secret that only these machines know',
      SVC_CHATS: 'store',
    }
    assert.equal((await hubCommand(['publish', folder], { environment })).code, 0)
    await before.stop()

    const withBucket = { ...environment, ...s3.environment() }
    const hash = createHash('sha256').update(bytes).digest('hex')
    const tried = await migrate(folder, withBucket, '--dry-run')
    assert.equal(tried.code, 0, tried.stderr)
    assert.ok(!existsSync(s3.pathOf(`hub/artifacts/${hash}`)))
    const moved = await migrate(folder, withBucket)
    assert.deepEqual(moved.counts, tried.counts)
    assert.deepEqual(moved.counts['artifacts'], { ...NONE, moved: 1, moved_bytes: bytes.length })
    for (const area of ['chat-files', 'agent-files'])
      assert.deepEqual(moved.counts[area], { ...NONE, moved: 1, moved_bytes: 9 })
    assert.ok(moved.counts['hub-files'].moved > 0)

    await using barn = await instances.start('barn', s3.environment(), folder)
    const shed = at(await instances.start('shed', s3.environment()), ann)
    assert.ok(bytes.equals(Buffer.from(await (await contentOf(shed, id)).arrayBuffer())))
    assert.equal((await shed.get(`/api/v1/files/${attached}/content`)).text, 'old notes')
    const again = await migrate(barn.folder, withBucket, '--verify')
    assert.equal(again.code, 0, again.stderr)
    assert.deepEqual(again.counts['artifacts'], { ...NONE, there: 1 }, 'while it serves, too')
    assert.ok(existsSync(join(folder, '.svc/artifacts', hash.slice(0, 2), hash)), 'nothing is removed')
  },
)

test('an interrupted move continues, and a Hub may run meanwhile [blobs.moved] [scale.moves]', async (t) => {
  const s3 = await startS3(t)
  await using before = await runHub({ environment: SQLITE })
  const ann = await signUpAt(before.url, 'Ann')
  for (let n = 0; n < 12; n++) await ann.upload(`notes-${n}.txt`, `notes ${n}`)
  await before.stop()
  const held = await holdingS3(t, s3, { taken: 5, isOne: ({ method }) => method === 'PUT' })
  const cutOff = startInOwnProcess({
    argv: [process.execPath, HUB, 'move', 'files', '--hub', before.folder],
    environment: { PATH: process.env['PATH']!, ...SQLITE, ...s3.environment(), SVC_BLOBS_URL: held.url },
    cwd: process.cwd(),
    input: '',
  })
  await held.isReached
  // `migrate chats` is the name of `hub move chats` in the previous release.
  const beside = await hubCommand(['migrate', 'chats', '--hub', before.folder], { environment: SQLITE })
  assert.match(beside.stderr, new RegExp(`hub move files is under way here as pid ${cutOff.pid}: wait`))
  const serving = await runHub({ folder: before.folder, environment: SQLITE })
  await serving.stop()
  cutOff.kill('SIGKILL')
  assert.equal(await cutOff.ended, null)
  const { code, counts } = await migrate(before.folder, { ...SQLITE, ...s3.environment() })
  assert.equal(code, 0)
  const { moved, there } = counts['chat-files']
  assert.equal(moved + there, 12)
  assert.ok(there >= 4, `${there} were there`)
  for (let n = 0; n < 12; n++)
    assert.equal(await readFile(s3.pathOf(`hub/chat-files/${hashOf(`notes ${n}`)}`), 'utf8'), `notes ${n}`)
})

test('damaged and missing files are named and not moved, and a damaged object is stored again [blobs.moved]', async (t) => {
  const s3 = await startS3(t)
  await using before = await runHub({ environment: SQLITE })
  const ann = await signUpAt(before.url, 'Ann')
  for (const name of ['good', 'cut', 'other', 'gone']) await ann.upload(`${name}.txt`, name)
  await before.stop()
  const pathOf = (name: string) =>
    join(before.folder, '.svc/chatapp/files', hashOf(name).slice(0, 2), hashOf(name))
  await writeFile(pathOf('cut'), 'cu')
  await writeFile(pathOf('other'), 'ohter')
  await rm(pathOf('gone'))
  const environment = { ...SQLITE, ...s3.environment() }
  const { code, stderr, named, counts } = await migrate(before.folder, environment)
  assert.equal(code, 1)
  assert.match(stderr, /3 files are not in the bucket/)
  const areaOf = (name: string) => ({ area: 'chat-files', name: `${name}.txt`, hash: hashOf(name) })
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1)
  assert.deepEqual(named.toSorted(byName), [
    { state: 'damaged', ...areaOf('cut'), size: 3 },
    { state: 'missing', ...areaOf('gone'), size: 4 },
    { state: 'damaged', ...areaOf('other'), size: 5 },
  ])
  assert.deepEqual(counts['chat-files'], { moved: 1, there: 0, missing: 1, damaged: 2, moved_bytes: 4 })
  for (const name of ['cut', 'other', 'gone'])
    assert.ok(!existsSync(s3.pathOf(`hub/chat-files/${hashOf(name)}`)))

  for (const name of ['cut', 'other', 'gone']) await writeFile(pathOf(name), name)
  assert.equal((await migrate(before.folder, environment)).code, 0)
  await writeFile(s3.pathOf(`hub/chat-files/${hashOf('good')}`), 'doog')
  assert.equal((await migrate(before.folder, environment)).counts['chat-files'].there, 4)
  const verified = await migrate(before.folder, environment, '--verify')
  assert.deepEqual(verified.counts['chat-files'], { ...NONE, moved: 1, there: 3, moved_bytes: 4 })
  assert.equal(await readFile(s3.pathOf(`hub/chat-files/${hashOf('good')}`), 'utf8'), 'good')
})

test('without a bucket, or with an unavailable bucket, a move reports the problem and the fix [blobs.moved]', async (t) => {
  const s3 = await startS3(t)
  await using before = await runHub({ environment: SQLITE })
  const none = await migrate(before.folder, SQLITE)
  assert.deepEqual([none.code, /SVC_BLOBS_URL is not set/.test(none.stderr)], [2, true])
  await s3.stop()
  const away = await migrate(before.folder, { ...SQLITE, ...s3.environment() })
  assert.deepEqual([away.code, /SVC_BLOBS_URL: .*cannot be reached/.test(away.stderr)], [2, true])
})
