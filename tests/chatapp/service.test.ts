import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { mintServiceToken } from '#ground/identity/service-token.ts'
import { testClock } from '../support/clock.ts'
import { startTestEdge } from '../support/edge.ts'
import { rawRequest } from '../support/raw-http.ts'
import { clientOf } from './client.ts'
import { PASSWORD, startTestChatapp } from './started-chatapp.ts'

const SECRET = 'a secret that only the service knows'

describe('the service', () => {
  test('administers with its own token, also before there is any account [chatapp.service]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock, sessionSecret: SECRET })
    const service = clientOf(chat.url, mintServiceToken({ secret: SECRET, clock }))
    assert.deepEqual((await service.get('/api/v1/users/')).json, { users: [], total: 0 })
    const admin = await chat.signUp('Ann')
    const form = { name: 'Bob', email: 'bob@example.com', password: PASSWORD, role: 'user' }
    const bob = await service.post('/api/v1/auths/add', form)
    assert.equal(bob.status, 200)
    const group = await service.post('/api/v1/groups/create', { name: 'G', description: '' })
    assert.deepEqual([group.status, group.json.user_id], [200, 'service'])
    const everyone = [{ principal_type: 'user', principal_id: '*', permission: 'read' }]
    const published = await service.post('/api/v1/models/model/access/update', {
      id: 'garden',
      access_grants: everyone,
    })
    assert.equal(published.json.user_id, 'service')
    assert.equal((await service.get('/api/models')).json.data.length, 1)
    assert.equal((await service.get('/openai/config')).status, 200)
    assert.equal((await service.post(`/api/v1/users/${admin.id}/update`, { name: 'Mallory' })).status, 403)
    assert.equal((await service.delete(`/api/v1/users/${admin.id}`)).status, 403)
    assert.equal((await service.delete(`/api/v1/users/${bob.json.id}`)).json, true)
  })

  test('has no chats, files, turns, keys or session [chatapp.service]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock, sessionSecret: SECRET, apiKeys: true })
    await chat.signUp('Ann')
    const service = clientOf(chat.url, mintServiceToken({ secret: SECRET, clock }))
    for (const [method, path] of [
      ['GET', '/api/v1/auths/'],
      ['POST', '/api/v1/auths/api_key'],
      ['POST', '/api/v1/auths/update/password'],
      ['POST', '/api/v1/auths/update/profile'],
      ['GET', '/api/v1/chats/list'],
      ['POST', '/api/v1/chats/new'],
      ['POST', '/api/chat/completions'],
      ['POST', '/api/v1/files/'],
      ['GET', '/api/v1/files/x/content'],
      ['POST', '/api/tasks/stop/x'],
    ] as const) {
      const answer = await service.fetch(path, { method })
      assert.deepEqual(
        [answer.status, (await answer.json()).detail.slice(0, 26)],
        [401, 'You do not have permission'],
        path,
      )
    }
  })

  test('is accepted directly from this computer only, and as a bearer token only [chatapp.service]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock, sessionSecret: SECRET })
    await chat.signUp('Ann')
    const token = mintServiceToken({ secret: SECRET, clock })
    const ask = async (headers: Record<string, string>) =>
      (await chat.visitor.get('/api/v1/users/', headers)).status
    const authorization = `Bearer ${token}`
    assert.equal(await ask({ authorization }), 200)
    assert.equal(await ask({ authorization, 'x-forwarded-for': '203.0.113.9' }), 401)
    assert.equal(await ask({ authorization, 'x-forwarded-for': '127.0.0.1' }), 401)
    assert.equal(await ask({ cookie: `token=${token}` }), 401)
    assert.equal(await ask({ 'x-api-key': token }), 401)
    assert.equal(
      await ask({ authorization: `Bearer ${mintServiceToken({ secret: `${SECRET}!`, clock })}` }),
      401,
    )
    clock.advance(60_000)
    assert.equal(await ask({ authorization }), 401)
  })

  test('is no one behind the edge, for any claim of the request [chatapp.service]', async (t) => {
    const chat = await startTestChatapp(t, { sessionSecret: SECRET })
    await chat.signUp('Ann')
    const edge = await startTestEdge(t, { chatappUrl: chat.url })
    const token = mintServiceToken({ secret: SECRET, clock: systemClock })
    assert.equal((await clientOf(chat.url, token).get('/api/v1/users/')).status, 200)
    for (const header of [
      '',
      ', x-forwarded-for',
      '\r\nX-Forwarded-For:',
      '\r\nX_Forwarded_For: 127.0.0.1',
    ]) {
      const { status } = await rawRequest(
        edge.port,
        `GET /api/v1/users/ HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nConnection: close${header}\r\n\r\n`,
      )
      assert.equal(status, 401, header)
    }
  })
})

test('a refusal of the framework has the form of the API [chatapp.bad-input]', async (t) => {
  const chat = await startTestChatapp(t)
  const ann = await chat.signUp('Ann')
  const long = await ann.get(`/api/v1/chats/${'x'.repeat(150)}`)
  assert.ok(long.status < 500 && long.json.detail, long.text)
  for (const path of [`/api/v1/chats/${'x'.repeat(20_000)}`, '/api/v1/chats/%zz']) {
    const answer = await ann.get(path)
    assert.ok([400, 414].includes(answer.status), `${answer.status}`)
    assert.deepEqual(Object.keys(answer.json), ['detail', 'code'])
    assert.doesNotMatch(answer.text, /FST_|%zz|xxx/)
  }
})

test('a health check may ask by OPTIONS, though not whether the web chat is ready [chatapp.health]', async (t) => {
  const chat = await startTestChatapp(t)
  const ask = async (path: string) => (await chat.visitor.fetch(path, { method: 'OPTIONS' })).status
  assert.deepEqual(
    await Promise.all(['/', '/health', '/health/db', '/api/v1/none'].map(ask)),
    [204, 204, 405, 404],
  )
})
