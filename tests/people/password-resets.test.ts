import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { SETTINGS } from '../console/notice-world.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { CONSOLE_PASSWORD, type ConsoleCaller } from '../support/console.ts'
import { giveIdentity } from '../support/identity.ts'
import { codeOf } from '../support/totp.ts'
import { post, startMailWorld, type MailWorld } from './mail-world.ts'

const HOUR_MS = 60 * 60_000
const FORGOTTEN = '/api/v1/auths/password/forgotten'
const RESET = '/api/v1/auths/password/reset'
const NEW = 'another battery staple'
const code = ({ status, json }: { status: number; json: any }) => [status, json?.code]
const isSignedIn = async ({ chatappUrl }: MailWorld, { token }: Pick<ConsoleCaller, 'token'>) =>
  (await fetch(`${chatappUrl}/api/v1/auths/`, { headers: { authorization: `Bearer ${token}` } })).status ===
  200

test('a link sets a new password once, ends all sessions and links, is recorded and confirmed [people.reset]', async (t) => {
  const world = await startMailWorld(t)
  const pat = await world.addPerson('Pat')
  const config = await (await fetch(`${world.chatappUrl}/api/config`)).json()
  assert.equal(config.features.enable_password_reset, true)
  for (const email of [' Pat@Example.com', 'pat@example.com']) {
    const asked = await world.send(FORGOTTEN, { email, language: 'de' })
    assert.deepEqual([asked.status, asked.json], [200, { status: true }])
  }
  await world.mails(2)
  const mail = await world.server.mail(0)
  assert.equal(mail.to?.[0]?.address, 'pat@example.com')
  assert.match(mail.text!, /Neues Passwort festlegen/)
  const [first, second] = [await world.tokenIn(0), await world.tokenIn(1)]
  assert.ok(mail.text!.includes(`${world.origin}/auth#reset=${first}`))
  assert.notEqual(first, second)

  assert.deepEqual(code(await world.send(RESET, { token: first, password: 'short' })), [
    400,
    'password_too_short',
  ])
  assert.ok(await isSignedIn(world, pat))
  const done = await world.send(RESET, { token: first, password: NEW, language: 'de' })
  assert.deepEqual([done.status, done.json, done.headers.getSetCookie()], [200, { status: true }, []])
  assert.ok(!(await isSignedIn(world, pat)))
  for (const token of [first, second])
    assert.deepEqual(code(await world.send(RESET, { token, password: CONSOLE_PASSWORD })), [400, 'link_gone'])
  assert.equal((await world.signIn(pat.email, CONSOLE_PASSWORD)).status, 400)
  assert.equal((await world.signIn(pat.email, NEW)).status, 200)
  await world.mails(3)
  const confirmation = await world.server.mail(2)
  assert.match(confirmation.subject!, /^Ihr Passwort für .* wurde geändert$/)
  assert.ok(!confirmation.text!.includes('/auth#'))
  const [recorded] = await world.ledgerOf(pat.email)
  assert.deepEqual([recorded.action, recorded.actor], ['account.password_reset', pat.email])
})

test('a link works for an hour, and ends with every other change of the password or e-mail [people.reset-end]', async (t) => {
  const world = await startMailWorld(t)
  const links: string[] = []
  const linkFor = async (email: string) => {
    await world.send(FORGOTTEN, { email })
    await world.mails(links.length + 1)
    links.push(await world.tokenIn(links.length))
    return links.at(-1)!
  }
  const isOpen = async (token: string) =>
    (await world.send('/api/v1/auths/link', { kind: 'reset', token })).status === 200
  const pat = await world.addPerson('Pat')
  const late = await linkFor(pat.email)
  world.clock.advance(HOUR_MS - 120_000)
  assert.ok(await isOpen(late))
  world.clock.advance(120_000)
  assert.ok(!(await isOpen(late)))
  assert.deepEqual(code(await world.send(RESET, { token: late, password: NEW })), [400, 'link_gone'])

  const own = await linkFor(pat.email)
  const changed = await post(
    world.chatappUrl,
    '/api/v1/auths/update/password',
    { password: CONSOLE_PASSWORD, new_password: NEW },
    { authorization: `Bearer ${pat.token}` },
  )
  assert.equal(changed.status, 200, changed.text)
  assert.ok(!(await isOpen(own)))

  const moved = await linkFor(pat.email)
  const authorization = `Bearer ${world.admin.token}`
  await post(
    world.chatappUrl,
    `/api/v1/users/${pat.id}/update`,
    { email: 'p@example.com' },
    { authorization },
  )
  assert.ok(!(await isOpen(moved)))

  const sam = await world.addPerson('Sam')
  const blocked = await linkFor(sam.email)
  await world.admin.post('/people/block', { subject: sam.email, suspended: true })
  assert.deepEqual(code(await world.send(RESET, { token: blocked, password: NEW })), [400, 'link_gone'])

  const dot = await world.addPerson('Dot')
  const deleted = await linkFor(dot.email)
  await world.admin.delete(`/accounts/${dot.email}`, { confirm_email: dot.email })
  assert.ok(!(await isOpen(deleted)))
})

