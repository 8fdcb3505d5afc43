import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { testClock } from '../support/clock.ts'
import { BACKENDS } from '../support/stores.ts'
import { clientOf, type Client } from './client.ts'
import { startTestChatapp, type ChatappSettings } from './started-chatapp.ts'

const KEYS = '/api/v1/auths/api_keys'
const DAY = 86_400

async function start(t: TestContext, settings: ChatappSettings = {}) {
  const clock = testClock()
  const chat = await startTestChatapp(t, { apiKeys: true, clock, ...settings })
  const ann = await chat.signUp('Ann')
  const now = () => Math.floor(clock.now() / 1000)
  const make = async (body: object, by: Client = ann) => (await by.post(KEYS, body)).json
  const by = (made: { api_key: string }) => clientOf(chat.url, made.api_key)
  return { clock, chat, ann, now, make, by }
}

const list = async (client: Client) => (await client.get(KEYS)).json.items as Record<string, unknown>[]

for (const backend of BACKENDS)
  describe(`named keys on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a person has several keys, each with its name, its Hubs, its end and its last use [chatapp.named-keys]', async (t) => {
      const { clock, ann, now, make, by } = await start(t, { location: await backend.locate(t) })
      const laptop = await make({ name: ' Laptop ', hubs: ['orchard', 'garden', 'garden'] })
      assert.match(laptop.api_key, /^sk-[0-9a-f]{32}$/)
      clock.advance(1000)
      const ci = await make({ name: 'CI', expires_at: now() + 30 * DAY })
      assert.equal((await by(ci).get('/api/v1/auths/')).status, 200)
      const common = { created_at: now() - 1, expires_at: null, last_used_at: null }
      assert.deepEqual(await list(ann), [
        {
          id: laptop.id,
          name: 'Laptop',
          hint: laptop.api_key.slice(-4),
          hubs: ['garden', 'orchard'],
          ...common,
        },
        {
          id: ci.id,
          name: 'CI',
          hint: ci.api_key.slice(-4),
          hubs: null,
          created_at: now(),
          expires_at: now() + 30 * DAY,
          last_used_at: now(),
        },
      ])
      assert.equal((await ann.delete(`${KEYS}/${ci.id}`)).json, true)
      assert.equal((await by(ci).get('/api/v1/auths/')).status, 401)
      assert.equal((await by(laptop).get('/api/v1/auths/')).status, 200)
      assert.equal((await ann.delete(`${KEYS}/${ci.id}`)).status, 404)
    })

    test('the last use of a key is written at most once a minute [chatapp.named-keys]', async (t) => {
      const { clock, ann, now, make, by } = await start(t, { location: await backend.locate(t) })
      const key = await make({ name: 'CI' })
      const lastUse = async () => (await list(ann))[0]!.last_used_at
      await by(key).get('/api/v1/auths/')
      const first = now()
      assert.equal(await lastUse(), first)
      clock.advance(59_000)
      await Promise.all(Array.from({ length: 5 }, () => by(key).get('/api/v1/auths/')))
      assert.equal(await lastUse(), first)
      clock.advance(1000)
      await Promise.all(Array.from({ length: 5 }, () => by(key).get('/api/v1/auths/')))
      assert.equal(await lastUse(), first + 60)
    })

    test('a person has at most a hundred keys, however many are made at once [chatapp.named-keys]', async (t) => {
      const { ann } = await start(t, { location: await backend.locate(t) })
      const answers = await Promise.all(
        Array.from({ length: 110 }, (_, n) => ann.post(KEYS, { name: `key ${n}` })),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, 100)
      assert.equal(answers.filter(({ status }) => status === 400).length, 10)
      assert.equal((await list(ann)).length, 100)
    })

    test('keys that replace one another leave one, however many are made at once [chatapp.named-keys]', async (t) => {
      const { ann } = await start(t, { location: await backend.locate(t) })
      await Promise.all(Array.from({ length: 8 }, () => ann.post('/api/v1/auths/api_key')))
      assert.equal((await list(ann)).length, 1)
    })
  })

describe('named keys', () => {
  test('a session response for a key names the key, with its Hubs and expiry [chatapp.named-keys]', async (t) => {
    const { ann, now, make, by } = await start(t)
    const expiresAt = now() + DAY
    const key = await make({ name: 'Laptop', hubs: ['garden'], expires_at: expiresAt })
    const answer = (await by(key).get('/api/v1/auths/')).json
    assert.deepEqual(answer.key, { name: 'Laptop', hubs: ['garden'], expires_at: expiresAt })
    assert.equal(answer.expires_at, null)
    assert.equal('key' in (await ann.get('/api/v1/auths/')).json, false)
  })

  test('an expired key is refused with 401 from its second on, and stays listed [chatapp.named-keys]', async (t) => {
    const { clock, ann, now, make, by } = await start(t)
    const key = await make({ name: 'CI', expires_at: now() + 60 })
    clock.advance(59_000)
    assert.equal((await by(key).get('/api/v1/auths/')).status, 200)
    clock.advance(1000)
    assert.equal((await by(key).get('/api/v1/auths/')).status, 401)
    assert.equal((await list(ann)).length, 1)
  })

  test('a key for Hubs opens nothing of the web chat except its owner’s name [chatapp.key-scope]', async (t) => {
    const { chat, ann, make, by } = await start(t)
    const key = by(await make({ name: 'Laptop', hubs: ['garden'] }))
    assert.equal((await key.get('/api/v1/auths/')).status, 200)
    for (const [method, path] of [
      ['get', '/api/models'],
      ['get', '/api/v1/chats/list'],
      ['get', '/api/v1/users/'],
      ['get', '/openai/config'],
      ['get', KEYS],
      ['get', '/api/v1/auths/api_key'],
      ['post', '/api/v1/auths/api_key'],
      ['post', KEYS],
      ['post', '/api/v1/auths/update/profile'],
    ] as const) {
      const answer = method === 'get' ? await key.get(path) : await key.post(path, { name: 'x' })
      assert.equal(answer.status, 403, `${method} ${path}`)
    }
    assert.equal((await list(ann)).length, 1)
    const config = await clientOf(chat.url, 'sk-nothing').get('/api/config')
    assert.equal(config.status, 200)
  })

  test('a key with an end can make no key that outlives it [chatapp.key-scope]', async (t) => {
    const { ann, now, make, by } = await start(t)
    const limited = by(await make({ name: 'CI', expires_at: now() + DAY }))
    for (const answer of [
      await limited.post(KEYS, { name: 'more' }),
      await limited.post('/api/v1/auths/api_key'),
      await limited.delete('/api/v1/auths/api_key'),
      await limited.get(KEYS),
    ])
      assert.deepEqual([answer.status, /expires/.test(answer.json.detail)], [403, true])
    assert.equal((await limited.get('/api/v1/chats/list')).status, 200)
    const free = by(await make({ name: 'free' }))
    assert.equal((await free.post(KEYS, { name: 'more' })).status, 200)
    assert.equal((await list(ann)).length, 3)
  })

  test('clients that know a single key use the key named default [chatapp.named-keys]', async (t) => {
    const { clock, ann, make, by } = await start(t)
    const laptop = await make({ name: 'Laptop' })
    clock.advance(1000)
    await ann.post('/api/v1/auths/api_key')
    await ann.post('/api/v1/auths/api_key')
    assert.deepEqual(
      (await list(ann)).map(({ name }) => name),
      ['Laptop', 'default'],
    )
    await ann.delete('/api/v1/auths/api_key')
    assert.equal((await ann.get('/api/v1/auths/api_key')).status, 404)
    assert.equal((await by(laptop).get('/api/v1/auths/')).status, 200)
  })

  test('a person cannot see or revoke another person’s keys [chatapp.named-keys]', async (t) => {
    const { chat, ann, make, by } = await start(t)
    const bob = await chat.addUser('Bob', ann)
    const key = await make({ name: 'Laptop' })
    assert.deepEqual(await list(bob), [])
    assert.equal((await bob.delete(`${KEYS}/${key.id}`)).status, 404)
    assert.equal((await by(key).get('/api/v1/auths/')).status, 200)
    assert.equal((await chat.visitor.get(KEYS)).status, 401)
  })

  test('a key that would be over, nameless or for no Hub is not made [chatapp.named-keys]', async (t) => {
    const { ann, now } = await start(t)
    for (const [status, body] of [
      [400, { name: 'x', expires_at: now() }],
      [422, { name: ' ' }],
      [422, { name: 'a\nb' }],
      [422, { name: 'x'.repeat(101) }],
      [422, {}],
      [422, { name: 'x', hubs: [] }],
      [422, { name: 'x', hubs: ['*'] }],
      [422, { name: 'x', hubs: ['../etc'] }],
      [422, { name: 'x', hubs: 'garden' }],
      [422, { name: 'x', expires_at: 1e300 }],
      [422, { name: 'x', expires_at: '2027-01-01' }],
    ] as const)
      assert.equal((await ann.post(KEYS, body)).status, status, JSON.stringify(body))
    assert.deepEqual(await list(ann), [])
  })

  test('with keys off none is listed, made or revoked [chatapp.keys]', async (t) => {
    const { ann } = await start(t, { apiKeys: false })
    for (const answer of [
      await ann.get(KEYS),
      await ann.post(KEYS, { name: 'x' }),
      await ann.delete(`${KEYS}/x`),
    ])
      assert.equal(answer.status, 403)
  })
})
