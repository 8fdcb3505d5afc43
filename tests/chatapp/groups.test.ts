import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BACKENDS } from '../support/stores.ts'
import type { Client } from './client.ts'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

const MISSING = /could not find what you.re looking for/i
const create = async (admin: Client, form: object = {}): Promise<string> =>
  (await admin.post('/api/v1/groups/create', { name: 'Gardeners', description: 'Water', ...form })).json.id
const members = async (admin: Client, id: string): Promise<string[]> =>
  (await admin.get(`/api/v1/groups/id/${id}/export`)).json.user_ids
const add = (admin: Client, id: string, ...ids: string[]) =>
  admin.post(`/api/v1/groups/id/${id}/users/add`, { user_ids: ids })
const remove = (admin: Client, id: string, ...ids: string[]) =>
  admin.post(`/api/v1/groups/id/${id}/users/remove`, { user_ids: ids })

for (const backend of BACKENDS)
  describe(`groups on ${backend.kind}`, { skip: backend.skip }, () => {
    test('are made, read, changed and deleted by administrators [chatapp.groups]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', admin)
      const made = await admin.post('/api/v1/groups/create', { name: ' Gardeners ', description: '' })
      const { id, created_at, updated_at, ...rest } = made.json
      assert.deepEqual(
        [made.status, rest],
        [
          200,
          {
            user_id: admin.id,
            name: 'Gardeners',
            description: '',
            member_count: 0,
            data: null,
            meta: null,
            permissions: null,
          },
        ],
      )
      assert.ok(created_at > 0 && updated_at === created_at)
      const twin = await create(admin)
      assert.notEqual(twin, id)

      const data = { config: { share: true } }
      const permissions = { features: { api_keys: true }, future: { x: false } }
      const update = (body: object) => admin.post(`/api/v1/groups/id/${id}/update`, body)
      const changed = (await update({ name: 'G', description: 'd', data, permissions })).json
      assert.deepEqual([changed.name, changed.data, changed.permissions], ['G', data, permissions])
      const kept = (await update({ name: 'H', description: 'd' })).json
      assert.deepEqual([kept.name, kept.data, kept.permissions], ['H', data, permissions])
      assert.equal((await update({ name: 'H', description: 'd', permissions: null })).json.permissions, null)
      assert.equal((await update({ name: 'H' })).status, 422)
      assert.equal((await update({ name: ' ', description: '' })).status, 422)

      const info = (await bob.get(`/api/v1/groups/id/${id}/info`)).json
      assert.deepEqual([info.name, 'permissions' in info], ['H', false])
      assert.equal((await admin.delete(`/api/v1/groups/id/${id}/delete`)).json, true)
      for (const answer of [
        await admin.get(`/api/v1/groups/id/${id}`),
        await admin.get(`/api/v1/groups/id/${id}/export`),
        await admin.get(`/api/v1/groups/id/${id}/info`),
        await admin.delete(`/api/v1/groups/id/${id}/delete`),
        await update({ name: 'H', description: 'd' }),
        await add(admin, id, bob.id),
        await remove(admin, id, bob.id),
      ])
        assert.deepEqual([answer.status, MISSING.test(answer.json.detail)], [401, true])
      assert.deepEqual(
        (await admin.get('/api/v1/groups/')).json.map((group: any) => group.id),
        [twin],
      )
    })

    test('a search of people shows administrators all, others the members of their groups, without roles [chatapp.people-seen]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const [bob, cleo] = [await chat.addUser('Bob', admin), await chat.addUser('Cleo', admin)]
      const seen = async (client: typeof bob, query = '') => {
        const { users, total } = (await client.get(`/api/v1/users/search?order_by=name${query}`)).json
        assert.equal(total, users.length)
        return users.map(({ name, role }: { name: string; role: string }) => `${name} ${role}`)
      }
      assert.deepEqual(await seen(admin), ['Ann admin', 'Bob user', 'Cleo user'])
      assert.deepEqual(await seen(bob), ['Bob user'])
      assert.deepEqual(await seen(bob, '&query=ann@example.com'), [])
      await add(admin, await create(admin), bob.id, admin.id)
      assert.deepEqual(await seen(bob), ['Ann user', 'Bob user'])
      assert.deepEqual(await seen(cleo), ['Cleo user'])
    })

    test('add and remove members, also repeatedly [chatapp.groups]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', admin)
      const cleo = await chat.signUp('Cleo')
      const id = await create(admin)
      const added = await add(admin, id, bob.id, 'nobody', bob.id, cleo.id)
      assert.deepEqual([added.status, added.json.member_count], [200, 2])
      assert.equal((await add(admin, id, bob.id, admin.id)).json.member_count, 3)
      assert.deepEqual(new Set(await members(admin, id)), new Set([admin.id, bob.id, cleo.id]))
      const users = (await admin.post(`/api/v1/groups/id/${id}/users`)).json
      assert.deepEqual(new Set(users.map((user: any) => user.name)), new Set(['Ann', 'Bob', 'Cleo']))
      assert.equal((await remove(admin, id, cleo.id, cleo.id, 'nobody')).json.member_count, 2)
      assert.equal((await add(admin, id)).json.member_count, 2)

      const listed = (await admin.get(`/api/v1/users/?query=${emailOf('Bob')}`)).json.users[0]
      assert.deepEqual(listed.group_ids, [id])
      assert.deepEqual((await admin.get(`/api/v1/users/${bob.id}`)).json.groups, [{ id, name: 'Gardeners' }])
      assert.equal((await admin.get(`/api/v1/users/${bob.id}/groups`)).json[0].id, id)
      assert.equal((await bob.get('/api/v1/users/groups')).json[0].id, id)
      await admin.delete(`/api/v1/users/${bob.id}`)
      assert.deepEqual(await members(admin, id), [admin.id])
    })

    test('created concurrently contain all their members, and are deleted completely [chatapp.groups]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const people = await Promise.all(
        Array.from({ length: 8 }, async (_, n) => {
          const form = { name: `P${n}`, email: `p${n}@example.com`, password: PASSWORD, role: 'user' }
          return (await admin.post('/api/v1/auths/add', form)).json.id as string
        }),
      )
      const id = await create(admin)
      const all = await Promise.all(people.map((person) => add(admin, id, person, people[0]!, people[7]!)))
      assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([200]))
      assert.deepEqual(new Set(await members(admin, id)), new Set(people))
      const [gone, ...late] = await Promise.all([
        admin.delete(`/api/v1/groups/id/${id}/delete`),
        ...people.map((person) => add(admin, id, person)),
      ])
      assert.equal(gone.status, 200)
      assert.ok(late.every(({ status }) => status === 200 || status === 401))
      const left = await chat.store.db.selectFrom('chatapp_group_members').selectAll().execute()
      assert.deepEqual(left, [])
    })
  })