test('the answer is the same for every e-mail, and only accounts with a password get a mail [people.reset-same]', async (t) => {
  const world = await startMailWorld(t)
  const { admin, server } = world
  const pat = await world.addPerson('Pat')
  await world.addPerson('Wanda', 'pending')
  const blocked = await world.addPerson('Bo')
  await admin.post('/people/block', { subject: blocked.email, suspended: true })
  const linked = await world.addPerson('Lin')
  await giveIdentity(world.store, { id: linked.id, issuer: 'https://id.example.com', subject: '1' })
  await admin.post('/accounts', {
    email: 'idp@example.com',
    name: 'Ida',
    sign_in: 'idp',
    grants: [{ hub: 'garden', permission: 'use_hub' }],
  })
  const asked = []
  const emails = ['nobody@example.com', 'wanda@example.com', blocked.email, linked.email, 'idp@example.com']
  for (const email of [...emails, pat.email]) asked.push(await world.send(FORGOTTEN, { email }))
  assert.deepEqual(
    new Set(asked.map(({ status, text }) => `${status} ${text}`)),
    new Set(['200 {"status":true}']),
  )
  await world.mails(1)
  await world.pass(2 * 60_000)
  assert.equal(server.raw.length, 1)
  assert.equal((await server.mail(0)).to?.[0]?.address, pat.email)
  const states = await world.store.db
    .selectFrom('account_mails')
    .select(['email', 'state', 'reason'])
    .where('email', 'in', emails)
    .execute()
  assert.deepEqual(
    new Set(states.map(({ state, reason }) => `${state} ${reason}`)),
    new Set(['dropped null']),
  )
  assert.deepEqual(code(await world.send(FORGOTTEN, { email: 'no address' })), [400, 'email_invalid'])

  const mailOf = (subject: string) => admin.post(`/accounts/${subject}/reset-mail`)
  assert.deepEqual(code(await mailOf('idp@example.com')), [409, 'idp_managed'])
  assert.deepEqual(code(await mailOf(linked.email)), [409, 'idp_managed'])
  assert.deepEqual(code(await mailOf(blocked.email)), [403, 'forbidden'])
  assert.deepEqual(code(await mailOf('nobody@example.com')), [404, 'not_found'])
})

test('requests are limited per e-mail and per network address, for known and unknown e-mails alike [people.reset-limits]', async (t) => {
  const world = await startMailWorld(t)
  const pat = await world.addPerson('Pat')
  const ask = (email: string, address: string) =>
    world.send(FORGOTTEN, { email }, { 'x-forwarded-for': address })
  for (const email of [pat.email, 'nobody@example.com']) {
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await ask(email, `192.0.2.${n}`)).status)
    assert.deepEqual(statuses, [200, 200, 200, 429], email)
  }
  world.clock.advance(HOUR_MS)
  assert.equal((await ask(pat.email, '192.0.2.9')).status, 200)
  const statuses = []
  for (let n = 0; n < 21; n++) statuses.push((await ask(`p${n}@example.com`, '198.51.100.7')).status)
  assert.deepEqual(new Set(statuses.slice(0, 20)), new Set([200]))
  assert.equal(statuses[20], 429)
})

