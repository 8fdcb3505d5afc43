import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { CONSOLE_PASSWORD, startTestConsole } from '../support/console.ts'
import { setUpCodes } from '../support/totp.ts'
import { until } from '../support/until.ts'

const hub = await startTestConsole({ after })
const { admin } = hub
const SECRET = 'sk-very-secret-key-123456'
await admin.get('/me')
const models = createServer((request, response) => {
  const isKnown = request.headers.authorization === `Bearer ${SECRET}`
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: [{ id: 'small' }, { id: 'large' }] }))
})
await once(models.listen(0, '127.0.0.1'), 'listening')
after(() => models.close())

const MODELS = '/web-chat/model-connections'
const upstream = { url: `http://127.0.0.1:${(models.address() as AddressInfo).port}/v1` }
const refusal = ({ status, json }: { status: number; json: any }) => [status, json?.code]
const actions = async () =>
  (await admin.get('/access-changes')).json.items.map(({ action, before, after: now }: any) => ({
    action,
    before,
    after: now,
  }))
const site = async (path: string, init?: RequestInit) =>
  (await fetch(hub.chatappUrl + path, init)).json() as any

test('a model connection is added, tried, switched off and removed, its key never read, each change recorded [console.model-connections]', async () => {
  const { json: empty } = await admin.get(MODELS)
  assert.deepEqual([empty.items, empty.hubs, empty.is_on], [[], 1, true])
  const wanted = { url: `${upstream.url}/`, key: SECRET, prefix: 'lab' }
  const added = await admin.post(MODELS, { expected_revision: empty.revision, ...wanted })
  assert.equal(added.status, 200, added.text)
  const [one] = added.json.items
  assert.deepEqual([one.url, one.has_key, one.enabled, one.prefix], [upstream.url, true, true, 'lab'])
  assert.ok(!added.text.includes(SECRET.slice(-4)), 'not even its end')

  const tested = await admin.post(`${MODELS}/test`, { url: upstream.url })
  assert.equal(tested.status, 200, tested.text)
  assert.deepEqual(tested.json.models, ['small', 'large'])

  const off = await admin.put(`${MODELS}/0`, { expected_revision: added.json.revision, enabled: false })
  assert.deepEqual([off.json.items[0].enabled, off.json.items[0].has_key], [false, true], off.text)
  const stale = await admin.delete(`${MODELS}/0`, { expected_revision: added.json.revision })
  assert.deepEqual(refusal(stale), [409, 'revision_conflict'])
  const moved = await admin.put(`${MODELS}/0`, {
    expected_revision: off.json.revision,
    url: 'http://127.0.0.1:9/v1',
  })
  assert.equal(moved.json.items[0].has_key, false, 'a key goes to no other address')
  const gone = await admin.delete(`${MODELS}/0`, { expected_revision: moved.json.revision })
  assert.deepEqual(gone.json.items, [])
  const recorded = (await actions()).filter(({ action }: any) => action.startsWith('models.'))
  assert.deepEqual(
    recorded.map(({ action }: any) => action),
    ['models.remove', 'models.change', 'models.change', 'models.add'],
  )
  assert.ok(!JSON.stringify(recorded).includes(SECRET))
})

test('each of two connections to one address is tried with its own key [console.model-connections]', async () => {
  let { json } = await admin.get(MODELS)
  for (const key of [`wrong-${SECRET.slice(-8)}`, SECRET])
    // Both keys look the same when masked.
    ({ json } = await admin.post(MODELS, { expected_revision: json.revision, url: upstream.url, key }))
  const tried = async (place: number) =>
    (await admin.post(`${MODELS}/test`, { url: upstream.url, place })).json
  assert.match((await tried(0)).detail, /refuses the key/)
  assert.deepEqual((await tried(1)).models, ['small', 'large'])
  for (const _ of [0, 1]) ({ json } = await admin.delete(`${MODELS}/0`, { expected_revision: json.revision }))
})

test('a test reports the problem, and calls no forbidden address [console.model-connections]', async () => {
  const tried = async (url: string, key = '') => {
    const { status, json } = await admin.post(`${MODELS}/test`, { url, key })
    return [status, json.detail]
  }
  assert.match((await tried('http://127.0.0.1:9/v1'))[1], /no server at this address/)
  assert.match((await tried('http://169.254.169.254/latest'))[1], /Link-local addresses are refused/)
  assert.match((await tried('http://[fe80::1]/v1'))[1], /Link-local addresses are refused/)
  assert.match((await tried('http://93.184.216.34/v1'))[1], /has to begin with https/)
  assert.match((await tried(`${hub.chatappUrl}/api`, 'x'))[1], /refuses the key/)
  for (const url of ['ftp://127.0.0.1/v1', 'http://ann:secret@127.0.0.1/v1', 'http://127.0.0.1/v1?key=1', ''])
    assert.equal((await tried(url))[0], 400, url)
})

