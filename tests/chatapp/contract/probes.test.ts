import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { clientOf } from '../client.ts'
import { PASSWORD } from '../started-chatapp.ts'
import { afterwards, contractTarget } from './target.ts'

const isJson = (headers: Headers) => /^application\/json\b/.test(headers.get('content-type') ?? '')

describe('traps for clients', () => {
  test('an address without its slash, or unknown, is never taken for data [chatapp.pages]', async (t) => {
    const { admin } = await contractTarget(t)
    const listed = await admin.get('/api/v1/users/?order_by=created_at&direction=asc')
    assert.deepEqual([listed.status, isJson(listed.headers)], [200, true])
    for (const path of ['/api/v1/users', '/api/v1/groups', '/api/v1/unknown', '/api/v1/models/']) {
      const { status, headers } = await admin.get(path)
      assert.ok(!(status === 200 && isJson(headers)), `${path} answered ${status}`)
    }
    const posted = await admin.post('/api/v1/unknown', {})
    assert.ok([404, 405].includes(posted.status), String(posted.status))
  })

  test('a session is the same by cookie and by bearer token [chatapp.credentials]', async (t) => {
    const { url, person } = await contractTarget(t)
    const someone = await person('user')
    const byBearer = await someone.get('/api/v1/auths/')
    const byCookie = await clientOf(url).get('/api/v1/auths/', { cookie: `token=${someone.token}` })
    for (const answer of [byBearer, byCookie])
      assert.deepEqual([answer.status, answer.json.id, answer.json.role], [200, someone.id, 'user'])
  })

  test('an account that waits for approval gets 401, not 403 [chatapp.roles]', async (t) => {
    const { person } = await contractTarget(t)
    const waiting = await person('pending')
    for (const path of ['/api/models', '/api/v1/groups/', '/api/v1/chats/list'])
      assert.equal((await waiting.get(path)).status, 401, path)
  })

  test('a key stops with 403 when keys are switched off, and works again after [chatapp.keys]', async (t) => {
    const { url, admin } = await contractTarget(t)
    const made = await admin.post('/api/v1/auths/api_key')
    if (made.status === 403) return t.skip('personal API keys are off there')
    afterwards(t, () => admin.delete('/api/v1/auths/api_key'))
    const withKey = clientOf(url, made.json.api_key)
    const form = (await admin.get('/api/v1/auths/admin/config')).json
    afterwards(t, () => admin.post('/api/v1/auths/admin/config', form))
    assert.equal((await withKey.get('/api/v1/auths/')).status, 200)
    await admin.post('/api/v1/auths/admin/config', { ...form, ENABLE_API_KEYS: false })
    assert.equal((await withKey.get('/api/v1/auths/')).status, 403)
    await admin.post('/api/v1/auths/admin/config', form)
    assert.equal((await withKey.get('/api/v1/auths/')).status, 200)
  })

  test('adding a member a second time answers 200 and leaves them in [chatapp.groups]', async (t) => {
    const { admin, person } = await contractTarget(t)
    const someone = await person('user')
    const { id } = (await admin.post('/api/v1/groups/create', { name: 'Probe', description: '' })).json
    afterwards(t, () => admin.delete(`/api/v1/groups/id/${id}/delete`))
    for (let twice = 0; twice < 2; twice++) {
      const added = await admin.post(`/api/v1/groups/id/${id}/users/add`, { user_ids: [someone.id] })
      assert.equal(added.status, 200)
    }
    assert.deepEqual((await admin.get(`/api/v1/groups/id/${id}/export`)).json.user_ids, [someone.id])
    assert.equal((await admin.get(`/api/v1/groups/id/${crypto.randomUUID()}`)).status, 401)
  })

  test('the first administrator is refused to others with 403 [chatapp.primary-admin]', async (t) => {
    const { url, admin } = await contractTarget(t)
    const first = (await admin.get('/api/v1/users/?order_by=created_at&direction=asc')).json.users[0]
    const email = `contract-${crypto.randomUUID()}@example.com`
    const form = { name: 'Second', email, password: PASSWORD, role: 'admin' }
    const { id, token } = (await admin.post('/api/v1/auths/add', form)).json
    afterwards(t, () => admin.delete(`/api/v1/users/${id}`))
    const second = clientOf(url, token)
    const { name, role, profile_image_url } = first
    const update = { name, role, email: first.email, profile_image_url }
    assert.equal((await second.post(`/api/v1/users/${first.id}/update`, update)).status, 403)
    assert.equal((await second.delete(`/api/v1/users/${first.id}`)).status, 403)
    assert.equal((await admin.delete(`/api/v1/users/${crypto.randomUUID()}`)).json, true)
  })
})
