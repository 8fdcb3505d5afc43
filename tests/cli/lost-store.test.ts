// On folders only: the test deletes the store's file; a separate test covers Postgres.
import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { BACKENDS } from '../support/stores.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

async function usedHub(t: TestContext, environment: Record<string, string> = {}) {
  const root = await folderWith(t, { 'garden/agent.md': 'You garden.\n' })
  const folder = join(root, 'garden')
  const addAdmin = (email: string, more = environment) =>
    hub(['admin', 'create', '--hub', folder, '--email', email, '--name', 'Ann', '--password-stdin'], {
      input: 'a-long-password-1\n',
      environment: more,
    })
  const first = await addAdmin('ann@example.com')
  assert.equal(first.code, 0, first.stderr)
  return { root, folder, data: join(folder, '.svc'), addAdmin }
}

const emptied = {
  empty: (path: string) => writeFileSync(path, ''),
  missing: (path: string) => rmSync(path),
}

for (const [state, take] of Object.entries(emptied))
  test(`a store that is ${state} beside its earlier data folder is refused with advice [cli.store-lost]`, async (t) => {
    const { folder, data, addAdmin } = await usedHub(t)
    const database = join(data, 'hub.db')
    cpSync(database, join(data, 'backup.db'))
    for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true })
    take(database)
    const environment = { PORT: '0', BRIDGE_PORT: '0', SVC_CHATAPP_PORT: '0' }
    for (const answer of [await addAdmin('eve@example.com'), await hub(['run', folder], { environment })]) {
      assert.equal(answer.code, 1)
      assert.match(
        answer.stderr,
        /hub\.db is empty or missing, though this Hub had one; restore it from a backup/,
      )
      assert.doesNotMatch(answer.stderr, /\n\s+at /)
    }
    const doctor = await hub(['doctor', folder])
    assert.match(doctor.stdout, /empty or missing/)
    cpSync(join(data, 'backup.db'), database)
    assert.equal((await addAdmin('bob@example.com')).code, 0)
  })

test('moving the data folder away permits a fresh start [cli.store-lost]', async (t) => {
  const { data, addAdmin } = await usedHub(t)
  renameSync(data, `${data}.old`)
  assert.equal((await addAdmin('eve@example.com')).code, 0)
})

test('another Hub’s store is refused until a person confirms it [cli.store-lost]', async (t) => {
  const [mine, other] = [await usedHub(t), await usedHub(t)]
  cpSync(join(other.data, 'hub.db'), join(mine.data, 'hub.db'))
  const refused = await mine.addAdmin('bob@example.com')
  assert.match(refused.stderr, /is not the database that this Hub used before; .* delete .*store\.json/)
  rmSync(join(mine.data, 'store.json'))
  assert.equal((await mine.addAdmin('bob@example.com')).code, 0)
  assert.ok(existsSync(join(mine.data, 'store.json')))
})

test('a copied folder goes on, and so does one of a release that left no mark [cli.store-lost]', async (t) => {
  const { root, folder, data, addAdmin } = await usedHub(t)
  cpSync(folder, join(root, 'copy'), { recursive: true })
  const copied = await hub(['keys', 'list', '--hub', join(root, 'copy'), '--email', 'ann@example.com'])
  assert.equal(copied.code, 0, copied.stderr)
  rmSync(join(data, 'store.json'))
  assert.equal((await addAdmin('bob@example.com')).code, 0)
  assert.match(readFileSync(join(data, 'store.json'), 'utf8'), /"made_at":"20/)
})

const traces = {
  'chats made after its secrets': ({ folder }: { folder: string }) => {
    const scope = join(folder, '.chats', 'a'.repeat(40))
    mkdirSync(scope, { recursive: true })
    writeFileSync(join(scope, 'chat.json'), '{"id":"c","owner":"ann@example.com"}')
    const later = Date.now() / 1000 + 60
    utimesSync(join(scope, 'chat.json'), later, later)
  },
  artifacts: ({ data }: { data: string }) => mkdirSync(join(data, 'artifacts/ab'), { recursive: true }),
}

for (const [what, leave] of Object.entries(traces))
  test(`without a mark, ${what} show that there was a store [cli.store-lost]`, async (t) => {
    const used = await usedHub(t)
    writeFileSync(join(used.data, 'secrets.json'), '{"bridgeKey":"a","linkSecret":"b","sessionSecret":"c"}')
    leave(used)
    for (const name of ['store.json', 'hub.db', 'hub.db-wal', 'hub.db-shm'])
      rmSync(join(used.data, name), { force: true })
    const refused = await used.addAdmin('eve@example.com')
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /empty or missing/)
    assert.ok(!existsSync(join(used.data, 'hub.db')))
  })

const postgres = BACKENDS.find(({ kind }) => kind === 'postgres')!
test(
  'another, empty Postgres database is refused and left empty [cli.store-lost]',
  { skip: postgres.skip },
  async (t) => {
    const databases = await Promise.all([postgres.locateNone(t), postgres.locateNone(t)])
    const [first, second] = databases.map((location) => ({
      SVC_DATABASE_URL: location.kind === 'postgres' ? location.url : '',
    }))
    const { addAdmin } = await usedHub(t, first)
    const refused = await addAdmin('eve@example.com', second)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /the database of SVC_DATABASE_URL is empty or missing/)
    assert.doesNotMatch(refused.stderr, /postgres(ql)?:/)
    assert.equal((await addAdmin('bob@example.com', first)).code, 0)
  },
)
