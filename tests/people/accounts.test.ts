import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { CONSOLE_PASSWORD, startTestConsole } from '../support/console.ts'
import { giveIdentity } from '../support/identity.ts'
import { codeOf } from '../support/totp.ts'

const hub = await startTestConsole({ after }, { hubs: ['Garden', 'Orchard'] })
const { admin } = hub
await admin.get('/me')

const useGarden = { hub: 'garden', permission: 'use_hub' }
const newcomer = (name: string, more: object = {}) => ({
  email: `${name.toLowerCase()}@example.com`,
  name,
  sign_in: 'password',
  password: CONSOLE_PASSWORD,
  grants: [useGarden],
  ...more,
})
const session = (email: string, password: string) =>
  fetch(`${hub.chatappUrl}/api/v1/auths/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
const signIn = async (email: string, password: string) => (await session(email, password)).status
const refusal = ({ status, json }: { status: number; json: any }) => [status, json?.code]
const changesOf = async (email: string) =>
  (await admin.get(`/access-changes?user=${email}`)).json.items.map((item: any) => item.action)

const delegate = async (name: string) => {
  const person = await hub.addPerson(name)
  for (const permission of ['use_hub', 'manage_access'])
    await admin.post('/access/grant', { subject: person.email, hub: 'garden', permission })
  return person
}

test('a created account can sign in, has its first access and is recorded [people.create]', async () => {
  const answer = await admin.post('/accounts', newcomer('Nora', { email: ' Nora@Example.com ' }))
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.email, 'nora@example.com')
  assert.equal(answer.json.chat_role, 'user')
  assert.equal(await signIn('nora@example.com', CONSOLE_PASSWORD), 200)
  const { json } = await admin.get('/people/nora@example.com')
  assert.deepEqual(json.person.access, [
    { hub: 'garden', permissions: [{ permission: 'use_hub', expires_at: null, via: 'direct' }] },
  ])
  assert.equal(json.person.status, 'active')
  assert.deepEqual((await changesOf('nora@example.com')).toSorted(), ['account.create', 'grant'])
})

test('an e-mail that has an account changes nothing [people.duplicate]', async () => {
  await hub.addPerson('Dora')
  const answer = await admin.post('/accounts', newcomer('Dora', { email: 'DORA@example.com' }))
  assert.deepEqual(refusal(answer), [409, 'duplicate_email'])
  const { json } = await admin.get('/people/dora@example.com')
  assert.equal(json.person?.access.length ?? 0, 0)
  assert.deepEqual((await admin.get('/people/unfinished')).json.items, [])
})

test('the ceiling is checked before an account is made [people.create-ceiling]', async () => {
  const delegated = await delegate('Del')
  const beyond = newcomer('Faye', { grants: [useGarden, { hub: 'orchard', permission: 'use_hub' }] })
  assert.deepEqual(refusal(await delegated.post('/accounts', beyond)), [403, 'outside_ceiling'])
  assert.equal(await signIn('faye@example.com', CONSOLE_PASSWORD), 400)
  const nothing = await delegated.post('/accounts', newcomer('Faye', { grants: [] }))
  assert.deepEqual(refusal(nothing), [400, 'invalid'])
  const within = await delegated.post('/accounts', newcomer('Faye'))
  assert.equal(within.status, 200, within.text)
})

test('a password comes with sign-in by password, and only then [people.create]', async () => {
  const without = await admin.post('/accounts', newcomer('Pam', { password: undefined }))
  const needless = await admin.post('/accounts', newcomer('Pam', { sign_in: 'idp' }))
  const short = await admin.post('/accounts', newcomer('Pam', { password: 'short' }))
  for (const answer of [without, needless, short]) assert.deepEqual(refusal(answer), [400, 'invalid'])
  assert.ok(!short.text.includes('"short"'))
  assert.deepEqual((await admin.get('/people/unfinished')).json.items, [])
})

test('an account that signs in elsewhere has no password to reset [people.idp]', async () => {
  const made = await admin.post('/accounts', newcomer('Ida', { sign_in: 'idp', password: undefined }))
  assert.equal(made.json.sign_in, 'idp', made.text)
  const reset = await admin.post('/accounts/ida@example.com/password', { password: 'another long one' })
  assert.deepEqual(refusal(reset), [409, 'idp_managed'])
})

test('a new password works and the old one does not [people.password]', async () => {
  await hub.addPerson('Rita')
  const reset = await admin.post('/accounts/rita@example.com/password', { password: 'another long one' })
  assert.equal(reset.status, 200, reset.text)
  assert.equal(await signIn('rita@example.com', CONSOLE_PASSWORD), 400)
  assert.equal(await signIn('rita@example.com', 'another long one'), 200)
  assert.deepEqual(await changesOf('rita@example.com'), ['account.password'])
})

test('a person signed out everywhere keeps the account, and the sign-out is recorded [people.sign-out]', async () => {
  await hub.addPerson('Sam')
  const { token } = await (await session('sam@example.com', CONSOLE_PASSWORD)).json()
  const statusOf = async () =>
    (await fetch(`${hub.chatappUrl}/api/v1/auths/`, { headers: { authorization: `Bearer ${token}` } })).status
  assert.equal(await statusOf(), 200)
  const out = await admin.post('/accounts/sam@example.com/sign-out')
  assert.deepEqual([out.status, out.json], [200, { subject: 'sam@example.com', signed_out: true }])
  const missing = await admin.post('/accounts/nobody@example.com/sign-out')
  assert.deepEqual(refusal(missing), [404, 'not_found'])
  assert.equal(await statusOf(), 401)
  assert.equal(await signIn('sam@example.com', CONSOLE_PASSWORD), 200)
  assert.deepEqual(await changesOf('sam@example.com'), ['account.sign_out'])
})

test('a person without their second factor signs in by password after a reset, which is recorded [people.factors]', async () => {
  const tess = await hub.addPerson('Tess')
  const { token } = await (await session(tess.email, CONSOLE_PASSWORD)).json()
  const totp = async (path: string, body: object) => {
    const response = await fetch(`${hub.chatappUrl}/api/v1/auths/totp${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    return (await response.json()) as { secret: string; recovery_codes: string[] }
  }
  const { secret } = await totp('', { password: CONSOLE_PASSWORD })
  assert.equal((await totp('/confirm', { code: codeOf(secret) })).recovery_codes.length, 10)
  const cameIn = async () => 'token' in (await (await session(tess.email, CONSOLE_PASSWORD)).json())
  assert.equal(await cameIn(), false)

  const delegated = await delegate('Tilda')
  assert.equal((await delegated.post(`/accounts/${tess.email}/reset-factors`)).status, 403)
  const missing = await admin.post('/accounts/nobody@example.com/reset-factors')
  assert.deepEqual(refusal(missing), [404, 'not_found'])
  const reset = await admin.post(`/accounts/${tess.email}/reset-factors`)
  assert.equal(reset.status, 200, reset.text)
  assert.equal(await cameIn(), true)
  assert.deepEqual(await changesOf(tess.email), ['account.factors'])
})

