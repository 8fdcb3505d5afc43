import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { CONSOLE_PASSWORD, startTestConsole } from '../support/console.ts'
import { startFaultyChatapp, type Fault } from '../support/faulty-chatapp.ts'
import { until } from '../support/until.ts'

const chatapp = await startFaultyChatapp({ after })
const hub = await startTestConsole(
  { after },
  {
    environment: {
      SVC_ACCOUNT_DELETION: 'true',
      SVC_CHATAPP: 'openwebui',
      SVC_CHATAPP_URL: chatapp.url,
      SVC_CHATAPP_API_KEY: chatapp.serviceKey,
    },
  },
)
const { admin } = hub
chatapp.forwardTo(hub.chatappUrl, admin.token)
assert.equal((await admin.get('/me')).status, 200)
await admin.post('/people/refresh')
beforeEach(() => chatapp.heal())

const SILENT: Fault[] = [
  'html',
  'drop',
  { status: 500, detail: 'broken' },
  { status: 429, detail: 'slow down' },
]
const useGarden = { hub: 'garden', permission: 'use_hub' }
const newcomer = (name: string) => ({
  email: `${name.toLowerCase()}@example.com`,
  name,
  sign_in: 'password',
  password: CONSOLE_PASSWORD,
  grants: [useGarden],
})
const refusal = ({ status, json }: { status: number; json: any }) => [status, json?.code]
const unfinished = async () =>
  (await admin.get('/people/unfinished')).json.items.map((item: any) => [item.kind, item.subject])
const accessOf = async (email: string) => (await admin.get(`/people/${email}`)).json.person?.access

