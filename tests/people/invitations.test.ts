import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addInvitation, findInvitation } from '#ground/identity/account-links/invitations.ts'
import { startOpenIdWorld } from '../chatapp/openid-world.ts'
import { CONSOLE_PASSWORD } from '../support/console.ts'
import { inviteOf, post, startMailWorld } from './mail-world.ts'

const DAY_MS = 24 * 60 * 60_000
const ACCEPT = '/api/v1/auths/invitation'
const code = ({ status, json }: { status: number; json: any }) => [status, json?.code]

test('an invited person sets name and password with the link, once, and has the invited access [people.invite]', async (t) => {
  const { admin, server, ...world } = await startMailWorld(t)
  const group = (await admin.post('/web-chat/groups', { name: 'Gardeners', description: '' })).json.group
  const invited = await admin.post('/invitations', inviteOf([' Nia@Example.com '], { groups: [group.id] }))
  assert.equal(invited.status, 200, invited.text)
  assert.deepEqual(invited.json.items, [
    { email: 'nia@example.com', invited: true, code: null, detail: null },
  ])
  await world.mails(1)
  const mail = await server.mail(0)
  assert.deepEqual(
    mail.to?.map(({ address }) => address),
    ['nia@example.com'],
  )
  assert.match(mail.text!, new RegExp(`^${admin.email} invites you`))
  const token = await world.tokenIn(0)
  assert.ok(token.length >= 43, token)
  assert.ok(mail.text!.includes(`${world.origin}/auth#invitation=${token}`), mail.text)
  assert.ok(mail.html!.includes(`${world.origin}/auth#invitation=${token}`), mail.html)

  const [listed] = (await admin.get('/invitations')).json.items
  assert.deepEqual(
    [listed.email, listed.role, listed.invited_by, listed.is_expired, listed.mail.state],
    ['nia@example.com', 'user', admin.email, false, 'sent'],
  )
  assert.equal(Date.parse(listed.expires_at) - Date.parse(listed.invited_at), 7 * DAY_MS)

  const read = await world.send('/api/v1/auths/link', { kind: 'invitation', token })
  assert.deepEqual(
    [read.status, read.json.email, read.json.invited_by],
    [200, 'nia@example.com', admin.email],
  )
  const account = { token, name: 'Nia', password: CONSOLE_PASSWORD }
  assert.deepEqual(code(await world.send(ACCEPT, { ...account, password: 'short' })), [
    400,
    'password_too_short',
  ])
  assert.deepEqual(code(await world.send(ACCEPT, { ...account, name: '' })), [400, 'name_invalid'])
  const entered = await world.send(ACCEPT, account)
  assert.deepEqual([entered.status, entered.json.email, entered.json.role], [200, 'nia@example.com', 'user'])
  assert.match(entered.headers.getSetCookie().join(), /token=/)
  assert.deepEqual(code(await world.send(ACCEPT, account)), [400, 'link_gone'])
  assert.deepEqual(code(await world.send('/api/v1/auths/link', { kind: 'invitation', token })), [
    400,
    'link_gone',
  ])
  assert.equal((await world.signIn('nia@example.com', CONSOLE_PASSWORD)).status, 200)

  assert.deepEqual((await admin.get('/invitations')).json.items, [])
  const { person } = (await admin.get('/people/nia@example.com')).json
  assert.deepEqual([person.status, person.name, person.sign_in], ['active', 'Nia', 'password'])
  assert.deepEqual(
    person.access.map(({ hub }: any) => hub),
    ['garden'],
  )
  assert.deepEqual((await admin.get('/people/nia@example.com/belongings')).json.groups, [
    { id: group.id, name: 'Gardeners' },
  ])
  const ledger = await world.ledgerOf('nia@example.com')
  assert.deepEqual(
    ledger.map(({ action, actor }) => [action, actor]),
    [
      ['grant', admin.email],
      ['account.accept', 'nia@example.com'],
      ['account.invite', admin.email],
    ],
  )
  assert.equal(ledger[1].after.invited_by, admin.email)
  assert.deepEqual((await admin.get('/people/unfinished')).json.items, [])
})

