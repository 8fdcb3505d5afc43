import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { clientOf, type Answer } from '../chatapp/client.ts'
import { startTestChatapp } from '../chatapp/started-chatapp.ts'
import { asSuperuser, postgresPrograms } from '../support/postgres.ts'
import { createDatabaseFor } from '../support/postgres-role.ts'
import { runHub } from '../support/running-hub.ts'
import { SQLITE } from '../support/stores.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

const END_CONNECTIONS = (role: string) =>
  `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`

test(
  'while the database accepts no connections every surface responds 503 with a delay, and the log reports it once [store.away]',
  { skip },
  async () => {
    const { url, role, superuser } = await createDatabaseFor('grant usage, create on schema public to ROLE')
    await using hub = await runHub({
      processes: 'usual',
      environment: { SVC_DATABASE_URL: url, MCP_SERVER: 'true' },
    })
    const form = { name: 'Ann', email: 'ann@example.com', password: 'a-long-password-1' }
    const { json } = await clientOf(hub.url).post('/api/v1/auths/signup', form)
    const ann = clientOf(hub.url, json.token, json.id)
    const { api_key: key } = (await ann.post('/api/v1/auths/api_key')).json
    const { bridgeKey } = JSON.parse(readFileSync(join(hub.folder, '.svc/secrets.json'), 'utf8'))
    const bridge = clientOf(hub.bridge, bridgeKey)
    const turn = { model: 'garden-team', messages: [{ role: 'user', content: 'Hello' }] }
    const ask: Record<string, () => Promise<Answer>> = {
      ready: () => ann.get('/ready'),
      'health/db': () => ann.get('/health/db'),
      chats: () => ann.get('/api/v1/chats/'),
      'sign-in': () => clientOf(hub.url).post('/api/v1/auths/signin', form),
      console: () => ann.get('/portal/api/me', { cookie: `token=${json.token}` }),
      artifacts: () => ann.get('/portal/artifacts/api', { cookie: `token=${json.token}` }),
      mcp: () => clientOf(hub.url, key).post('/mcp', { jsonrpc: '2.0', id: 1, method: 'ping' }, MCP_ACCEPTS),
      bridge: () => bridge.post('/v1/chat/completions', turn, { 'X-ChatApp-User-Email': form.email }),
    }
    for (const name of ['ready', 'health/db', 'chats', 'sign-in', 'console', 'artifacts', 'mcp'])
      assert.equal((await ask[name]!()).status, 200, name)

    await asSuperuser(superuser, `alter role ${role} nologin`, END_CONNECTIONS(role))
    for (let round = 0; round < 3; round++)
      for (const [name, request] of Object.entries(ask)) {
        const { status, headers, text } = await request()
        assert.deepEqual(
          [status, headers.get('retry-after') !== null],
          [503, true],
          `${name}: ${status} ${text}`,
        )
      }
    assert.equal((await ann.get('/health')).status, 200)

    await asSuperuser(superuser, `alter role ${role} login`)
    for (const name of ['ready', 'chats', 'console']) assert.equal((await ask[name]!()).status, 200, name)
    const log = readFileSync(join(hub.folder, '.svc/logs/hub.log'), 'utf8')
    const lines = log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line))
    const away = lines.filter(({ event }) => event === 'store.away').map(({ name }) => name)
    assert.deepEqual([away.length, new Set(away)], [2, new Set(['bridge', 'chatapp'])])
    const failed = lines.filter(({ event }) => /failed|unchecked/.test(event)).map(({ event }) => event)
    assert.deepEqual(
      failed.filter((event) => !/^(people|artifact)/.test(event)),
      [],
    )
  },
)

test('while a SQLite file is kept locked the web chat is not ready, and refuses changes alike [store.away]', async (t) => {
  const chat = await startTestChatapp(t, { lockTimeoutMs: 500, location: await SQLITE.locate(t) })
  const ann = await chat.signUp('Ann')
  assert.ok(chat.location.kind === 'sqlite')
  using other = new DatabaseSync(chat.location.path)
  other.exec('begin immediate')
  const group = { name: 'gardeners', description: '' }
  const answers = await Promise.all([
    ann.get('/ready'),
    ann.get('/health/db'),
    ann.post('/api/v1/groups/create', group),
  ])
  for (const { status, headers } of answers)
    assert.deepEqual([status, headers.get('retry-after')], [503, '2'])
  other.exec('rollback')
  assert.equal((await ann.get('/ready')).status, 200)
  assert.equal((await ann.post('/api/v1/groups/create', group)).status, 200)
})

const MCP_ACCEPTS = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' }
