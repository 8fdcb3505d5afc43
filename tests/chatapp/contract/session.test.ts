import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientOf } from '../client.ts'
import { contractTarget } from './target.ts'

const SESSION_FIELDS = [
  'email',
  'expires_at',
  'id',
  'name',
  'permissions',
  'profile_image_url',
  'role',
  'token',
  'token_type',
]

describe('the session contract', () => {
  test('signing in answers a session and a cookie that carries it [chatapp.sign-in]', async (t) => {
    const { visitor, person } = await contractTarget(t)
    const { email, password, url } = await person('user')
    const answer = await visitor.post('/api/v1/auths/signin', { email, password })
    assert.equal(answer.status, 200)
    for (const field of SESSION_FIELDS) assert.ok(field in answer.json, field)
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('token='))!
    assert.match(cookie, /HttpOnly/i)
    assert.match(cookie, /Path=\//i)
    assert.match(cookie, /SameSite=Lax/i)
    const byCookie = await clientOf(url).get('/api/v1/auths/', { cookie: cookie.split(';')[0]! })
    assert.deepEqual([byCookie.status, byCookie.json.email], [200, email])
  })

  test('a refused sign-in answers 400 with words [chatapp.sign-in]', async (t) => {
    const { visitor, person } = await contractTarget(t)
    const { email } = await person('user')
    const answer = await visitor.post('/api/v1/auths/signin', { email, password: 'not the password' })
    assert.deepEqual([answer.status, typeof answer.json.detail], [400, 'string'])
  })

  test('a refused person gets 401, and only the session address shows the reason [chatapp.roles]', async (t) => {
    const { visitor, person } = await contractTarget(t)
    const pending = await person('pending')
    assert.equal((await pending.get('/api/v1/auths/')).json.role, 'pending')
    assert.equal((await pending.get('/api/models')).status, 401)
    const user = await person('user')
    assert.equal((await user.get('/api/models')).status, 200)
    assert.equal((await user.get('/api/v1/users/')).status, 401)
    assert.equal((await visitor.get('/api/v1/auths/')).status, 401)
  })

  test('a key acts as its owner on the session address [chatapp.keys]', async (t) => {
    const { url, admin } = await contractTarget(t)
    const made = await admin.post('/api/v1/auths/api_key')
    if (made.status === 403) return t.skip('personal API keys are off there')
    const session = await clientOf(url, made.json.api_key).get('/api/v1/auths/')
    assert.deepEqual(
      [session.json.id, session.json.token, session.json.expires_at],
      [admin.id, made.json.api_key, null],
    )
    assert.equal((await admin.delete('/api/v1/auths/api_key')).json, true)
    assert.equal((await clientOf(url, made.json.api_key).get('/api/v1/auths/')).status, 401)
  })
})