test('sign-up is closed, opened, and opened with approval, and is so at once [console.sign-up]', async () => {
  const signUp = (name: string) =>
    site('/api/v1/auths/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, email: `${name}@example.org`, password: 'correct horse battery' }),
    })
  assert.equal((await admin.get('/web-chat/sign-up')).json.policy, 'approval')
  assert.equal((await admin.put('/web-chat/sign-up', { policy: 'closed' })).json.policy, 'closed')
  assert.match((await signUp('una')).detail, /permission/)
  assert.equal((await site('/api/config')).features.enable_signup, false)
  await admin.put('/web-chat/sign-up', { policy: 'open' })
  assert.equal((await signUp('ugo')).role, 'user')
  const asked = await admin.put('/web-chat/sign-up', { policy: 'approval' })
  assert.deepEqual(asked.json, { policy: 'approval', role: 'pending', group: null })
  assert.equal((await signUp('ulf')).role, 'pending')
  assert.deepEqual(refusal(await admin.put('/web-chat/sign-up', { policy: 'open', role: 'admin' })), [
    400,
    'invalid',
  ])
  assert.equal((await actions()).filter(({ action }: any) => action === 'sign_up.set').length, 3)
})

test('all people need a second factor after the setting, unless a variable decides [console.second-factor]', async () => {
  const RULE = '/web-chat/second-factor'
  const inChat = (by: { token: string }, path: string) =>
    site(path, { headers: { cookie: `token=${by.token}` } })
  assert.deepEqual((await admin.get(RULE)).json, { is_on: false, is_known: true, locked_by: null })
  for (const body of [{}, { is_on: 'yes' }, { is_on: true, more: 1 }])
    assert.deepEqual(refusal(await admin.put(RULE, body)), [400, 'invalid'])
  const sid = await hub.addPerson('Sid')
  assert.equal((await sid.put(RULE, { is_on: true })).status, 403)
  await setUpCodes(hub.chatappUrl, { token: admin.token, password: CONSOLE_PASSWORD })
  const before = await inChat(admin, '/api/v1/auths/admin/config')
  assert.equal((await admin.put(RULE, { is_on: true })).json.is_on, true)
  await until(async () => (await inChat(sid, '/api/v1/chats/')).code === 'second_factor_needed')
  const after = await inChat(admin, '/api/v1/auths/admin/config')
  assert.deepEqual(after, { ...before, REQUIRE_SECOND_FACTOR: true }, 'the rest of the form stays')
  assert.equal((await admin.put(RULE, { is_on: false })).json.is_on, false)
  await until(async () => Array.isArray(await inChat(sid, '/api/v1/chats/')))
  const recorded = (await actions()).filter(({ action }: any) => action === 'second_factor.set')
  const [on, off] = [{ is_on: true }, { is_on: false }]
  assert.deepEqual(recorded, [
    { action: 'second_factor.set', before: on, after: off },
    { action: 'second_factor.set', before: off, after: on },
  ])
})

test('a banner is shown to all people until its end, and a new banner appears again [console.banner]', async () => {
  const put = (banner: object | null) => admin.put('/web-chat/banner', { banner })
  const shown = async () => (await site('/api/config')).banner
  assert.equal(await shown(), undefined)
  assert.equal((await put({ text: ' Back at noon ', level: 'warning' })).status, 200)
  const first = await shown()
  assert.deepEqual([first.content, first.type, first.until], ['Back at noon', 'warning', null])
  await put({ text: 'Over', until: '2020-01-01T00:00:00.000Z' })
  assert.equal(await shown(), undefined)
  await put({ text: 'Back at noon' })
  assert.notEqual((await shown()).id, first.id)
  assert.deepEqual(refusal(await put({ text: 'x'.repeat(501) })), [400, 'invalid'])
  await put(null)
  assert.equal(await shown(), undefined)
})