for (const fault of SILENT)
  test(`nothing is half done when the web chat answers ${JSON.stringify(fault)} [people.unavailable]`, async () => {
    chatapp.fail('GET', /^\/api\/v1\/users\//, fault)
    const calls = [
      await admin.post('/people/refresh'),
      await admin.post('/accounts', newcomer('Nina')),
      await admin.post('/accounts/grant', { email: 'nina@example.com', grants: [useGarden] }),
      await admin.get('/accounts/ann@example.com'),
      await admin.post('/accounts/ann@example.com/role', { role: 'user' }),
      await admin.delete('/accounts/nina@example.com', { confirm_email: 'nina@example.com' }),
    ]
    for (const answer of calls) assert.deepEqual(refusal(answer), [502, 'chatapp_unavailable'], answer.text)
    chatapp.heal()
    assert.deepEqual(await unfinished(), [])
    assert.equal((await admin.get('/people/nina@example.com')).status, 404)
  })

test('the list of people is there while the web chat is not [people.list]', async () => {
  chatapp.fail('GET', /^\/api\/v1\/users\//, 'html')
  const { status, json } = await admin.get('/people')
  assert.equal(status, 200)
  assert.ok(json.items.some((item: any) => item.subject === admin.email))
})

test('an account whose creation got no response is listed, and a repetition completes it [people.resume]', async () => {
  chatapp.fail('POST', /^\/api\/v1\/auths\/add/, 'lost')
  assert.deepEqual(refusal(await admin.post('/accounts', newcomer('Lotte'))), [502, 'chatapp_unavailable'])
  assert.deepEqual(await unfinished(), [['create', 'lotte@example.com']])
  chatapp.heal()
  const again = await admin.post('/accounts', newcomer('Lotte'))
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(await unfinished(), [])
  assert.deepEqual(await accessOf('lotte@example.com'), [
    { hub: 'garden', permissions: [{ permission: 'use_hub', expires_at: null, via: 'direct' }] },
  ])
  assert.deepEqual(refusal(await admin.post('/accounts', newcomer('Lotte'))), [409, 'duplicate_email'])
})

test('an account that got no access is kept as partial, and asking again gives it [people.partial]', async () => {
  // The Console stops managing the Hub's access between the permission check and the grant.
  const cli = { actor: { system: 'cli' as const } }
  chatapp.before('POST', /^\/api\/v1\/auths\/add/, () => hub.access.unmanage(cli, 'garden'))
  const partial = await admin.post('/accounts', newcomer('Paul'))
  assert.deepEqual(refusal(partial), [502, 'partial'])
  assert.deepEqual(await unfinished(), [['create', 'paul@example.com']])
  chatapp.heal()
  await hub.access.manage(cli, 'garden', { members: [] })
  const again = await admin.post('/accounts', newcomer('Paul'))
  assert.equal(again.status, 200, again.text)
  assert.deepEqual(await unfinished(), [])
  const { items } = (await admin.get('/access-changes?user=paul@example.com')).json
  assert.deepEqual(items.map((item: any) => item.action).toSorted(), ['account.create', 'grant'])
})

test('giving all that an account is still missing finishes it too, recorded once [people.partial]', async () => {
  chatapp.fail('POST', /^\/api\/v1\/auths\/add/, 'lost')
  const wanted = [useGarden, { hub: 'garden', permission: 'share_public' }]
  assert.equal((await admin.post('/accounts', { ...newcomer('Petra'), grants: wanted })).status, 502)
  chatapp.heal()
  const email = 'petra@example.com'
  await admin.post('/accounts/grant', { email, grants: [useGarden] })
  assert.deepEqual(await unfinished(), [['create', email]], 'a part is not all')
  assert.equal((await admin.post('/accounts/grant', { email, grants: wanted })).status, 200)
  assert.deepEqual(await unfinished(), [])
  const { items } = (await admin.get(`/access-changes?user=${email}`)).json
  assert.deepEqual(items.map((item: any) => item.action).toSorted(), ['account.create', 'grant', 'grant'])
})

test('only the first requester completes an unfinished account [people.resume]', async () => {
  const other = await hub.addPerson('Olaf')
  for (const permission of ['use_hub', 'manage_access'])
    await admin.post('/access/grant', { subject: other.email, hub: 'garden', permission })
  chatapp.fail('POST', /^\/api\/v1\/auths\/add/, 'lost')
  await admin.post('/accounts', newcomer('Mona'))
  chatapp.heal()
  assert.deepEqual(refusal(await other.post('/accounts', newcomer('Mona'))), [409, 'duplicate_email'])
  assert.equal((await admin.post('/accounts', newcomer('Mona'))).status, 200)
})

for (const fault of ['html', 'drop', 'lost', { status: 403, detail: 'not allowed' }] as Fault[])
  test(`a role that moved on one side is finished by asking again, after ${JSON.stringify(fault)} [people.role-partial]`, async () => {
    const name = `Rolf${JSON.stringify(fault).replace(/\W/g, '')}`
    const { email } = await hub.addPerson(name)
    chatapp.fail('POST', /\/update$/, fault)
    const half = await admin.post(`/accounts/${email}/role`, { role: 'admin' })
    assert.deepEqual(refusal(half), [502, 'role_partial'])
    assert.deepEqual(await unfinished(), [['role', email]])
    const { json: read } = await admin.get(`/accounts/${email}`)
    assert.deepEqual(
      [read.is_organization_admin, read.chat_role],
      [true, fault === 'lost' ? 'admin' : 'user'],
    )
    chatapp.heal()
    const whole = await admin.post(`/accounts/${email}/role`, { role: 'admin' })
    assert.deepEqual(
      [whole.status, whole.json.chat_role, whole.json.is_organization_admin],
      [200, 'admin', true],
    )
    assert.deepEqual(await unfinished(), [])
  })

/** Pauses between polls, to stay below the person's rate limit. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 50))

for (const fault of ['none', 'drop', 'lost'] as const)
  test(`an expired administration ends in the web chat too, recorded once, after ${fault} [people.role-ended]`, async () => {
    const { email } = await hub.addPerson(`Ended${fault}`)
    await admin.post(`/accounts/${email}/role`, { role: 'admin' })
    const ends = new Date(Date.now() + 1000).toISOString()
    const grant = { subject: email, hub: '*', permission: 'manage_access', expires_at: ends }
    assert.equal((await admin.post('/access/grant', grant)).status, 200)
    if (fault !== 'none') chatapp.fail('POST', /\/update$/, fault)
    while (Date.now() < Date.parse(ends)) await aMoment()
    // Any change of access also records the expired grants, and starts to end them in the web chat.
    const change = { subject: `${email}.x`, hub: 'garden', permission: 'use_hub' }
    await admin.post('/access/grant', change)
    if (fault !== 'none') {
      while ((await unfinished()).length === 0) {
        await admin.post('/access/revoke', change)
        await aMoment()
      }
      assert.deepEqual(await unfinished(), [['role', email]])
      chatapp.heal()
    }
    const read = async () => (await admin.get(`/accounts/${email}`)).json
    const changesOf = async () => (await admin.get(`/access-changes?user=${email}`)).json.items
    await until(async () => (await changesOf()).some(({ actor, action }: any) => isByExpiry(actor, action)))
    assert.deepEqual([(await read()).chat_role, (await read()).is_organization_admin], ['user', false])
    assert.deepEqual(await unfinished(), [])
    await admin.post('/access/revoke', change)
    const roles = (await changesOf()).filter(({ actor, action }: any) => isByExpiry(actor, action))
    assert.deepEqual(
      roles.map(({ before, after }: any) => [before, after]),
      [['admin', 'user']],
    )
    const again = await admin.post(`/accounts/${email}/role`, { role: 'admin' })
    assert.equal(again.json.chat_role, 'admin')
    await admin.post(`/accounts/${email}/role`, { role: 'user' })
  })

const isByExpiry = (actor: string, action: string) => actor === 'system:expiry' && action === 'account.role'

for (const fault of ['html', 'lost'] as Fault[])
  test(`an approval that was not answered is listed, and asking again records it once, after ${JSON.stringify(fault)} [people.approve]`, async () => {
    const { email } = await hub.addPerson(`Wait${JSON.stringify(fault).replace(/\W/g, '')}`, 'pending')
    chatapp.fail('POST', /\/update$/, fault)
    const unanswered = await admin.post(`/accounts/${email}/approve`)
    assert.deepEqual(refusal(unanswered), [502, 'chatapp_unavailable'])
    assert.deepEqual(await unfinished(), [['role', email]])
    chatapp.heal()
    for (let again = 0; again < 2; again++)
      assert.equal((await admin.post(`/accounts/${email}/approve`)).json.chat_role, 'user')
    assert.deepEqual(await unfinished(), [])
    const { items } = (await admin.get(`/access-changes?user=${email}`)).json
    assert.deepEqual(
      items.map((item: any) => item.action),
      ['account.approve'],
    )
  })

test('an approved person whose access failed is listed, and a second approval grants it [people.approve-access]', async () => {
  const { email } = await hub.addPerson('Petunia', 'pending')
  const cli = { actor: { system: 'cli' as const } }
  chatapp.before('POST', /^\/api\/v1\/users\/.*\/update/, () => hub.access.unmanage(cli, 'garden'))
  const approve = () => admin.post(`/accounts/${email}/approve`, { grants: [useGarden] })
  const partial = await approve()
  assert.deepEqual(refusal(partial), [502, 'partial'], partial.text)
  assert.match(partial.json.detail, /was approved, but was given no access/)
  assert.deepEqual(await unfinished(), [['create', email]])
  chatapp.heal()
  await hub.access.manage(cli, 'garden', { members: [] })
  assert.equal((await approve()).status, 200)
  assert.deepEqual(await unfinished(), [])
  const { items } = (await admin.get(`/access-changes?user=${email}`)).json
  assert.deepEqual(items.map((item: any) => item.action).toSorted(), ['account.approve', 'grant'])
})

test('approving a person with a half-changed role leaves the role change on the list [people.approve]', async () => {
  const { email } = await hub.addPerson('Hanna', 'pending')
  chatapp.fail('POST', /\/update$/, 'html')
  assert.equal((await admin.post(`/accounts/${email}/role`, { role: 'admin' })).status, 502)
  chatapp.heal()
  assert.equal((await admin.post(`/accounts/${email}/approve`)).json.chat_role, 'user')
  assert.deepEqual(await unfinished(), [['role', email]])
  assert.equal((await admin.post(`/accounts/${email}/role`, { role: 'admin' })).json.chat_role, 'admin')
  assert.deepEqual(await unfinished(), [])
})

test('an approval that the web chat refuses leaves nothing unfinished [people.approve]', async () => {
  const { email } = await hub.addPerson('Wanda', 'pending')
  chatapp.fail('POST', /\/update$/, { status: 403, detail: 'not allowed' })
  assert.equal((await admin.post(`/accounts/${email}/approve`)).status, 403)
  assert.deepEqual(await unfinished(), [])
})

for (const fault of ['html', 'lost', { status: 403, detail: 'not allowed' }] as Fault[])
  test(`a person who gives up their own role and fails half way can retry and finish, after ${JSON.stringify(fault)} [people.role-partial]`, async () => {
    const leaving = await hub.addPerson(`Own${JSON.stringify(fault).replace(/\W/g, '')}`)
    const path = `/accounts/${leaving.email}/role`
    assert.equal((await admin.post(path, { role: 'admin' })).status, 200)
    chatapp.fail('POST', /\/update$/, fault)
    assert.deepEqual(refusal(await leaving.post(path, { role: 'user' })), [502, 'role_partial'])
    assert.deepEqual(await unfinished(), [['role', leaving.email]])
    chatapp.heal()
    const whole = await leaving.post(path, { role: 'user' })
    assert.deepEqual(
      [whole.status, whole.json.chat_role, whole.json.is_organization_admin],
      [200, 'user', false],
    )
    assert.deepEqual(await unfinished(), [])
    assert.deepEqual(refusal(await leaving.get('/me')), [403, 'forbidden'])
  })

for (const fault of ['html', 'lost', { status: 403, detail: 'not allowed' }] as Fault[])
  test(`a deletion that stopped half way is finished by asking again, after ${JSON.stringify(fault)} [people.delete-resume]`, async () => {
    const { email } = await hub.addPerson(`Del${JSON.stringify(fault).replace(/\W/g, '')}`)
    await admin.post('/accounts/grant', { email, grants: [useGarden] })
    chatapp.fail('DELETE', /^\/api\/v1\/users\//, fault)
    const half = await admin.delete(`/accounts/${email}`, { confirm_email: email })
    assert.deepEqual(refusal(half), [502, 'chatapp_unavailable'])
    assert.match(half.json.detail, /grants were revoked/)
    assert.deepEqual(await unfinished(), [['delete', email]])
    assert.deepEqual(await accessOf(email), [])
    chatapp.heal()
    // Simulates Open WebUI, which leaves these rows when it deletes an account.
    await hub.store.db
      .insertInto('notice_ways')
      .values({ id: email, email, kind: 'mail', created_at_ms: 1 })
      .execute()
    assert.equal((await admin.delete(`/accounts/${email}`, { confirm_email: email })).status, 200)
    const ways = await hub.store.db
      .selectFrom('notice_ways')
      .select('id')
      .where('email', '=', email)
      .execute()
    assert.deepEqual(ways, [])
    assert.deepEqual(await unfinished(), [])
    assert.equal((await admin.get(`/people/${email}`)).status, 404)
  })

test('an own deletion that was not recorded names an administrator, who finishes it [people.delete-resume]', async () => {
  const leaving = await hub.addPerson('Lea')
  const { db } = hub.store
  await sql`create trigger unrecorded before insert on access_changes when new.action = 'account.delete'
    begin select raise(abort, 'full'); end`.execute(db)
  const half = await leaving.delete('/me', { confirm_email: leaving.email })
  await sql`drop trigger unrecorded`.execute(db)
  assert.deepEqual(refusal(half), [502, 'partial'], half.text)
  assert.match(half.json.detail, /An administrator must delete lea@example\.com to finish\.$/)
  assert.equal(
    (await admin.delete(`/accounts/${leaving.email}`, { confirm_email: leaving.email })).status,
    200,
  )
  assert.deepEqual(await unfinished(), [])
})
