import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

describe('settings', () => {
  test('health, readiness and version need no account [chatapp.health]', async (t) => {
    const chat = await startTestChatapp(t)
    for (const path of ['/health', '/ready', '/health/db'])
      assert.deepEqual((await chat.visitor.get(path)).json, { status: true })
    assert.equal((await chat.visitor.get('/api/version')).json.version, '0.0.0-test')
  })

  test('a setting stored by an administrator takes precedence and survives a restart [chatapp.settings]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const form = (await admin.get('/api/v1/auths/admin/config')).json
    assert.deepEqual(
      [form.ENABLE_SIGNUP, form.DEFAULT_USER_ROLE, form.ENABLE_API_KEYS],
      [true, 'pending', false],
    )
    const change = { ...form, ENABLE_SIGNUP: false, JWT_EXPIRES_IN: '2h', SOME_NEWER_KEY: { kept: 1 } }
    const changed = await admin.post('/api/v1/auths/admin/config', change)
    assert.deepEqual([changed.status, changed.json.SOME_NEWER_KEY], [200, { kept: 1 }])
    const signUp = { name: 'Bob', email: emailOf('Bob'), password: PASSWORD }
    assert.equal((await chat.visitor.post('/api/v1/auths/signup', signUp)).status, 403)
    await chat.stop()

    const again = await startTestChatapp(t, { folder: chat.folder, location: chat.location })
    assert.equal((await again.visitor.post('/api/v1/auths/signup', signUp)).status, 403)
    const session = await again.visitor.post('/api/v1/auths/signin', {
      email: emailOf('Ann'),
      password: PASSWORD,
    })
    assert.ok(Math.abs(session.json.expires_at - Date.now() / 1000 - 7200) < 60)
  })

  test('a form that forgets a switch or has a wrong value changes nothing [chatapp.settings] [chatapp.bad-input]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const form = (await admin.get('/api/v1/auths/admin/config')).json
    const { ENABLE_SIGNUP: _forgotten, ...partial } = form
    for (const bad of [
      partial,
      { ...form, ENABLE_SIGNUP: 'yes' },
      { ...form, DEFAULT_USER_ROLE: 'root' },
      { ...form, JWT_EXPIRES_IN: 'soon' },
    ])
      assert.equal((await admin.post('/api/v1/auths/admin/config', bad)).status, 422)
    assert.deepEqual((await admin.get('/api/v1/auths/admin/config')).json, form)
  })

  test('single settings are written by name, and none of ours [chatapp.settings]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const write = (config: object) => admin.post('/api/v1/configs/import', { config })
    const before = await chat.store.db.selectFrom('chatapp_settings').selectAll().execute()
    assert.equal((await write({ 'internal.primary_account': 'mallory' })).status, 200)
    assert.deepEqual(await chat.store.db.selectFrom('chatapp_settings').selectAll().execute(), before)
    const bad = await write({ 'ui.enable_signup': 'no', 'task.title.enable': false })
    assert.deepEqual([bad.status, bad.json.detail[0].loc], [422, ['body', 'config', 'ui.enable_signup']])
    assert.equal((await write({ 'ui.enable_signup': false, 'task.title.enable': false })).status, 200)
    assert.equal((await chat.visitor.get('/api/config')).json.features.enable_signup, false)
  })

  test('default permissions are replaced whole and keep unknown switches [chatapp.permissions]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', admin)
    const permissions = (await admin.get('/api/v1/users/default/permissions')).json
    permissions.chat.delete = false
    permissions.features.time_travel = true
    assert.deepEqual((await admin.post('/api/v1/users/default/permissions', permissions)).json, permissions)
    assert.equal((await bob.get('/api/v1/auths/')).json.permissions.features.time_travel, true)
    const { chat: _section, ...partial } = permissions
    assert.equal((await admin.post('/api/v1/users/default/permissions', partial)).status, 422)
    const made = (await bob.post('/api/v1/chats/new', { chat: { title: 'Mine' } })).json
    assert.equal((await bob.delete(`/api/v1/chats/${made.id}`)).status, 401)
    permissions.chat.file_upload = false
    await admin.post('/api/v1/users/default/permissions', permissions)
    assert.equal((await bob.upload('a.txt', 'x')).status, 401)
    assert.equal((await admin.upload('a.txt', 'x')).status, 200)
  })
})