test('an invitation expires after seven days, is replaced when it is sent again, and ends when it is withdrawn [people.invite-end]', async (t) => {
  const { admin, ...world } = await startMailWorld(t)
  await admin.post('/invitations', inviteOf(['ivo@example.com']))
  await world.mails(1)
  const first = await world.tokenIn(0)
  const isOpen = async (token: string) =>
    (await world.send('/api/v1/auths/link', { kind: 'invitation', token })).status === 200

  world.clock.advance(7 * DAY_MS - 10 * 60_000)
  assert.ok(await isOpen(first))
  world.clock.advance(10 * 60_000)
  assert.ok(!(await isOpen(first)))
  assert.equal((await admin.get('/invitations')).json.items[0].is_expired, true)
  const late = await world.send(ACCEPT, { token: first, name: 'Ivo', password: CONSOLE_PASSWORD })
  assert.deepEqual(code(late), [400, 'link_gone'])

  const again = await admin.post('/invitations/ivo@example.com/again')
  assert.equal(again.status, 200, again.text)
  assert.equal(again.json.is_expired, false)
  await world.mails(2)
  const second = await world.tokenIn(1)
  assert.notEqual(second, first)
  assert.ok(await isOpen(second))
  await admin.post('/invitations/ivo@example.com/again')
  await world.mails(3)
  assert.ok(!(await isOpen(second)))
  const third = await world.tokenIn(2)
  assert.ok(await isOpen(third))

  const twice = await admin.post('/invitations', inviteOf(['ivo@example.com']))
  assert.deepEqual([twice.json.items[0].invited, twice.json.items[0].code], [false, 'already_invited'])
  assert.match(twice.json.items[0].detail, /invited already/)

  const withdrawn = await admin.delete('/invitations/ivo@example.com')
  assert.deepEqual(withdrawn.json, { email: 'ivo@example.com', withdrawn: true })
  assert.ok(!(await isOpen(third)))
  assert.deepEqual(code(await admin.delete('/invitations/ivo@example.com')), [404, 'not_found'])
  assert.deepEqual(
    (await world.ledgerOf('ivo@example.com')).map(({ action }) => action),
    ['account.withdraw', 'account.invite_again', 'account.invite_again', 'account.invite'],
  )
  assert.equal((await world.signIn('ivo@example.com', CONSOLE_PASSWORD)).status, 400)
})

test('people with an account, blocked people and wrong addresses are not invited; the others are [people.invite-refused]', async (t) => {
  const { admin, server, ...world } = await startMailWorld(t)
  await world.addPerson('Dora')
  await admin.post('/people/block', { subject: 'bad@example.com', suspended: true })
  const { json } = await admin.post(
    '/invitations',
    inviteOf(['dora@example.com', 'bad@example.com', 'no address', 'ok@example.com', 'OK@example.com']),
  )
  assert.deepEqual(
    json.items.map((item: any) => [item.email, item.invited, item.code]),
    [
      ['dora@example.com', false, 'duplicate_email'],
      ['bad@example.com', false, 'blocked'],
      ['no address', false, 'invalid'],
      ['ok@example.com', true, null],
    ],
  )
  await world.mails(1)
  await world.pass(2 * 60_000)
  assert.equal(server.raw.length, 1)
})

test('managers of a Hub invite within their ceiling and reach only their own invitations [people.invite-ceiling]', async (t) => {
  const { admin, ...world } = await startMailWorld(t)
  const moe = await world.addPerson('Moe')
  for (const permission of ['use_hub', 'manage_access'])
    await admin.post('/access/grant', { subject: moe.email, hub: 'garden', permission })
  await admin.post('/invitations', inviteOf(['of.ann@example.com']))
  const refusals = [
    [{ role: 'admin' }, 'outside_ceiling'],
    [{ groups: ['any'] }, 'outside_ceiling'],
    [{ grants: [{ hub: 'orchard', permission: 'use_hub' }] }, 'outside_ceiling'],
    [{ grants: [] }, 'invalid'],
  ] as const
  for (const [more, expected] of refusals)
    assert.equal(code(await moe.post('/invitations', inviteOf(['x@example.com'], more)))[1], expected)
  assert.equal((await moe.post('/invitations', inviteOf(['of.moe@example.com']))).json.items[0].invited, true)
  const emailsOf = (answer: any) => answer.json.items.map(({ email }: any) => email).toSorted()
  assert.deepEqual(emailsOf(await moe.get('/invitations')), ['of.moe@example.com'])
  assert.deepEqual(emailsOf(await admin.get('/invitations')), ['of.ann@example.com', 'of.moe@example.com'])
  for (const answer of [
    await moe.post('/invitations/of.ann@example.com/again'),
    await moe.delete('/invitations/of.ann@example.com'),
  ])
    assert.deepEqual(code(answer), [404, 'not_found'])
  const authorization = `Bearer ${admin.token}`
  const renamed = { email: 'moe.new@example.com' }
  await post(world.chatappUrl, `/api/v1/users/${moe.id}/update`, renamed, { authorization })
  await world.pass(60_000) // longer than the Console caches who calls
  assert.deepEqual(emailsOf(await moe.get('/invitations')), ['of.moe@example.com'])
  await admin.post('/people/block', { subject: renamed.email, suspended: true })
  assert.deepEqual(emailsOf(await admin.get('/invitations')), ['of.ann@example.com'])
  const user = await world.addPerson('Una')
  assert.equal((await user.get('/invitations')).status, 403)
  assert.equal((await world.visitor.get('/invitations')).status, 401)
})