test('a second factor stays after a reset [people.reset-factor]', async (t) => {
  const world = await startMailWorld(t)
  const pat = await world.addPerson('Pat')
  const own = (path: string, body: object) =>
    post(world.chatappUrl, path, body, { authorization: `Bearer ${pat.token}` })
  const { json } = await own('/api/v1/auths/totp', { password: CONSOLE_PASSWORD })
  const confirmed = await own('/api/v1/auths/totp/confirm', {
    code: codeOf(json.secret, world.clock.now()),
  })
  assert.equal(confirmed.status, 200, confirmed.text)
  await world.send(FORGOTTEN, { email: pat.email })
  await world.mails(1)
  await world.send(RESET, { token: await world.tokenIn(0), password: NEW })
  const entered = await world.signIn(pat.email, NEW)
  assert.equal(entered.status, 200)
  assert.equal(entered.json.token, undefined)
  assert.ok(entered.json.step_token)
})

test('an administrator sends the same mail from the page of a person [people.reset-mail]', async (t) => {
  const world = await startMailWorld(t)
  const pat = await world.addPerson('Pat')
  assert.equal((await pat.post(`/accounts/${world.admin.email}/reset-mail`)).status, 403)
  const sent = await world.admin.post(`/accounts/${pat.email}/reset-mail`, { language: 'zh' })
  assert.deepEqual([sent.status, sent.json], [200, { subject: pat.email, queued: true }])
  await world.mails(1)
  assert.match((await world.server.mail(0)).text!, /设置新密码/)
  const done = await world.send(RESET, { token: await world.tokenIn(0), password: NEW })
  assert.equal(done.status, 200, done.text)
  await world.mails(2)

  const { admin } = world
  const saved = await admin.put('/notices', { ...SETTINGS, language: 'ar' })
  assert.equal(saved.status, 200, saved.text)
  await world.send(FORGOTTEN, { email: admin.email, language: 'en' })
  await world.mails(3)
  assert.match((await world.server.mail(2)).subject!, /كلمة مرور جديدة/)
  assert.deepEqual(
    (await world.ledgerOf(pat.email)).map(({ action, actor }) => [action, actor]),
    [
      ['account.password_reset', pat.email],
      ['account.reset_mail', world.admin.email],
    ],
  )
})

test('without sign-in by password there is no reset [people.reset-off]', async (t) => {
  const world = await startMailWorld(t)
  await world.restartChatapp({
    SVC_PASSWORD_SIGN_IN: 'false',
    SVC_OIDC_ISSUER: 'https://id.example.com',
    SVC_OIDC_CLIENT_ID: 'hub',
  })
  assert.deepEqual(code(await world.send(FORGOTTEN, { email: world.admin.email })), [
    403,
    'password_sign_in_off',
  ])
  assert.deepEqual(code(await world.admin.post(`/accounts/${world.admin.email}/reset-mail`)), [
    403,
    'forbidden',
  ])
  const { features } = await (await fetch(`${world.chatappUrl}/api/config`)).json()
  assert.equal(features.enable_password_reset, undefined)
})

test('no log line, record, answer or file contains a token [people.token-secret]', async (t) => {
  const world = await startMailWorld(t, { SVC_LOG_LEVEL: 'debug' })
  const seen: string[] = []
  redirectLogs({ write: (line: string) => void seen.push(line) })
  const pat = await world.addPerson('Pat')
  world.server.answers.push(451)
  await world.send(FORGOTTEN, { email: pat.email })
  await world.admin.post('/invitations', { emails: ['new@example.com'] })
  await world.mails(2)
  const tokens = [await world.tokenIn(0), await world.tokenIn(1)]
  for (const token of tokens)
    for (const kind of ['reset', 'invitation'])
      seen.push((await world.send('/api/v1/auths/link', { kind, token })).text)
  for (const password of ['short', NEW])
    for (const token of tokens) seen.push((await world.send(RESET, { token, password })).text)
  for (const path of ['/invitations', '/access-changes', '/people'])
    seen.push((await world.admin.get(path)).text)
  const data = join(world.folder, 'data')
  for (const file of await readdir(data, { recursive: true, withFileTypes: true }))
    if (file.isFile()) seen.push((await readFile(join(file.parentPath, file.name))).toString('latin1'))
  const rows = await world.store.db.selectFrom('account_links').selectAll().execute()
  seen.push(
    JSON.stringify(rows),
    JSON.stringify(await world.store.db.selectFrom('account_mails').selectAll().execute()),
  )
  for (const token of tokens) for (const text of seen) assert.ok(!text.includes(token), text.slice(0, 300))
})
