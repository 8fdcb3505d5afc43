import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { BACKENDS, SQLITE } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { clientOf } from './client.ts'
import {
  asBrowser,
  begin,
  errorIn,
  EVERYBODY,
  must,
  openIdEntry,
  SERVERS,
  startIntegrations,
} from './integrations-world.ts'
import { PASSWORD, startTestChatapp } from './started-chatapp.ts'

const SECRET_PLACEHOLDER = '••••••••'
const FORM = { TOOL_SERVER_CONNECTIONS: [] as unknown[] }

for (const backend of BACKENDS)
  describe(`providers on ${backend.kind}`, { skip: backend.skip }, () => {
    test('the form keeps an administrator’s input, and never shows a secret again [integrations.providers]', async (t) => {
      const { admin, provider } = await startIntegrations(t, { chat: { location: await backend.locate(t) } })
      assert.deepEqual((await must(admin.get(SERVERS))).json.TOOL_SERVER_CONNECTIONS, [])
      const entries = [
        openIdEntry(provider, 'files'),
        openIdEntry(provider, 'mail', { info: { name: 'Mail' } }),
      ]
      const stored = (await must(admin.post(SERVERS, { TOOL_SERVER_CONNECTIONS: entries }))).json
      assert.deepEqual(
        stored.TOOL_SERVER_CONNECTIONS.map((one: any) => [one.info.id, one.info.name, one.connections]),
        [
          ['files', 'Files', 0],
          ['mail', 'Mail', 0],
        ],
      )
      assert.equal(stored.redirect_origin, 'http://chat.test')
      const [files] = stored.TOOL_SERVER_CONNECTIONS
      assert.equal(files.info.oauth_client_secret, SECRET_PLACEHOLDER)
      assert.doesNotMatch(JSON.stringify(stored), new RegExp(provider.clientSecret))
      // Writing the entry back with the placeholder keeps the secret. An empty secret removes it.
      await must(admin.post(SERVERS, { ...FORM, TOOL_SERVER_CONNECTIONS: stored.TOOL_SERVER_CONNECTIONS }))
      const secret = async () =>
        (await admin.get(SERVERS)).json.TOOL_SERVER_CONNECTIONS[0].info.oauth_client_secret
      assert.equal(await secret(), SECRET_PLACEHOLDER)
      await must(
        admin.post(`${SERVERS}/files`, { ...files, info: { ...files.info, oauth_client_secret: '' } }),
      )
      assert.equal(await secret(), null)
      assert.equal((await admin.get(SERVERS)).json.TOOL_SERVER_CONNECTIONS.length, 2)
      await must(admin.post(SERVERS, FORM))
      assert.deepEqual((await admin.get(SERVERS)).json.TOOL_SERVER_CONNECTIONS, [])
    })

    test('a connection is possible only with the person’s permission, and works only as long [integrations.access]', async (t) => {
      const { chat, admin, provider, addOpenId, connect, sessions } = await startIntegrations(t, {
        chat: { location: await backend.locate(t) },
      })
      const pat = await chat.addUser('Pat', admin)
      const group = (await must(admin.post('/api/v1/groups/create', { name: 'Team', description: '' }))).json
      const shown = async () => (await pat.get('/api/v1/tools/')).json.length
      const authorize = async () => (await asBrowser(pat, '/oauth/clients/mcp:files/authorize')).status
      const byGroup = { principal_type: 'group', principal_id: group.id, permission: 'read' }
      assert.equal(await authorize(), 404)

      await addOpenId('files', { config: { access_grants: [] } })
      assert.deepEqual([await authorize(), await shown()], [404, 0])
      assert.equal((await asBrowser(admin, '/oauth/clients/mcp:files/authorize')).status, 302)
      await addOpenId('files', { config: { access_grants: [byGroup] } })
      assert.deepEqual([await authorize(), await shown()], [404, 0])
      await must(admin.post(`/api/v1/groups/id/${group.id}/users/add`, { user_ids: [pat.id] }))
      assert.deepEqual([await authorize(), await shown()], [302, 1])
      assert.equal(errorIn(await connect(pat, 'files')), null)
      assert.equal((await sessions(pat)).status, 200)

      await must(admin.post(`/api/v1/groups/id/${group.id}/users/remove`, { user_ids: [pat.id] }))
      assert.deepEqual([(await sessions(pat)).status, await authorize(), await shown()], [400, 404, 0])
      await addOpenId('files')
      assert.equal((await sessions(pat)).status, 200)
      await addOpenId('files', { config: { enable: false } })
      assert.deepEqual([(await sessions(pat)).status, await authorize()], [400, 404])
      await addOpenId('files')
      await must(admin.post(`/api/v1/users/${pat.id}/update`, { role: 'pending' }))
      assert.deepEqual([(await sessions(pat)).status, await authorize()], [400, 404])
      assert.equal(provider.requests.filter(({ path }) => path === '/token/revocation').length, 0)
    })

    test('a callback for a person who may no longer connect creates no connection [integrations.access]', async (t) => {
      const { chat, admin, addOpenId, connect, sessions } = await startIntegrations(t, {
        chat: { location: await backend.locate(t) },
      })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      await begin(pat, 'files')
      await addOpenId('files', { config: { access_grants: [] } })
      const answer = await asBrowser(pat, '/oauth/clients/mcp:files/callback?code=x&state=y')
      assert.equal(errorIn(answer), 'You can’t connect an account there.')
      await addOpenId('files')
      assert.equal(errorIn(await connect(pat, 'files')), null)
      assert.equal((await sessions(pat)).status, 200)
    })

    test('removing a provider, or making it another, ends its connections and says how many [integrations.providers]', async (t) => {
      const { chat, admin, provider, addOpenId, connect, sessions } = await startIntegrations(t, {
        chat: { location: await backend.locate(t) },
      })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      const revoked = async (count: number) => {
        while (provider.requests.filter(({ path }) => path === '/token/revocation').length < count)
          await wait(50)
      }
      assert.equal(errorIn(await connect(pat, 'files')), null)
      assert.equal((await admin.get(SERVERS)).json.TOOL_SERVER_CONNECTIONS[0].connections, 1)
      const token = (await sessions(pat)).json[0].token.access_token
      const renamed = await must(
        admin.post(`${SERVERS}/files`, openIdEntry(provider, 'files', { info: { name: 'New name' } })),
      )
      assert.deepEqual(renamed.json, { status: true, ended: 0 })
      const other = openIdEntry(provider, 'files', { info: { oauth_client_id: 'another-client' } })
      assert.deepEqual((await must(admin.post(`${SERVERS}/files`, other))).json, { status: true, ended: 1 })
      await revoked(1)
      assert.equal(await provider.accepts(token), null)
      assert.equal((await sessions(pat)).status, 400)

      await addOpenId('files')
      assert.equal(errorIn(await connect(pat, 'files')), null)
      assert.deepEqual((await admin.delete(`${SERVERS}/files`)).json, { status: true, ended: 1 })
      await revoked(2)
      assert.equal((await admin.delete(`${SERVERS}/files`)).status, 404)
      assert.equal((await sessions(pat)).status, 400)
    })

    test('a deleted account takes its connections along, at the provider too [integrations.disconnect]', async (t) => {
      const { chat, admin, provider, addOpenId, connect, sessions } = await startIntegrations(t, {
        chat: { location: await backend.locate(t) },
      })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      assert.equal(errorIn(await connect(pat, 'files')), null)
      const token = (await sessions(pat)).json[0].token.access_token
      await begin(pat, 'files')
      await must(admin.delete(`/api/v1/users/${pat.id}`))
      await until(async () => !(await provider.accepts(token)))
      const { db } = chat.store
      assert.deepEqual(await db.selectFrom('chatapp_oauth_sessions').selectAll().execute(), [])
      assert.deepEqual(await db.selectFrom('chatapp_oauth_flows').selectAll().execute(), [])
    })

    test('disconnecting ends a connection here and at the provider, and says if the provider could not be notified [integrations.disconnect]', async (t) => {
      const { chat, admin, provider, addOpenId, connect, sessions } = await startIntegrations(t, {
        chat: { location: await backend.locate(t) },
      })
      await addOpenId('files')
      const pat = await chat.addUser('Pat', admin)
      const path = '/api/v1/auths/oauth/sessions/mcp:files'
      assert.equal((await pat.delete(path)).status, 404)
      assert.equal((await pat.delete('/api/v1/auths/oauth/sessions/other')).status, 422)
      assert.equal(errorIn(await connect(pat, 'files')), null)
      const token = (await sessions(pat)).json[0].token.access_token
      assert.equal((await admin.delete(path)).status, 404, 'nobody ends the connection of somebody else')
      assert.equal((await pat.delete(path)).json, true)
      assert.equal(await provider.accepts(token), null)
      assert.equal((await pat.delete(path)).status, 404)

      assert.equal(errorIn(await connect(pat, 'files')), null)
      await provider.down()
      assert.deepEqual((await pat.delete(`${path}?report=true`)).json, { status: true, revoked: 'failed' })
      assert.equal((await sessions(pat)).status, 400)
    })

    test('tokens moved to another person’s row, or read with another key, ask to connect again [integrations.encrypted]', async (t) => {
      const location = await backend.locate(t)
      const { chat, clock, admin, addOpenId, connect, sessions } = await startIntegrations(t, {
        chat: { location },
      })
      await addOpenId('files')
      const [pat, kim] = [await chat.addUser('Pat', admin), await chat.addUser('Kim', admin)]
      for (const person of [pat, kim]) assert.equal(errorIn(await connect(person, 'files')), null)
      const { db } = chat.store
      const rows = await db.selectFrom('chatapp_oauth_sessions').selectAll().execute()
      const sealed = rows.find((row) => row.user_id === pat.id)!.sealed
      await db.updateTable('chatapp_oauth_sessions').set({ sealed }).where('user_id', '=', kim.id).execute()
      const kims = (await sessions(kim)).json[0]
      assert.deepEqual([kims.token, kims.state], [null, 'revoked'])
      assert.equal((await sessions(pat)).json[0].state, 'healthy')

      const other = await startTestChatapp(t, { location, clock, sessionSecret: 'x'.repeat(40) })
      const signIn = async (name: string) => {
        const body = { email: `${name}@example.com`, password: PASSWORD }
        const { json } = await must(clientOf(other.url).post('/api/v1/auths/signin', body))
        return clientOf(other.url, json.token, json.id)
      }
      const [ann2, pat2] = [await signIn('ann'), await signIn('pat')]
      const [session] = (await must(ann2.get(`/api/v1/users/${pat.id}/oauth/sessions`))).json
      assert.deepEqual([session.token, session.state], [null, 'revoked'])
      assert.equal((await pat2.get('/api/v1/tools/')).json[0].connection.state, 'revoked')
      const [entry] = (await must(ann2.get(SERVERS))).json.TOOL_SERVER_CONNECTIONS
      assert.equal(entry.info.oauth_client_secret, null, 'the secret has to be entered again')
      assert.equal((await pat2.delete('/api/v1/auths/oauth/sessions/mcp:files')).json, true)
    })

    test('one and the same new provider, added many times at once, is added once [integrations.providers]', async (t) => {
      const { admin, provider } = await startIntegrations(t, { chat: { location: await backend.locate(t) } })
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          admin.post(`${SERVERS}/files?new=true`, openIdEntry(provider, 'files')),
        ),
      )
      const added = answers.filter(({ status }) => status === 200)
      assert.deepEqual([added.length, answers.filter(({ status }) => status === 400).length], [1, 7])
    })
  })