test('an invited administrator gets the role only while the inviting person may give it [people.invite-admin]', async (t) => {
  const { admin, ...world } = await startMailWorld(t)
  const boss = await world.addPerson('Boss')
  await admin.post(`/accounts/${boss.email}/role`, { role: 'admin' })
  const invited = await boss.post('/invitations', {
    emails: ['ada@example.com', 'alf@example.com'],
    role: 'admin',
  })
  assert.ok(
    invited.json.items.every((item: any) => item.invited),
    invited.text,
  )
  await world.mails(2)
  const accept = async (index: number) => {
    const [email] = (await world.server.mail(index)).to!.map(({ address }) => address!)
    const token = await world.tokenIn(index)
    const entered = await world.send(ACCEPT, { token, name: 'New', password: CONSOLE_PASSWORD })
    assert.equal(entered.status, 200, entered.text)
    return { email: email!, role: entered.json.role }
  }
  const first = await accept(0)
  assert.equal(first.role, 'admin')
  assert.equal((await admin.get(`/people/${first.email}`)).json.person.is_organization_admin, true)

  await admin.post(`/accounts/${boss.email}/role`, { role: 'user' })
  const second = await accept(1)
  assert.equal(second.role, 'user')
  const { person, unfinished } = (await admin.get(`/people/${second.email}`)).json
  assert.deepEqual([person.is_organization_admin, person.role], [false, 'user'])
  assert.deepEqual(
    unfinished.map(({ kind, started_by }: any) => [kind, started_by]),
    [['create', boss.email]],
  )
})

test('a failing mail server is visible, the mail is repeated with the same link, and given up after a day [people.mail-retry]', async (t) => {
  const { admin, server, ...world } = await startMailWorld(t)
  server.answers.push(451, 451)
  await admin.post('/invitations', inviteOf(['slow@example.com']))
  const mailOf = async () => (await admin.get('/invitations')).json.items[0].mail
  for (let tries = 0; (await mailOf()).attempts < 1 || (await mailOf()).reason === null; tries++)
    if (tries > 100) assert.fail('no attempt was made')
    else await new Promise((resolve) => setTimeout(resolve, 20))
  const failing = await mailOf()
  assert.deepEqual([failing.state, failing.reason], ['waiting', 'the mail server answered 451'])
  assert.ok(Date.parse(failing.next_at) > world.clock.now())
  await world.mails(1)
  const token = await world.tokenIn(0)
  assert.equal((await mailOf()).state, 'sent')
  assert.equal((await mailOf()).attempts, 3)
  assert.equal((await world.send('/api/v1/auths/link', { kind: 'invitation', token })).status, 200)

  server.answers.push(550)
  await admin.post('/invitations', inviteOf(['never@example.com']))
  for (let tries = 0; (await mailOf()).state === 'waiting'; tries++)
    if (tries > 100) assert.fail('the mail stayed in the queue')
    else await new Promise((resolve) => setTimeout(resolve, 20))
  assert.deepEqual(
    [(await mailOf()).state, (await mailOf()).reason],
    ['failed', 'the mail server refused the mail (550)'],
  )
  assert.equal(server.raw.length, 1)

  server.answers.push(...Array.from({ length: 60 }, () => 451))
  await admin.post('/invitations', inviteOf(['later@example.com']))
  for (let hours = 0; (await mailOf()).state === 'waiting'; hours++) {
    if (hours > 60) assert.fail('the mail was not given up')
    await new Promise((resolve) => setTimeout(resolve, 60))
    world.clock.advance(60 * 60_000)
  }
  const over = await mailOf()
  assert.deepEqual([over.state, over.reason], ['failed', 'the mail server answered 451'])
  assert.ok(
    Date.parse(over.at) - Date.parse((await admin.get('/invitations')).json.items[0].invited_at) >= DAY_MS,
  )
})

test('one of two simultaneous requests uses a link [people.link-once]', async (t) => {
  const { admin, ...world } = await startMailWorld(t)
  await admin.post('/invitations', inviteOf(['two@example.com']))
  await world.mails(1)
  const token = await world.tokenIn(0)
  const answers = await Promise.all(
    ['One', 'Other'].map((name) =>
      post(world.chatappUrl, ACCEPT, { token, name, password: CONSOLE_PASSWORD }),
    ),
  )
  assert.deepEqual(
    answers.map(code).toSorted(([a], [b]) => a - b),
    [
      [200, undefined],
      [400, 'link_gone'],
    ],
  )
})

