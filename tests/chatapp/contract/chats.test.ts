import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contractTarget } from './target.ts'

describe('the chat contract', () => {
  test('health and configuration are public [chatapp.health]', async (t) => {
    const { visitor } = await contractTarget(t)
    assert.deepEqual((await visitor.get('/health')).json, { status: true })
    assert.equal(typeof (await visitor.get('/api/version')).json.version, 'string')
    const config = (await visitor.get('/api/config')).json
    assert.equal(config.status, true)
    assert.equal(typeof config.features.enable_signup, 'boolean')
    assert.equal(typeof config.oauth.providers, 'object')
  })

  test('chats are made, listed, read, merged and deleted [chatapp.chats]', async (t) => {
    const { person } = await contractTarget(t)
    const [owner, other] = [await person('user'), await person('user')]
    const made = await owner.post('/api/v1/chats/new', {
      chat: { title: 'Contract', models: [], history: { messages: {}, currentId: null }, messages: [] },
    })
    assert.equal(made.status, 200)
    const { id } = made.json
    assert.ok((await owner.get('/api/v1/chats/list')).json.some((chat: { id: string }) => chat.id === id))
    const merged = await owner.post(`/api/v1/chats/${id}`, { chat: { title: 'Renamed' } })
    assert.equal(merged.json.title, 'Renamed')
    for (const field of [
      'user_id',
      'chat',
      'updated_at',
      'created_at',
      'archived',
      'pinned',
      'share_id',
      'folder_id',
    ])
      assert.ok(field in merged.json, field)
    assert.equal((await other.get(`/api/v1/chats/${id}`)).status, 401)
    assert.equal((await owner.delete(`/api/v1/chats/${id}`)).json, true)
    assert.equal((await owner.get(`/api/v1/chats/${id}`)).status, 401)
  })

  test('files are stored as they are and belong to their owner [chatapp.files]', async (t) => {
    const { person } = await contractTarget(t)
    const [owner, other] = [await person('user'), await person('user')]
    const stored = await owner.upload('note.txt', 'as it is', 'text/plain')
    assert.equal(stored.status, 200)
    const { id, filename, meta, user_id } = stored.json
    assert.deepEqual([filename, meta.name, meta.size, user_id], ['note.txt', 'note.txt', 8, owner.id])
    assert.equal((await owner.get(`/api/v1/files/${id}/content`)).text, 'as it is')
    assert.equal((await other.get(`/api/v1/files/${id}`)).status, 404)
    assert.equal((await owner.delete(`/api/v1/files/${id}`)).status, 200)
    assert.equal((await owner.get(`/api/v1/files/${id}`)).status, 404)
  })

  test('a chat request does not find an unpublished model [chatapp.completions]', async (t) => {
    const { person } = await contractTarget(t)
    const someone = await person('user')
    const messages = [{ role: 'user', content: 'hi' }]
    const answer = await someone.post('/api/chat/completions', { model: 'no-such-model', messages })
    assert.deepEqual([answer.status, answer.json.detail], [400, 'Model not found'])
  })
})
