import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BACKENDS } from '../support/stores.ts'
import { ask, finished, messagesOf, turnForm } from './page.ts'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

const postgres = BACKENDS.find(({ kind }) => kind === 'postgres')!

describe('the web chat on Postgres', { skip: postgres.skip }, () => {
  test('of twenty who sign up at once at two servers one is the administrator [chatapp.first-admin]', async (t) => {
    const location = await postgres.locateNone(t)
    const [one, two] = [await startTestChatapp(t, { location }), await startTestChatapp(t, { location })]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (n % 2 ? one : two).visitor.post('/api/v1/auths/signup', {
          name: `P ${n}`,
          email: emailOf(`P ${n}`),
          password: PASSWORD,
        }),
      ),
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(answers.filter(({ json }) => json.role === 'admin').length, 1)
  })

  test('turns, chats, models, keys and files work as on SQLite [chatapp.turn] [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t, { location: await postgres.locate(t), apiKeys: true })
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const everyone = [{ principal_type: 'user', principal_id: '*', permission: 'read' }]
    const published = await ann.post('/api/v1/models/model/access/update', {
      id: 'garden',
      access_grants: everyone,
    })
    assert.deepEqual([published.status, published.json.is_active], [200, true])
    const file = (await bob.upload('a.txt', 'hello')).json
    const form = turnForm({ user_message: { content: 'What grows?', files: [{ id: file.id }] } })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => bob.post('/api/chat/completions', form)),
    )
    const chatId = answers[0]!.json.chat_id as string
    assert.deepEqual(new Set(answers.map(({ json }) => json.chat_id)), new Set([chatId]))
    assert.equal((await finished(bob, { chatId, answerId: form.id, promptId: '' })).content, 'Hello there')
    const next = await ask(bob, { chat_id: chatId, parent_id: form.id })
    await finished(bob, next)
    assert.deepEqual(
      Object.values(await messagesOf(bob, chatId)).map(({ role }) => role),
      ['user', 'assistant', 'user', 'assistant'],
    )
    assert.equal((await bob.post(`/api/v1/chats/${chatId}/pin`)).json.pinned, true)
    assert.equal(
      (await bob.post(`/api/v1/chats/${chatId}`, { chat: { title: 'Übersicht' } })).json.title,
      'Übersicht',
    )
    assert.equal((await bob.get(`/api/v1/chats/search?text=${encodeURIComponent('ÜBER')}`)).json.length, 1)
    assert.equal((await bob.get('/api/v1/chats/search?text=grows%3F')).json.length, 1)
    assert.equal((await bob.get('/api/v1/chats/search?text=_')).json.length, 0)
    assert.equal((await ann.get('/api/v1/users/?query=bob')).json.total, 1)
    assert.match((await bob.post('/api/v1/auths/api_key')).json.api_key, /^sk-/)
    assert.equal((await bob.post('/api/v1/auths/api_key')).status, 200)
    assert.equal((await ann.delete(`/api/v1/users/${bob.id}`)).json, true)
    assert.equal((await chat.store.db.selectFrom('chatapp_messages').selectAll().execute()).length, 0)
  })
})