test('an administrator lists the identities of an account and releases one, which is recorded [people.identities]', async () => {
  const ivy = await hub.addPerson('Ivy')
  const { id } = await (await session(ivy.email, CONSOLE_PASSWORD)).json()
  await giveIdentity(hub.store, { id, issuer: 'https://id.example', subject: 'ivy-1' })
  const path = `/accounts/${ivy.email}/identities`
  const delegated = await delegate('Ivan')
  assert.equal((await delegated.get(path)).status, 403)
  assert.equal((await delegated.post(`${path}/release`, { issuer: 'https://id.example' })).status, 403)
  const { items } = (await admin.get(path)).json
  assert.deepEqual(
    items.map(({ issuer, subject }: any) => [issuer, subject]),
    [['https://id.example', 'ivy-1']],
  )
  const other = await admin.post(`${path}/release`, { issuer: 'https://other.example' })
  assert.deepEqual(refusal(other), [404, 'not_found'])
  const released = await admin.post(`${path}/release`, { issuer: 'https://id.example' })
  assert.deepEqual([released.status, released.json], [200, { subject: ivy.email, released: true }])
  assert.deepEqual((await admin.get(path)).json, { items: [] })
  assert.deepEqual(await changesOf(ivy.email), ['account.identity'])
  assert.deepEqual(refusal(await admin.get('/accounts/nobody@example.com/identities')), [404, 'not_found'])
})