test('no token and no client secret is in the database file [integrations.encrypted]', async (t) => {
  const { path, ...location } = await SQLITE.locate(t)
  const { chat, clock, admin, provider, addOpenId, connect, sessions } = await startIntegrations(t, {
    chat: { location: { path, ...location } },
  })
  await addOpenId('files')
  const pat = await chat.addUser('Pat', admin)
  assert.equal(errorIn(await connect(pat, 'files')), null)
  const secrets = [provider.clientSecret, (await sessions(pat)).json[0].token.access_token]
  clock.advance(7_200_000)
  secrets.push((await sessions(pat)).json[0].token.access_token)
  secrets.push(provider.tokenRequests('refresh_token')[0]!.form.get('refresh_token')!)
  const state = new URL(await begin(pat, 'files')).searchParams.get('state')!
  secrets.push(state)
  const files = await Promise.all(
    [path, `${path}-wal`].map((name) => readFile(name).catch(() => Buffer.alloc(0))),
  )
  const stored = Buffer.concat(files).toString('latin1')
  assert.ok(stored.includes(pat.id), 'this is where it would be')
  for (const secret of secrets) {
    assert.ok(secret.length > 20)
    assert.equal(stored.includes(secret), false)
  }
})

describe('bad input', () => {
  test('unusable entries are refused with the reason [integrations.providers]', async (t) => {
    const { admin, provider, chat } = await startIntegrations(t)
    const good = openIdEntry(provider, 'files')
    const bad: [string, object][] = [
      ['url', { ...good, url: 'javascript:alert(1)' }],
      ['url', { ...good, url: 7 }],
      ['type', { ...good, type: 'openapi' }],
      ['auth_type', { ...good, auth_type: 'bearer' }],
      ['id', { ...good, info: { ...good.info, id: '../x' } }],
      ['id', { ...good, info: { ...good.info, id: 'a'.repeat(65) } }],
      ['name', { ...good, info: { ...good.info, name: 'n'.repeat(101) } }],
      ['oauth_client_id', { ...good, info: { ...good.info, oauth_client_id: '' } }],
      ['oauth_scope', { ...good, config: { ...good.config, oauth_scope: 'a"b' } }],
      ['token_url', { ...good, config: { ...good.config, kind: 'oauth2' } }],
      [
        'access_grants',
        { ...good, config: { ...good.config, access_grants: [{ ...EVERYBODY, permission: 'x' }] } },
      ],
      ['info', { url: good.url }],
    ]
    for (const [field, entry] of bad) {
      const answer = await admin.post(SERVERS, { TOOL_SERVER_CONNECTIONS: [entry] })
      assert.equal(answer.status, 422, field)
      assert.ok(JSON.stringify(answer.json.detail).includes(field), `${field}: ${answer.text}`)
    }
    const twice = await admin.post(SERVERS, { TOOL_SERVER_CONNECTIONS: [good, good] })
    assert.equal(twice.status, 422)
    assert.match(twice.text, /same id/)
    assert.equal((await admin.post(`${SERVERS}/other`, good)).status, 422)
    await must(admin.post(`${SERVERS}/files?new=true`, good))
    assert.equal((await admin.post(`${SERVERS}/files?new=true`, good)).status, 400)
    assert.equal((await admin.post(SERVERS, '{')).status, 422)
    const pat = await chat.addUser('Pat', admin)
    for (const person of [pat, chat.visitor]) {
      assert.equal((await person.get(SERVERS)).status, 401)
      assert.equal((await person.post(SERVERS, { TOOL_SERVER_CONNECTIONS: [] })).status, 401)
      assert.equal((await person.post(`${SERVERS}/verify`, good)).status, 401)
      assert.equal((await person.delete(`${SERVERS}/files`)).status, 401)
    }
  })
})