describe('a group', () => {
  test('shows its models to members, and takes its grants along when it goes [chatapp.group-grants]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const [bob, cleo] = [await chat.addUser('Bob', admin), await chat.addUser('Cleo', admin)]
    const id = await create(admin)
    const publish = (permission: string) =>
      admin.post('/api/v1/models/model/access/update', {
        id: 'garden',
        access_grants: [{ principal_type: 'group', principal_id: id, permission }],
      })
    const sees = async (client: Client) => (await client.get('/api/models')).json.data.length === 1
    const mayAsk = async (client: Client) => {
      const body = { model: 'garden', messages: [{ role: 'user', content: 'hi' }] }
      return (await client.post('/api/chat/completions', body)).status === 200
    }
    await publish('read')
    await add(admin, id, bob.id)
    assert.deepEqual([await sees(bob), await mayAsk(bob)], [true, true])
    assert.deepEqual([await sees(cleo), await mayAsk(cleo)], [false, false])
    assert.equal((await bob.get('/api/v1/models/model?id=garden')).json.write_access, false)
    await publish('write')
    assert.equal(await sees(bob), false)
    assert.equal((await bob.get('/api/v1/models/model?id=garden')).json.write_access, true)
    assert.equal((await cleo.get('/api/v1/models/model?id=garden')).status, 401)
    await publish('read')
    await remove(admin, id, bob.id)
    assert.deepEqual([await sees(bob), await mayAsk(bob)], [false, false])
    await add(admin, id, bob.id)
    await admin.delete(`/api/v1/groups/id/${id}/delete`)
    assert.equal(await sees(bob), false)
    assert.deepEqual(await chat.store.db.selectFrom('chatapp_model_grants').selectAll().execute(), [])
  })

  test('adds its permissions to the default ones for its members, at once [chatapp.group-permissions]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const admin = await chat.signUp('Ann')
    const [bob, cleo] = [await chat.addUser('Bob', admin), await chat.addUser('Cleo', admin)]
    const permissions = (await admin.get('/api/v1/users/default/permissions')).json
    permissions.features.api_keys = false
    permissions.chat.file_upload = false
    await admin.post('/api/v1/users/default/permissions', permissions)
    const id = await create(admin, {
      permissions: { features: { api_keys: true, notes: true }, chat: { file_upload: true, delete: false } },
    })
    await create(admin, { permissions: { features: { web_search: true } } })
    assert.equal((await bob.post('/api/v1/auths/api_key')).status, 403)
    await add(admin, id, bob.id)
    const { api_key: key } = (await bob.post('/api/v1/auths/api_key')).json
    const byKey = () => chat.visitor.get('/api/v1/auths/', { authorization: `Bearer ${key}` })
    assert.equal((await byKey()).status, 200)
    assert.equal((await bob.upload('a.txt', 'x')).status, 200)
    assert.equal((await cleo.upload('a.txt', 'x')).status, 401)
    for (const effective of [
      (await bob.get('/api/v1/users/permissions')).json,
      (await bob.get('/api/v1/auths/')).json.permissions,
      (await bob.get('/api/config')).json.permissions,
    ]) {
      const { features, chat: inChat } = effective
      assert.deepEqual(
        [features.api_keys, features.notes, features.web_search, inChat.delete, inChat.file_upload],
        [true, true, false, true, true],
      )
    }
    assert.equal((await cleo.get('/api/v1/users/permissions')).json.features.api_keys, false)
    await remove(admin, id, bob.id)
    assert.equal((await byKey()).status, 403)
    assert.deepEqual((await admin.get('/api/v1/users/default/permissions')).json, permissions)
  })

  test('is listed to its members, and to others when it may be shared with [chatapp.groups]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', admin)
    const ids: Record<string, string> = {}
    for (const [name, share] of [
      ['open', true],
      ['closed', false],
      ['inner', 'members'],
      ['other', 'members'],
      ['plain', undefined],
    ] as const)
      ids[name] = await create(admin, {
        name,
        ...(share === undefined ? {} : { data: { config: { share } } }),
      })
    for (const name of ['closed', 'inner']) await add(admin, ids[name]!, bob.id)
    const names = async (client: Client, query = '') =>
      (await client.get(`/api/v1/groups/${query}`)).json.map((group: any) => group.name).toSorted()
    assert.deepEqual(await names(bob), ['closed', 'inner'])
    assert.deepEqual(await names(bob, '?share=true'), ['inner', 'open'])
    assert.equal((await names(admin)).length, 5)
    assert.equal((await bob.get('/api/v1/groups/?share=maybe')).status, 422)
  })

  test('named as the default group include every new person [chatapp.groups]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const id = await create(admin)
    const setDefault = (group: string) =>
      admin.post('/api/v1/configs/import', { config: { 'ui.default_group_id': group } })
    await setDefault(id)
    const bob = await chat.signUp('Bob')
    assert.deepEqual(await members(admin, id), [bob.id])
    await admin.delete(`/api/v1/groups/id/${id}/delete`)
    await chat.signUp('Cleo')
  })

  test('is closed to those it is not meant for [chatapp.roles]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const user = await chat.addUser('Bob', admin)
    const pending = await chat.signUp('Cleo')
    const id = await create(admin)
    const forAdmins = [
      ['POST', '/api/v1/groups/create'],
      ['GET', `/api/v1/groups/id/${id}`],
      ['GET', `/api/v1/groups/id/${id}/export`],
      ['POST', `/api/v1/groups/id/${id}/users`],
      ['POST', `/api/v1/groups/id/${id}/update`],
      ['POST', `/api/v1/groups/id/${id}/users/add`],
      ['POST', `/api/v1/groups/id/${id}/users/remove`],
      ['DELETE', `/api/v1/groups/id/${id}/delete`],
      ['GET', `/api/v1/users/${user.id}/groups`],
    ] as const
    const forVerified = [
      ['GET', '/api/v1/groups/'],
      ['GET', `/api/v1/groups/id/${id}/info`],
      ['GET', '/api/v1/users/groups'],
    ] as const
    for (const [method, path] of [...forAdmins, ...forVerified]) {
      assert.equal((await chat.visitor.fetch(path, { method })).status, 401, path)
      assert.equal((await pending.fetch(path, { method })).status, 401, path)
    }
    for (const [method, path] of forAdmins)
      assert.equal((await user.fetch(path, { method })).status, 401, path)
    for (const [method, path] of forVerified)
      assert.equal((await user.fetch(path, { method })).status, 200, path)
  })
})