test('only the first administrator can sign themselves out and remove their factors [people.primary]', async () => {
  const other = await hub.addPerson('Olaf')
  assert.equal((await admin.post(`/accounts/${other.email}/role`, { role: 'admin' })).status, 200)
  for (const act of ['sign-out', 'reset-factors']) {
    const refused = await other.post(`/accounts/${admin.email}/${act}`)
    assert.deepEqual(refusal(refused), [403, 'forbidden'], refused.text)
    assert.match(refused.text, /first administrator/)
  }
  const release = { issuer: 'https://id.example' }
  const refused = await other.post(`/accounts/${admin.email}/identities/release`, release)
  assert.deepEqual(refusal(refused), [403, 'forbidden'], refused.text)
  assert.equal((await admin.post(`/accounts/${admin.email}/reset-factors`)).status, 200)
})

test('access is granted to an existing account, and no account is created [people.grant]', async () => {
  const missing = await admin.post('/accounts/grant', { email: 'nobody@example.com', grants: [useGarden] })
  assert.deepEqual(refusal(missing), [404, 'not_found'])
  await hub.addPerson('Gus')
  const given = await admin.post('/accounts/grant', { email: 'gus@example.com', grants: [useGarden] })
  assert.equal(given.status, 200, given.text)
  assert.deepEqual(given.json.access[0].permissions, [
    { permission: 'use_hub', expires_at: null, via: 'direct' },
  ])
})

test('a person without the right to grant access does not learn of other accounts [people.grant]', async () => {
  const delegated = await delegate('Dell')
  const grants = [{ hub: 'orchard', permission: 'use_hub' }]
  const known = await delegated.post('/accounts/grant', { email: 'ann@example.com', grants })
  const unknown = await delegated.post('/accounts/grant', { email: 'nobody@example.com', grants })
  assert.deepEqual([known.status, known.json], [unknown.status, unknown.json])
})

test('a sign-up waits until it is approved [people.approve]', async () => {
  const waiting = await hub.addPerson('Wes', 'pending')
  assert.equal((await waiting.get('/me')).status, 403)
  const approved = await admin.post('/accounts/wes@example.com/approve')
  assert.equal(approved.json.chat_role, 'user', approved.text)
  assert.equal((await admin.post('/accounts/wes@example.com/approve')).status, 200)
  assert.deepEqual(await changesOf('wes@example.com'), ['account.approve'])
})

test('a sign-up is approved with first access at once, all recorded, and again without harm [people.approve-access]', async () => {
  const waiting = await hub.addPerson('Wilma', 'pending')
  const approve = () => admin.post('/accounts/wilma@example.com/approve', { grants: [useGarden] })
  const answer = await approve()
  assert.deepEqual([answer.status, answer.json.chat_role], [200, 'user'], answer.text)
  const { hubs } = (await waiting.get('/chat-access')).json
  assert.deepEqual(
    hubs.filter(({ allowed }: any) => allowed).map(({ slug }: any) => slug),
    ['garden'],
  )
  assert.equal((await approve()).status, 200)
  assert.deepEqual((await changesOf('wilma@example.com')).toSorted(), ['account.approve', 'grant'])
  assert.deepEqual((await admin.get('/people/unfinished')).json.items, [])
})

test('an approval with forbidden access changes nothing [people.approve-access]', async () => {
  const waiting = await hub.addPerson('Wanda', 'pending')
  const grants = (...hubs: string[]) => ({ grants: hubs.map((hub) => ({ hub, permission: 'use_hub' })) })
  const answer = await admin.post('/accounts/wanda@example.com/approve', grants('garden', 'nowhere'))
  assert.deepEqual(refusal(answer), [404, 'not_found'], answer.text)
  const many = grants(...Array.from({ length: 201 }, () => 'garden'))
  assert.deepEqual(refusal(await admin.post('/accounts/wanda@example.com/approve', many)), [400, 'invalid'])
  assert.equal((await waiting.get('/me')).status, 403)
  assert.deepEqual(await changesOf('wanda@example.com'), [])
  assert.deepEqual((await admin.get('/people/unfinished')).json.items, [])
})

