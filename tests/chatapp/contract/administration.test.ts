import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contractTarget } from './target.ts'

const USER_FIELDS = [
  'id',
  'email',
  'role',
  'name',
  'profile_image_url',
  'oauth',
  'last_active_at',
  'updated_at',
  'created_at',
]

describe('the administration contract', () => {
  test('accounts are added, found, changed and deleted [chatapp.accounts]', async (t) => {
    const { admin, person } = await contractTarget(t)
    const someone = await person('pending')
    const found = (await admin.get(`/api/v1/users/?query=${encodeURIComponent(someone.email)}`)).json
    assert.equal(found.total, 1)
    for (const field of USER_FIELDS) assert.ok(field in found.users[0], field)
    const approved = await admin.post(`/api/v1/users/${someone.id}/update`, {
      role: 'user',
      name: 'Renamed',
      email: someone.email,
      profile_image_url: '/user.png',
    })
    assert.deepEqual([approved.status, approved.json.role, approved.json.name], [200, 'user', 'Renamed'])
    assert.equal((await admin.get(`/api/v1/users/${someone.id}`)).json.name, 'Renamed')
    assert.equal((await admin.delete(`/api/v1/users/${someone.id}`)).json, true)
    assert.equal((await admin.get(`/api/v1/users/${someone.id}`)).status, 400)
    const duplicate = await person('user')
    const again = await admin.post('/api/v1/auths/add', {
      name: 'x',
      email: duplicate.email.toUpperCase(),
      password: 'long enough for all',
      role: 'user',
    })
    assert.equal(again.status, 400)
  })

  test('a model is published to a person idempotently, and taken back [chatapp.model-rows]', async (t) => {
    const { admin, person } = await contractTarget(t)
    const someone = await person('user')
    const id = `contract/${crypto.randomUUID()}`
    const grants = [{ principal_type: 'user', principal_id: someone.id, permission: 'read' }]
    for (let twice = 0; twice < 2; twice++) {
      const row = await admin.post('/api/v1/models/model/access/update', {
        id,
        name: 'Contract',
        access_grants: grants,
      })
      assert.deepEqual([row.status, row.json.base_model_id, row.json.access_grants.length], [200, null, 1])
    }
    assert.equal((await someone.get(`/api/v1/models/model?id=${encodeURIComponent(id)}`)).status, 200)
    await admin.post('/api/v1/models/model/access/update', { id, name: 'Contract', access_grants: [] })
    assert.equal((await someone.get(`/api/v1/models/model?id=${encodeURIComponent(id)}`)).status, 401)
    const taken = await admin.post('/api/v1/models/create', {
      id,
      base_model_id: null,
      name: 'x',
      meta: {},
      params: {},
    })
    assert.equal(taken.status, 401)
    assert.equal((await admin.post('/api/v1/models/model/delete', { id })).json, true)
  })

  test('whole forms are read, changed and written back [chatapp.permissions] [chatapp.settings]', async (t) => {
    const { admin } = await contractTarget(t)
    for (const path of ['/api/v1/users/default/permissions', '/api/v1/auths/admin/config']) {
      const form = (await admin.get(path)).json
      const written = await admin.post(path, form)
      assert.equal(written.status, 200, path)
      assert.deepEqual((await admin.get(path)).json, form)
    }
    const connections = (await admin.get('/openai/config')).json
    assert.equal((await admin.post('/openai/config/update', connections)).status, 200)
    assert.deepEqual((await admin.get('/openai/config')).json, connections)
  })
})