test('groups are made, filled, renamed and deleted, which is recorded [console.groups]', async () => {
  const { email } = await hub.addPerson('Gil')
  const made = await admin.post('/web-chat/groups', { name: 'Gardeners' })
  assert.equal(made.status, 200, made.text)
  const path = `/web-chat/groups/${made.json.group.id}`
  const filled = await admin.post(`${path}/members`, { add: [email.toUpperCase()] })
  assert.deepEqual(filled.json.members, [{ email, name: 'Gil' }], filled.text)
  const wrong = await admin.post(`${path}/members`, { add: ['nobody@example.com'], remove: [email] })
  assert.deepEqual(refusal(wrong), [400, 'invalid'])
  assert.equal((await admin.get(path)).json.members.length, 1, 'all or none')
  assert.equal((await admin.put(path, { name: 'Growers' })).json.group.name, 'Growers')
  assert.equal((await admin.post(`${path}/members`, { remove: [email] })).json.members.length, 0)
  assert.equal((await admin.delete(path)).json.deleted, true)
  assert.deepEqual(refusal(await admin.get(path)), [404, 'not_found'])
  const recorded = (await actions())
    .map(({ action }: any) => action)
    .filter((one: string) => one.startsWith('group.'))
  assert.deepEqual(recorded, ['group.delete', 'group.leave', 'group.change', 'group.join', 'group.create'])
})

test('sign-ins and refused attempts are listed with method, device and network, for organization administrators only [console.sign-ins]', async () => {
  const signIn = (email: string, password: string) =>
    site('/api/v1/auths/signin', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      body: JSON.stringify({ email, password }),
    })
  const { email } = await hub.addPerson('Sig')
  await signIn(email, 'wrong')
  await signIn('my secret password', 'wrong')
  await signIn(email, 'correct horse battery')
  const { json } = await admin.get(`/web-chat/sign-ins?user=${email}`)
  assert.deepEqual(
    json.items.map(({ way, outcome, network, program, system }: any) => [
      way,
      outcome,
      network,
      program,
      system,
    ]),
    [
      ['password', 'signed_in', '127.0.0.0/24', 'Firefox', 'Linux'],
      ['password', 'wrong_credentials', '127.0.0.0/24', 'Firefox', 'Linux'],
      ['sign_up', 'signed_in', '127.0.0.0/24', 'node', null],
    ],
  )
  const refused = await admin.get('/web-chat/sign-ins?outcome=refused&limit=1')
  assert.equal(refused.json.items.length, 1)
  assert.ok(refused.json.total >= 2)
  assert.ok(!JSON.stringify((await admin.get('/web-chat/sign-ins')).json).includes('my secret'))
  assert.equal((await (await hub.addPerson('Sue')).get('/web-chat/sign-ins')).status, 403)
})

test('providers are shown with where they are set up [console.ways-in]', async () => {
  const { json } = await admin.get('/web-chat/ways-in')
  assert.deepEqual(json, {
    passwords: { on: true, variable: 'SVC_PASSWORD_SIGN_IN' },
    providers: [],
    connection_providers: [],
  })
})

test('groups are read-only if a variable locks them, and files if no variable opens them [console.groups] [console.hub-files]', async () => {
  const locked = await startTestConsole({ after }, { environment: { SVC_LOCK_CHATAPP_ACCESS_UI: 'true' } })
  await locked.admin.get('/me')
  assert.equal((await locked.admin.get('/web-chat/groups')).json.locked_by, 'SVC_LOCK_CHATAPP_ACCESS_UI')
  assert.deepEqual(refusal(await locked.admin.post('/web-chat/groups', { name: 'No' })), [403, 'forbidden'])
  const { json } = await locked.admin.get('/hub-file?hub=garden&path=agent.md')
  assert.equal(json.editing_off, 'variable')
  const wanted = { hub: 'garden', path: 'agent.md', text: 'You help.', expected_hash: json.hash }
  assert.deepEqual(refusal(await locked.admin.put('/hub-file', wanted)), [403, 'editing_off'])
})

test('a variable that requires a second factor takes precedence, and is named [console.second-factor]', async () => {
  const strict = await startTestConsole({ after }, { environment: { SVC_REQUIRE_SECOND_FACTOR: 'true' } })
  await setUpCodes(strict.chatappUrl, { token: strict.admin.token, password: CONSOLE_PASSWORD })
  const rule = { is_on: true, is_known: true, locked_by: 'SVC_REQUIRE_SECOND_FACTOR' }
  assert.deepEqual((await strict.admin.get('/web-chat/second-factor')).json, rule)
  const refused = await strict.admin.put('/web-chat/second-factor', { is_on: false })
  assert.deepEqual(refusal(refused), [403, 'forbidden'])
  const off = await fetch(`${strict.chatappUrl}/api/v1/configs/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${strict.admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ config: { 'auth.require_second_factor': false } }),
  })
  assert.equal(off.status, 200)
  assert.equal((await strict.admin.get('/web-chat/second-factor')).json.is_on, true)
  const stored = await strict.store.db
    .selectFrom('chatapp_settings')
    .select('key')
    .where('key', '=', 'auth.require_second_factor')
    .execute()
  assert.deepEqual(stored, [], 'nor is it kept for when the variable is gone')
})
