import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createStoredResponses } from '#core/responses/stored-responses.ts'
import { systemClock } from '#ground/base/clock.ts'
import { testClock } from '../support/clock.ts'
import { clientOf } from './client.ts'
import { bytesKept, letGo } from '../support/stored-bytes.ts'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

const PERMISSION_TEXT = /^You do not have permission to access this resource/

describe('accounts', () => {
  test('every address is closed to those it is not meant for [chatapp.roles]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const user = await chat.addUser('Bob', admin)
    const pending = await chat.signUp('Cleo')
    const forAdmins = [
      ['GET', '/api/v1/users/'],
      ['GET', '/api/v1/users/all'],
      ['GET', `/api/v1/users/${user.id}`],
      ['POST', `/api/v1/users/${user.id}/update`],
      ['DELETE', `/api/v1/users/${pending.id}`],
      ['POST', '/api/v1/auths/add'],
      ['GET', '/api/v1/users/default/permissions'],
      ['POST', '/api/v1/users/default/permissions'],
      ['GET', '/api/v1/auths/admin/config'],
      ['POST', '/api/v1/auths/admin/config'],
      ['POST', '/api/v1/configs/import'],
      ['GET', '/openai/config'],
      ['POST', '/openai/config/update'],
      ['POST', '/openai/verify'],
      ['GET', '/api/v1/models/base'],
      ['POST', '/api/v1/models/model/access/update'],
      ['POST', '/api/tasks/stop/x'],
    ] as const
    const forVerified = [
      ['GET', '/api/models'],
      ['GET', '/api/v1/models'],
      ['GET', '/api/v1/models/list'],
      ['GET', '/api/v1/users/search'],
      ['POST', '/api/v1/auths/update/profile'],
      ['GET', '/api/v1/chats/list'],
      ['GET', '/api/v1/chats/search'],
      ['POST', '/api/v1/chats/new'],
      ['GET', '/api/v1/chats/x/events'],
      ['POST', '/api/tasks/chat/x/stop'],
      ['POST', '/api/chat/completions'],
      ['POST', '/api/v1/files/'],
      ['GET', '/api/v1/files/x/content'],
    ] as const
    for (const [method, path] of [...forAdmins, ...forVerified]) {
      const open = await chat.visitor.fetch(path, { method })
      const { detail, code } = await open.json()
      assert.deepEqual([open.status, detail, code], [401, 'Not authenticated', 'not_authenticated'], path)
      const waiting = await pending.fetch(path, { method })
      assert.equal(waiting.status, 401, path)
      assert.match((await waiting.json()).detail, PERMISSION_TEXT)
    }
    for (const [method, path] of forAdmins) {
      const answer = await user.fetch(path, { method })
      assert.equal(answer.status, 401, path)
      assert.match((await answer.json()).detail, PERMISSION_TEXT)
    }
    assert.equal((await pending.get('/api/v1/auths/')).json.role, 'pending')
  })

  test('a role is read again at every request [chatapp.roles]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const bob = await chat.signUp('Bob')
    const set = (role: string) => admin.post(`/api/v1/users/${bob.id}/update`, { role })
    assert.equal((await bob.get('/api/models')).status, 401)
    await set('user')
    assert.equal((await bob.get('/api/models')).status, 200)
    await set('admin')
    assert.equal((await bob.get('/api/v1/users/')).status, 200)
    await set('pending')
    assert.equal((await bob.get('/api/models')).status, 401)
  })

  test('an administrator adds accounts that work at once [chatapp.accounts]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const form = { name: 'Bob', email: 'BOB@example.com', password: PASSWORD, role: 'user' }
    const added = await admin.post('/api/v1/auths/add', form)
    assert.equal(added.status, 200)
    assert.deepEqual([added.json.email, added.json.role], ['bob@example.com', 'user'])
    assert.equal((await clientOf(chat.url, added.json.token).get('/api/models')).status, 200)
    const twice = await admin.post('/api/v1/auths/add', form)
    assert.deepEqual([twice.status, /already registered/.test(twice.json.detail)], [400, true])
    assert.equal((await admin.post('/api/v1/auths/add', { ...form, role: 'root' })).status, 422)
    const quiet = await admin.post('/api/v1/auths/add', { ...form, email: 'c@example.com', role: undefined })
    assert.equal(quiet.json.role, 'pending')
  })

  test('accounts are listed thirty a page, in the order asked for [chatapp.accounts]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const admin = await chat.signUp('Ann')
    for (let n = 10; n < 42; n++) {
      clock.advance(1000)
      await admin.post('/api/v1/auths/add', { name: `P${n}`, email: `p${n}@example.com`, password: PASSWORD })
    }
    const page = async (query: string) => (await admin.get(`/api/v1/users/?${query}`)).json
    const first = await page('order_by=created_at&direction=asc')
    assert.deepEqual([first.total, first.users.length, first.users[0].name], [33, 30, 'Ann'])
    const second = await page('order_by=created_at&direction=asc&page=2')
    assert.deepEqual(
      second.users.map((user: any) => user.name),
      ['P39', 'P40', 'P41'],
    )
    assert.equal((await page('order_by=name&direction=desc')).users[0].name, 'P41')
    assert.deepEqual(
      (await page('query=P39@EXAMPLE')).users.map((user: any) => user.name),
      ['P39'],
    )
    assert.equal((await page('query=nobody')).total, 0)
    assert.equal('password_hash' in first.users[0], false)
    assert.deepEqual([first.users[0].oauth, first.users[0].group_ids], [null, []])
    assert.equal((await admin.get('/api/v1/users/all')).json.users.length, 33)
    assert.equal((await admin.get('/api/v1/users/?page=0')).status, 422)
    assert.equal((await admin.get('/api/v1/users/?order_by=email;drop table&page=1')).status, 200)
  })

  test('an unknown account is missing with 400 [chatapp.accounts]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    for (const answer of [
      await admin.get('/api/v1/users/nobody'),
      await admin.post('/api/v1/users/nobody/update', { name: 'x' }),
    ])
      assert.deepEqual([answer.status, /could not find/.test(answer.json.detail)], [400, true])
    assert.equal((await admin.delete('/api/v1/users/nobody')).json, true)
  })

  test('only given fields change, and a new password signs the account out [chatapp.accounts] [chatapp.password]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', admin)
    const update = (body: object) => admin.post(`/api/v1/users/${bob.id}/update`, body)
    const renamed = await update({ name: 'Robert' })
    assert.deepEqual(
      [renamed.json.name, renamed.json.email, renamed.json.role],
      ['Robert', emailOf('Bob'), 'user'],
    )
    assert.equal((await update({ email: 'ANN@example.com' })).status, 400)
    assert.equal((await update({ role: 'owner' })).status, 422)
    assert.equal((await update({ password: '' })).status, 200)
    assert.equal((await bob.get('/api/v1/auths/')).status, 200)
    assert.equal((await update({ password: 'a brand new one' })).status, 200)
    assert.equal((await bob.get('/api/v1/auths/')).status, 401)
    const signIn = { email: emailOf('Bob'), password: 'a brand new one' }
    assert.equal((await chat.visitor.post('/api/v1/auths/signin', signIn)).status, 200)
  })

  test('the first administrator is out of the reach of others [chatapp.primary-admin]', async (t) => {
    const chat = await startTestChatapp(t)
    const first = await chat.signUp('Ann')
    const second = await chat.addUser('Bob', first)
    await first.post(`/api/v1/users/${second.id}/update`, { role: 'admin' })
    const update = async (client: typeof first, body: object) =>
      (await client.post(`/api/v1/users/${first.id}/update`, body)).status
    assert.equal(await update(second, { name: 'Mallory' }), 403)
    assert.equal(await update(second, { password: 'taken over now' }), 403)
    for (const what of ['sessions', 'factors']) {
      const path = `/api/v1/users/${first.id}/${what}`
      assert.equal((await second.delete(path)).status, 403, what)
      assert.equal((await first.delete(path)).status, 200, what)
    }
    assert.equal(await update(first, { role: 'user' }), 403)
    assert.equal(await update(first, { name: 'Anna' }), 200)
    assert.equal((await second.delete(`/api/v1/users/${first.id}`)).status, 403)
    assert.equal((await first.delete(`/api/v1/users/${first.id}`)).status, 403)
    assert.equal((await second.delete(`/api/v1/users/${second.id}`)).status, 403)
    assert.equal((await first.get('/api/v1/auths/')).json.role, 'admin')
  })

  test('deleting an account removes chats, files, keys, sessions and grants [chatapp.delete-account]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const admin = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', admin)
    const grant = { principal_type: 'user', principal_id: bob.id, permission: 'read' }
    await admin.post('/api/v1/models/model/access/update', { id: 'garden', access_grants: [grant] })
    await bob.post('/api/v1/chats/new', {
      chat: { title: 'Mine', history: { messages: { m: { content: 'hi' } } } },
    })
    await bob.upload('a.txt', 'only mine')
    await bob.upload('b.txt', 'shared bytes')
    const kept = await admin.upload('c.txt', 'shared bytes')
    await bob.post('/api/v1/auths/api_key')
    const responses = createStoredResponses({
      store: chat.store,
      clock: systemClock,
      hub: 'garden',
      retentionMs: 60_000,
    })
    for (const owner of ['ann@example.com', 'bob@example.com'])
      await responses.add(
        owner,
        { id: owner, previous: null, chat: 'c', input: [], response: { id: owner, output: [] } },
        [],
      )
    assert.equal((await admin.delete(`/api/v1/users/${bob.id}`)).json, true)
    assert.ok(await responses.find('ann@example.com', 'ann@example.com'))
    assert.equal(await responses.find('bob@example.com', 'bob@example.com'), null)
    assert.match((await bob.get('/api/v1/auths/')).json.detail, /^Your session has expired/)
    for (const table of [
      'chatapp_chats',
      'chatapp_messages',
      'chatapp_api_keys',
      'chatapp_model_grants',
    ] as const)
      assert.deepEqual(await chat.store.db.selectFrom(table).selectAll().execute(), [], table)
    assert.equal((await admin.get(`/api/v1/files/${kept.json.id}/content`)).text, 'shared bytes')
    const left = await bytesKept(chat.folder, { area: 'chat-files', folder: join(chat.folder, 'files') })
    assert.equal(left.length, 1 + letGo('only mine').length)
  })
})