test('a role moves in the organization and in the web chat together [people.role]', async () => {
  await hub.addPerson('Rob')
  const raised = await admin.post('/accounts/rob@example.com/role', { role: 'admin' })
  assert.deepEqual([raised.json.chat_role, raised.json.is_organization_admin], ['admin', true], raised.text)
  const lowered = await admin.post('/accounts/rob@example.com/role', { role: 'user' })
  assert.deepEqual([lowered.json.chat_role, lowered.json.is_organization_admin], ['user', false])
  assert.deepEqual((await admin.get('/people/unfinished')).json.items, [])
})

test('the first administrator is neither demoted nor deleted [people.primary]', async () => {
  const demoted = await admin.post('/accounts/ann@example.com/role', { role: 'user' })
  assert.deepEqual(refusal(demoted), [403, 'forbidden'])
  const other = await hub.addPerson('Otis')
  await admin.post('/accounts/otis@example.com/role', { role: 'admin' })
  const deleted = await other.delete('/accounts/ann@example.com', { confirm_email: 'ann@example.com' })
  assert.deepEqual(refusal(deleted), [403, 'forbidden'])
  await admin.post('/accounts/otis@example.com/role', { role: 'user' })
})

test('deleting needs the e-mail, takes every grant and ends the session [people.delete]', async () => {
  const person = await hub.addPerson('Zed')
  await admin.post('/accounts/grant', { email: person.email, grants: [useGarden] })
  const wrong = await admin.delete(`/accounts/${person.email}`, { confirm_email: 'zed@example.org' })
  assert.deepEqual(refusal(wrong), [400, 'invalid'])
  const deleted = await admin.delete(`/accounts/${person.email}`, { confirm_email: ' ZED@example.com' })
  assert.equal(deleted.status, 200, deleted.text)
  assert.equal(await signIn(person.email, CONSOLE_PASSWORD), 400)
  assert.deepEqual(refusal(await admin.get(`/people/${person.email}`)), [404, 'not_found'])
  assert.deepEqual(refusal(await admin.get(`/accounts/${person.email}`)), [404, 'not_found'])
  assert.deepEqual(await changesOf(person.email), ['account.delete', 'revoke', 'grant'])
  const own = await admin.delete('/accounts/ann@example.com', { confirm_email: 'ann@example.com' })
  assert.deepEqual(refusal(own), [403, 'forbidden'])
})

test('a blocked person loses every grant and gets none back [people.block]', async () => {
  const person = await hub.addPerson('Bea')
  await admin.post('/accounts/grant', { email: person.email, grants: [useGarden] })
  const blocked = await admin.post('/people/block', { subject: 'BEA@example.com', suspended: true })
  assert.deepEqual(blocked.json, { subject: person.email, blocked: true })
  assert.deepEqual(refusal(await person.get('/chat-access')), [403, 'blocked'])
  assert.equal((await admin.get(`/people/${person.email}`)).json.person.status, 'blocked')
  await admin.post('/people/block', { subject: person.email, suspended: false })
  const { person: after } = (await admin.get(`/people/${person.email}`)).json
  assert.deepEqual([after.status, after.access], ['active', []])
  const self = await admin.post('/people/block', { subject: 'ann@example.com', suspended: true })
  assert.deepEqual(refusal(self), [403, 'forbidden'])
})

test('accounts are an organization administrator’s to change [people.level]', async () => {
  const delegated = await delegate('Dana')
  const nobody = await hub.addPerson('Norm')
  for (const [method, path, body] of [
    ['post', '/people/block', { subject: 'norm@example.com', suspended: true }],
    ['post', '/people/refresh', {}],
    ['post', '/sync', {}],
    ['get', '/accounts/norm@example.com', undefined],
    ['post', '/accounts/norm@example.com/password', { password: 'another long one' }],
    ['post', '/accounts/norm@example.com/approve', {}],
    ['post', '/accounts/norm@example.com/role', { role: 'admin' }],
    ['delete', '/accounts/norm@example.com', { confirm_email: 'norm@example.com' }],
  ] as const)
    for (const [caller, status] of [
      [delegated, 403],
      [nobody, 403],
      [hub.visitor, 401],
    ] as const) {
      const answer = method === 'get' ? await caller.get(path) : await caller[method](path, body)
      assert.equal(answer.status, status, `${method} ${path}`)
    }
  assert.equal((await nobody.get('/people')).status, 403)
  assert.equal((await nobody.post('/accounts', newcomer('Nix'))).status, 403)
})