test('without mail server or public address nothing is sent, and the reason is shown [people.mail-off]', async (t) => {
  const { admin, ...world } = await startMailWorld(t, {}, { hasMail: false })
  assert.equal((await admin.get('/invitations')).json.problem, 'no_mail_server')
  const refused = await admin.post('/invitations', inviteOf(['x@example.com']))
  assert.deepEqual(code(refused), [403, 'forbidden'])
  assert.match(refused.json.detail, /SVC_SMTP_URL/)
  assert.deepEqual(code(await world.send('/api/v1/auths/password/forgotten', { email: admin.email })), [
    403,
    'mail_off',
  ])
  const config = await (await fetch(`${world.chatappUrl}/api/config`)).json()
  assert.equal(config.features.enable_password_reset, undefined)

  const unnamed = await startMailWorld(t, { SVC_PUBLIC_URL: '' })
  const key = await unnamed.admin.byKey()
  assert.equal((await key.get('/invitations')).json.problem, 'no_public_url')
  const unsent = await key.post('/invitations', inviteOf(['x@example.com']))
  assert.deepEqual(code(unsent), [403, 'forbidden'])
  assert.match(unsent.json.detail, /SVC_PUBLIC_URL/)
  const asked = await unnamed.send('/api/v1/auths/password/forgotten', { email: unnamed.admin.email })
  assert.deepEqual(code(asked), [403, 'mail_off'])
})

test('names and hosts that requests contain change neither link nor text of a mail [people.mail-text]', async (t) => {
  const { admin, server, ...world } = await startMailWorld(t)
  const eve = await world.addPerson('Eve')
  const name = 'Eve http://evil.example <a href=x>'
  await post(world.chatappUrl, '/api/v1/auths/update/profile', { name }, { cookie: `token=${eve.token}` })
  for (const permission of ['use_hub', 'manage_access'])
    await admin.post('/access/grant', { subject: eve.email, hub: 'garden', permission })
  for (const language of ['en', 'de', 'ar', 'zh'])
    await eve.post('/invitations', inviteOf([`v.${language}@example.com`], { language }))
  await world.send(
    '/api/v1/auths/password/forgotten',
    { email: eve.email },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  )
  await world.mails(5)
  const subjects = new Set<string>()
  for (let index = 0; index < 5; index++) {
    const { text, html, subject } = await server.mail(index)
    subjects.add(subject!)
    for (const part of [text!, html!, subject!]) assert.ok(!part.includes('evil'), part)
    assert.deepEqual([...new Set(text!.match(/https?:\/\/[^\s/]+/g))], [world.origin])
    assert.deepEqual(
      [...new Set([...html!.matchAll(/href="([^"]+)#/g)].map(([, href]) => href))],
      [`${world.origin}/auth`],
    )
  }
  assert.equal(subjects.size, 5)
  const arabic = await Promise.all([0, 1, 2, 3, 4].map((index) => server.mail(index)))
  assert.ok(arabic.some(({ html }) => html!.includes('<html lang="ar" dir="rtl">')))
})

test('an invited person signs in at a provider although sign-up is closed, if the provider verified the e-mail [people.invite-provider]', async (t) => {
  const { chat, claims, clock, signIn } = await startOpenIdWorld(t, { provider: { signUp: false } })
  const ann = await chat.signUp('Ann')
  const invite = (email: string) =>
    chat.store.transaction((tx) =>
      addInvitation(tx, {
        email,
        role: 'user',
        groups: [],
        grants: [],
        invitedBy: 'ann@example.com',
        language: 'en',
        secret: 'a secret of links',
        now: clock.now(),
      }),
    )
  const isInvited = async (email: string) =>
    (await findInvitation(chat.store.db, email, clock.now())) !== null
  for (const email of ['nia@example.com', 'uve@example.com', 'late@example.com']) await invite(email)
  claims['nia'] = { email: 'nia@example.com' }
  claims['uve'] = { email: 'uve@example.com', email_verified: false }
  claims['eve'] = { email: 'eve@example.com' }
  claims['late'] = { email: 'late@example.com' }

  assert.equal((await signIn('eve')).error, 'sign_up_closed')
  assert.equal((await signIn('uve')).error, 'sign_up_closed')
  assert.ok(await isInvited('uve@example.com'))
  const nia = await signIn('nia')
  assert.equal(nia.error, null)
  assert.ok(!(await isInvited('nia@example.com')))
  assert.equal((await nia.person.get('/api/v1/auths/')).json.role, 'user')
  clock.advance(8 * DAY_MS)
  assert.equal((await signIn('late')).error, 'sign_up_closed')
  assert.ok(ann)
})
