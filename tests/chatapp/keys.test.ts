import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Result } from '#ground/base/result.ts'
import { createApiKeys, ONLY_KEY, type NewApiKey } from '#chatapp/accounts/keys/api-keys.ts'
import { testClock } from '../support/clock.ts'
import { clientOf } from './client.ts'
import { startTestChatapp } from './started-chatapp.ts'

describe('personal API keys', () => {
  test('a key acts as its owner in each of the three places [chatapp.keys]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const ann = await chat.signUp('Ann')
    const { api_key: key } = (await ann.post('/api/v1/auths/api_key')).json
    assert.match(key, /^sk-[0-9a-f]{32}$/)
    const places: Record<string, string>[] = [
      { authorization: `Bearer ${key}` },
      { cookie: `token=${key}` },
      { 'x-api-key': key },
    ]
    for (const headers of places) {
      const answer = await chat.visitor.get('/api/v1/auths/', headers)
      assert.deepEqual([answer.json.id, answer.json.token, answer.json.expires_at], [ann.id, key, null])
      assert.equal(answer.headers.get('set-cookie'), null)
    }
  })

  test('a key is shown once, stored as a hash, and replaced by the next [chatapp.keys]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const ann = await chat.signUp('Ann')
    assert.equal((await ann.get('/api/v1/auths/api_key')).status, 404)
    const first = (await ann.post('/api/v1/auths/api_key')).json.api_key as string
    const shown = await ann.get('/api/v1/auths/api_key')
    assert.deepEqual([shown.status, shown.json.api_key, shown.json.hint], [200, null, first.slice(-4)])
    const rows = JSON.stringify(await chat.store.db.selectFrom('chatapp_api_keys').selectAll().execute())
    assert.equal(rows.includes(first), false)
    const second = (await ann.post('/api/v1/auths/api_key')).json.api_key as string
    assert.equal((await clientOf(chat.url, first).get('/api/v1/auths/')).status, 401)
    assert.equal((await clientOf(chat.url, second).get('/api/v1/auths/')).status, 200)
    assert.equal((await ann.delete('/api/v1/auths/api_key')).json, true)
    assert.equal((await clientOf(chat.url, second).get('/api/v1/auths/')).status, 401)
    assert.equal((await ann.delete('/api/v1/auths/api_key')).json, true)
  })

  test('a person’s only key is revoked with each key of its name, and other keys stay [chatapp.keys]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const ann = await chat.signUp('Ann')
    const keys = createApiKeys({ store: chat.store, clock: testClock() })
    const work = async ({ key }: NewApiKey) => (await clientOf(chat.url, key).get('/api/v1/auths/')).status
    const [cli, ...two] = [
      made(await keys.create(ann.id, { name: 'cli' })),
      made(await keys.create(ann.id, { name: ONLY_KEY })),
      made(await keys.create(ann.id, { name: ONLY_KEY })),
    ]
    assert.equal((await ann.delete('/api/v1/auths/api_key')).json, true)
    assert.deepEqual(await Promise.all([cli, ...two].map(work)), [200, 401, 401])
  })

  test('two keys made at once leave one that works [chatapp.keys]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const ann = await chat.signUp('Ann')
    await Promise.all(Array.from({ length: 8 }, () => ann.post('/api/v1/auths/api_key')))
    assert.equal((await chat.store.db.selectFrom('chatapp_api_keys').selectAll().execute()).length, 1)
  })

  test('with keys off none is made and none works [chatapp.keys]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    for (const answer of [
      await ann.post('/api/v1/auths/api_key'),
      await ann.get('/api/v1/auths/api_key'),
      await ann.delete('/api/v1/auths/api_key'),
    ])
      assert.deepEqual(
        [answer.status, answer.json.detail],
        [403, 'API key creation is not allowed in the environment.'],
      )
    const { key } = made(
      await createApiKeys({ store: chat.store, clock: testClock() }).create(ann.id, { name: 'cli' }),
    )
    const used = await clientOf(chat.url, key).get('/api/v1/auths/')
    assert.deepEqual(
      [used.status, used.json.detail],
      [403, 'Use of API key is not enabled in the environment.'],
    )
  })

  test('both switches act at every use, the second not on administrators [chatapp.keys]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const use = async (client: typeof ann) => {
      const key = (await client.post('/api/v1/auths/api_key')).json.api_key as string
      return async () => (await clientOf(chat.url, key).get('/api/v1/auths/')).status
    }
    const [asAnn, asBob] = [await use(ann), await use(bob)]
    assert.deepEqual([await asAnn(), await asBob()], [200, 200])
    const permissions = (await ann.get('/api/v1/users/default/permissions')).json
    permissions.features.api_keys = false
    await ann.post('/api/v1/users/default/permissions', permissions)
    assert.deepEqual([await asAnn(), await asBob()], [200, 403])
    await ann.post('/api/v1/configs/import', { config: { 'auth.enable_api_keys': false } })
    assert.deepEqual([await asAnn(), await asBob()], [403, 403])
  })

  test('keys can be bound to addresses [chatapp.keys]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const ann = await chat.signUp('Ann')
    const key = clientOf(chat.url, (await ann.post('/api/v1/auths/api_key')).json.api_key)
    const allow = (paths: string) =>
      ann.post('/api/v1/configs/import', {
        config: { 'auth.api_key.endpoint_restrictions': true, 'auth.api_key.allowed_endpoints': paths },
      })
    await allow('/api/v1/auths/, /api/models')
    assert.equal((await key.get('/api/v1/auths/')).status, 200)
    assert.equal((await key.get('/api/models?refresh=true')).status, 200)
    assert.equal((await key.get('/api/v1/chats/list')).status, 403)
    await allow('/api/v1/auth')
    assert.equal((await key.get('/api/v1/auths/')).status, 403)
  })

  test('an expired key does not work [chatapp.keys]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { apiKeys: true, clock })
    const ann = await chat.signUp('Ann')
    const keys = createApiKeys({ store: chat.store, clock })
    const { key, id } = made(await keys.create(ann.id, { name: 'cli', expiresAt: clock.now() / 1000 + 60 }))
    assert.equal((await clientOf(chat.url, key).get('/api/v1/auths/')).status, 200)
    assert.equal((await keys.list(ann.id))[0]!.lastUsedAt, clock.now() / 1000)
    clock.advance(60_000)
    assert.equal((await clientOf(chat.url, key).get('/api/v1/auths/')).status, 401)
    assert.equal((await keys.revoke('somebody else', id)).ok, false)
    assert.equal((await keys.revoke(ann.id, id)).ok, true)
  })
})

const made = (result: Result<NewApiKey, string>): NewApiKey => {
  assert.ok(result.ok)
  return result.value
}
