import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { DefaultQueryCompiler } from 'kysely'
import { claimLetter } from '#features/attention/notices/letter-rows.ts'
import { createPersonalNotices } from '#features/messaging/results/personal-notice.ts'
import { portions } from '#ground/base/portions.ts'
import type { ConsoleCaller } from '../support/console.ts'
import { deliverTo, inboxOf } from '../support/inboxes.ts'
import { failRun, SETTINGS, startHook, startMailServer, startNoticeWorld } from './notice-world.ts'

test('an item of the Overview is posted once to a signed webhook, and again when it is worse [notices.webhook] [notices.once]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin } = world
  assert.equal((await admin.put('/notices', SETTINGS)).status, 200)
  const { secret } = await world.addWay(admin, { kind: 'webhook', url: hook.url })
  hook.state.secret = secret
  await failRun(world)
  await world.passUntil(() => hook.delivered.length > 0)
  await world.pass(2)
  assert.equal(hook.delivered.length, 1)
  const [{ body, id }] = hook.delivered as [any]
  assert.match(id, /^msg_/)
  assert.equal(body.type, 'attention.items')
  const [item] = body.data.items
  assert.deepEqual(
    [body.data.subject, item.cause, item.kind, item.level, item.hub, item.subject, item.count],
    ['water on Garden agent failed', 'new', 'run_failed', 'failure', 'garden', 'md:water', 1],
  )
  assert.equal(item.url, `${world.origin}/portal/runs?hub=garden&workflow=md%3Awater&status=failed`)
  await failRun(world)
  await world.passUntil(() => hook.delivered.length > 1)
  assert.deepEqual(
    hook.delivered[1]!.body.data.items.map((one: any) => [one.cause, one.count]),
    [['worse', 2]],
  )
  assert.deepEqual(hook.refused, [])
  const [way] = (await admin.get('/notices')).json.ways
  assert.deepEqual([way.last_outcome, way.last_reason, way.address], ['sent', null, new URL(hook.url).origin])
})

test('a notice by mail is plain text in the person’s language, with headers against automatic answers [notices.mail]', async (t) => {
  const server = await startMailServer(t)
  const world = await startNoticeWorld(t, { environment: server.environment })
  const { admin } = world
  assert.equal((await admin.put('/notices', { ...SETTINGS, language: 'de' })).status, 200)
  const { id: way } = await world.addWay(admin, { kind: 'mail' })
  await failRun(world)
  server.answers.push(451)
  await world.passUntil(() => server.raw.length > 0)
  const mail = await server.mail(0)
  assert.deepEqual(
    [mail.subject, mail.from?.address, mail.to?.map(({ address }) => address)],
    ['water auf Garden agent ist fehlgeschlagen', 'garden@example.com', [admin.email]],
  )
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]))
  assert.equal(headers.get('auto-submitted'), 'auto-generated')
  assert.equal(headers.get('list-unsubscribe'), `<${world.origin}/portal/notices>`)
  assert.match(headers.get('content-type') ?? '', /^text\/plain/)
  assert.ok(mail.text?.includes(`${world.origin}/portal/runs?hub=garden`))
  const [letter] = await world.letters()
  assert.equal(mail.messageId, `<${letter!.id}@example.com>`)
  assert.deepEqual([letter!.state, letter!.attempts], ['sent', 2])

  server.answers.push(550)
  const tested = await admin.post(`/notices/ways/${way}/test`)
  assert.deepEqual(tested.json, { outcome: 'failed', reason: 'the mail server refused the mail (550)' })
  assert.deepEqual((await admin.post(`/notices/ways/${way}/test`)).json, { outcome: 'sent', reason: null })
  assert.equal((await server.mail(1)).subject, 'Probe Ihrer Hinweise')
})

test('access is checked when a notice is sent: who lost a Hub gets nothing about it [notices.access]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, {
    hubs: ['Garden', 'Kitchen'],
    environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host },
  })
  const gus = await world.addPerson('Gus')
  const grants = ['garden', 'kitchen'].flatMap((hub) =>
    ['use_hub', 'manage_access'].map((permission) => ({ subject: gus.email, hub, permission })),
  )
  for (const grant of grants) await world.admin.post('/access/grant', grant)
  await gus.put('/notices', SETTINGS)
  hook.state.secret = (await world.addWay(gus, { kind: 'webhook', url: hook.url })).secret
  await failRun(world, { hub: 'kitchen', workflow: 'md:bake' })
  await failRun(world)
  hook.answers.push(503)
  await world.passUntil(() => hook.seen.length > 0)
  assert.equal(hook.delivered.length, 0)
  await world.admin.post('/access/revoke', {
    subject: gus.email,
    hub: 'kitchen',
    permission: 'manage_access',
  })
  await world.passUntil(() => hook.delivered.length > 0)
  assert.deepEqual(
    hook.delivered[0]!.body.data.items.map(({ hub }: any) => hub),
    ['garden'],
  )
  assert.equal(new Set(hook.seen).size, 1, 'the id of a repeated attempt is the same')

  await failRun(world, { workflow: 'md:weed' })
  hook.answers.push(503)
  await world.passUntil(() => hook.seen.length > 2)
  await world.admin.post('/people/block', { subject: gus.email, suspended: true })
  await world.passUntil(async () => (await world.letters()).every(({ state }) => state !== 'waiting'))
  const last = (await world.letters()).at(-1)
  assert.deepEqual([last?.state, hook.delivered.length], ['dropped', 1])
  assert.equal((await gus.get('/notices')).json.code, 'blocked')
})

test('several instances send each notice once, and an attempt without result is repeated with the same id [notices.once] [notices.crash]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, {
    hubs: ['Garden', 'Kitchen', 'Cellar'],
    environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host },
  })
  await world.admin.put('/notices', SETTINGS)
  hook.state.secret = (await world.addWay(world.admin, { kind: 'webhook', url: hook.url })).secret
  for (const hub of ['garden', 'kitchen', 'cellar']) {
    await failRun(world, { hub, workflow: `md:${hub}` })
    await world.passUntil(() =>
      hook.delivered.some(({ body }) => body.data.items.some((one: any) => one.hub === hub)),
    )
  }
  assert.equal(hook.seen.length, 3)
  const [letter] = await world.letters()
  await world.store.db
    .updateTable('notice_letters')
    .set({ state: 'sending', ended_at_ms: null, due_at_ms: world.clock.now() + 60_000 })
    .where('id', '=', letter!.id)
    .execute()
  await world.passUntil(() => hook.seen.length > 3)
  assert.equal(hook.seen[3], hook.seen[0])
  await world.pass(3)
  assert.equal(hook.seen.length, 4)
})

test('a way that fails for three days is paused with its reason and recorded; resumed, it gets what still needs attention [notices.pause] [notices.audit]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin, store, clock } = world
  await admin.put('/notices', SETTINGS)
  const { id, secret } = await world.addWay(admin, { kind: 'webhook', url: hook.url })
  hook.state.secret = secret
  hook.answers.push(500, 410)
  await failRun(world)
  await world.passUntil(() => hook.seen.length === 1)
  const way = async () => (await admin.get('/notices')).json.ways[0]
  assert.deepEqual([(await way()).last_outcome, (await way()).last_reason], ['retrying', 'it answered 500'])
  await world.passUntil(async () => (await way()).paused_at !== null)
  assert.deepEqual(
    [(await way()).last_outcome, (await way()).last_reason],
    ['failed', 'it answered 410: it accepts no more deliveries'],
  )
  await world.pass(2)
  assert.equal(hook.seen.length, 2, 'a paused way is not used')
  assert.equal((await admin.post(`/notices/ways/${id}/resume`)).json.paused_at, null)
  await world.passUntil(() => hook.delivered.length > 0)
  assert.equal(hook.delivered[0]!.body.data.items[0].subject, 'md:water')

  await store.db
    .updateTable('notice_ways')
    .set({ failing_since_ms: clock.now() - 3 * 86_400_000 })
    .execute()
  hook.answers.push(500)
  await failRun(world, { workflow: 'md:weed' })
  await world.passUntil(() => hook.delivered.length > 1)
  assert.equal((await way()).paused_at, null, 'a letter that is sent again may still arrive')
  assert.equal((await admin.post(`/notices/ways/${id}/resume`)).json.paused_at, null)
  await world.pass(2)
  assert.equal(hook.delivered.length, 2, 'resuming a way in use sends nothing')
  await store.db
    .updateTable('notice_ways')
    .set({ failing_since_ms: clock.now() - 3 * 86_400_000 })
    .execute()
  hook.answers.push(400, 400)
  const tests = [1, 2].map(() => admin.post(`/notices/ways/${id}/test`))
  for (const { json } of await Promise.all(tests)) assert.equal(json.outcome, 'failed')
  assert.notEqual((await way()).paused_at, null)
  await admin.delete(`/notices/ways/${id}`)
  const changes = (await admin.get('/access-changes')).json.items.filter(({ action }: any) =>
    action.startsWith('notices.'),
  )
  assert.deepEqual(
    changes.map(({ action, actor, reason }: any) => [action, actor, reason]),
    [
      ['notices.way_remove', admin.email, null],
      ['notices.way_pause', 'system:notices', 'it answered 400'],
      ['notices.way_resume', admin.email, null],
      ['notices.way_pause', 'system:notices', 'it answered 410: it accepts no more deliveries'],
      ['notices.way_add', admin.email, null],
    ],
  )
  const all = JSON.stringify([changes, (await admin.get('/notices')).json])
  assert.ok(!all.includes('path-secret') && !all.includes(secret))
})

test('a webhook must be public and behind https, and only its owner reads or changes a way [notices.ways]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t)
  const { admin } = world
  for (const [url, reason] of [
    [hook.url, /not behind https/],
    ['https://127.0.0.1/hook', /not on the public internet/],
    ['https://[::1]/hook', /not on the public internet/],
    ['https://169.254.169.254/latest', /not on the public internet/],
    ['https://ann:secret@example.com/', /without user name/],
    ['ftp://example.com/', /expected an address/],
  ] as const) {
    const { status, json } = await admin.post('/notices/ways', { kind: 'webhook', url })
    assert.deepEqual([status, json.code], [400, 'invalid'], url)
    assert.match(json.detail, reason)
  }
  assert.match((await admin.post('/notices/ways', { kind: 'mail' })).json.detail, /SVC_SMTP_URL/)
  const channel = { kind: 'channel', hub: 'garden', channel: 'chatb' }
  assert.match((await admin.post('/notices/ways', channel)).json.detail, /does not know you on this channel/)
  const bad = await admin.put('/notices', { ...SETTINGS, time_zone: 'Mars/Base' })
  assert.deepEqual([bad.status, bad.json.code], [400, 'invalid'])
  assert.equal((await admin.put('/notices', { ...SETTINGS, quiet: { from: 60, until: 60 } })).status, 400)
  assert.equal(hook.seen.length, 0)
})

test('a person has ten different ways at most, also if they are added at the same time, and a key for one Hub reads none [notices.ways]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin } = world
  const add = (url: string) => admin.post('/notices/ways', { kind: 'webhook', url })
  const same = await Promise.all(Array.from({ length: 4 }, () => add(hook.url)))
  assert.deepEqual(
    same.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 400, 400, 400],
  )
  await Promise.all(Array.from({ length: 12 }, (_, at) => add(`${hook.url}&at=${at}`)))
  const { ways } = (await admin.get('/notices')).json
  assert.equal(ways.length, 10)
  const key = await admin.byKey(['garden'])
  for (const { status, json } of [
    await key.get('/notices'),
    await key.post('/notices/ways', { kind: 'channel', hub: 'garden', channel: 'chatb' }),
    await key.post(`/notices/ways/${ways[0].id}/test`),
    await key.delete(`/notices/ways/${ways[0].id}`),
  ])
    assert.deepEqual([status, json.code], [403, 'outside_ceiling'])
  assert.equal(hook.seen.length, 0)
})

test('a person’s channels are found by the newest message of each, however many a busy one has [notices.channel]', async (t) => {
  const { admin, store } = await startNoticeWorld(t)
  const message = (at: number, channel: string, handle: string, hub = 'garden') => ({
    id: `message-${at}`,
    hub,
    channel,
    key: `key-${at}`,
    conversation: 'c',
    arrival: String(at),
    handles: JSON.stringify([handle]),
    email: admin.email,
    text: 'Hi',
    media: '[]',
    is_addressed: 1,
    written_at_ms: at,
    received_at_ms: at,
    state: 'answered',
    attempts: 1,
    due_at_ms: 0,
  })
  const busy = Array.from({ length: 1200 }, (_, at) => message(at + 10, 'mattermost', 'U1'))
  const elsewhere = [message(4, 'chatb', 'C1', 'attic'), message(5, 'teamchat', 'T1:U1', 'zoo')]
  const messages = [message(1, 'chatb', 'old'), message(2, 'chatb', 'new'), ...elsewhere, ...busy]
  for (const some of portions(messages, 100)) await store.db.insertInto('messages').values(some).execute()
  const found = (await admin.get('/notices')).json.channels.map(({ channel }: any) => channel)
  assert.deepEqual(found.toSorted(), ['chatb', 'mattermost'])
  const { handlesOf } = createPersonalNotices(store)
  assert.deepEqual(await handlesOf(admin.email, ['garden'], 'chatb'), [
    { hub: 'garden', channel: 'chatb', handle: 'new' },
  ])
  const handles = async (hubs: readonly string[]) =>
    (await handlesOf(admin.email, hubs)).map(({ hub, handle }) => `${hub} ${handle}`).toSorted()
  assert.deepEqual(await handles(['garden', 'zoo', 'none']), ['garden U1', 'garden new', 'zoo U1'])
  assert.deepEqual(await handles(['attic']), ['attic C1'])
  assert.deepEqual(await handlesOf('nobody@example.com', ['garden']), [])
})

test('all due notices are sent in the same minute, and a look at a channel that is interrupted is repeated [notices.crash]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin, store, clock } = world
  await admin.put('/notices', SETTINGS)
  hook.state.secret = (await world.addWay(admin, { kind: 'webhook', url: hook.url })).secret
  await failRun(world)
  await world.passUntil(() => hook.delivered.length > 0)
  const [first] = await store.db.selectFrom('notice_letters').selectAll().execute()
  const waiting = { ...first!, state: 'waiting', attempts: 0, due_at_ms: clock.now(), ended_at_ms: null }
  const more = Array.from({ length: 150 }, (_, at) => ({ ...waiting, id: `more-${at}` }))
  const handed = { ...waiting, id: 'test', items: '[]', state: 'handed', attempts: 1 }
  await store.db
    .insertInto('notice_letters')
    .values([...more, handed])
    .execute()
  // A process that ended after this claim stored no outcome.
  assert.ok(await claimLetter(store.db, handed, clock.now()))
  await world.pass(1)
  assert.equal(hook.delivered.length, 151)
  await world.pass(2)
  const letter = (await world.letters()).find(({ id }) => id === 'test')
  assert.deepEqual([letter?.state, letter?.reason], ['failed', 'the message is no longer stored'])
})

test('a slow receiver delays neither the next plan nor other receivers [notices.slow]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin, clock } = world
  const held = Promise.withResolvers<void>()
  t.after(() => held.resolve())
  hook.state.heldUntil = held.promise
  await admin.put('/notices', SETTINGS)
  await world.addWay(admin, { kind: 'webhook', url: `${hook.url}&held` })
  for (let at = 1; at < 10; at++) await world.addWay(admin, { kind: 'webhook', url: `${hook.url}&at=${at}` })
  await failRun(world)
  clock.advance(60_000 - (clock.now() % 60_000) + 1000)
  const within = async (condition: () => boolean | Promise<boolean>, what: string) => {
    for (let tries = 0; !(await condition()); tries++) {
      assert.ok(tries < 200, what)
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  await within(() => hook.seen.length === 10, 'nine receivers get their notice while the tenth is slow')
  const states = async () => (await world.letters()).map(({ state }) => state)
  await within(
    async () => (await states()).filter((state) => state === 'sent').length === 9,
    'nine letters are sent while one is being sent',
  )
  assert.equal((await states()).filter((state) => state === 'sending').length, 1)
  const planned = clock.sleeperFor(60_000 - (clock.now() % 60_000)).then(() => true)
  assert.ok(await Promise.race([planned, new Promise((resolve) => setTimeout(resolve, 5000))]))
  held.resolve()
  await within(async () => (await states()).every((state) => state === 'sent'), 'the slow one is sent too')
})

test('two people with the same name who ask for access are two items, each noticed once [notices.once]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin, store, chatappUrl } = world
  await admin.put('/notices', SETTINGS)
  hook.state.secret = (await world.addWay(admin, { kind: 'webhook', url: hook.url })).secret
  for (const [at, name] of ['Sam', 'Samuel'].entries()) {
    const { id, token } = await world.addPerson(name)
    await store.db.updateTable('chatapp_users').set({ name: 'Sam' }).where('id', '=', id).execute()
    const asked = await fetch(`${chatappUrl}/api/v1/access-requests`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'garden', note: '' }),
    })
    assert.equal(asked.status, 200)
    await world.passUntil(() => hook.delivered.length > at)
  }
  assert.deepEqual(
    hook.delivered.map(({ body }) => body.data.items.map((one: any) => [one.cause, one.kind, one.subject])),
    [[['new', 'access_request', 'Sam']], [['new', 'access_request', 'Sam']]],
  )
  const items = (await admin.get('/attention')).json.items.filter(({ subject }: any) => subject === 'Sam')
  assert.equal(new Set(items.map(({ subject_id: id }: any) => id)).size, 2)
})

test('quarantined events of a Hub are an item of the Overview and of notices, and a solved item is sent if chosen [notices.quarantine] [notices.choice]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin } = world
  await admin.put('/notices', { ...SETTINGS, with_solved: true })
  hook.state.secret = (await world.addWay(admin, { kind: 'webhook', url: hook.url })).secret
  const place = {
    hubFolder: join(world.folder, 'Garden'),
    dataFolder: join(world.folder, 'data'),
    slug: 'garden',
  }
  const stored = inboxOf(place, 'webhook')
  await deliverTo(place, 'webhook', [{ order: 7 }])
  const events = await stored.list('pending')
  await stored.move(events, 'pending', 'quarantined')
  await world.passUntil(() => hook.delivered.length > 0)
  const [item] = hook.delivered[0]!.body.data.items
  assert.deepEqual([item.kind, item.count, item.hub], ['events_quarantined', 1, 'garden'])
  const listed = (await admin.get('/attention')).json.items
  assert.ok(listed.some(({ kind, count }: any) => kind === 'events_quarantined' && count === 1))
  await stored.move(events, 'quarantined', 'processed')
  await world.passUntil(() => hook.delivered.length > 1)
  assert.deepEqual(
    hook.delivered[1]!.body.data.items.map(({ cause, kind }: any) => [cause, kind]),
    [['solved', 'events_quarantined']],
  )
})

test('a daily notice collects what needs attention at its time, and quiet hours hold notices back [notices.digest] [notices.quiet]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin, clock } = world
  const minuteNow = () => Math.floor(clock.now() / 60_000) % 1440
  const at = (minutes: number) => (minuteNow() + minutes) % 1440
  await admin.put('/notices', { ...SETTINGS, pace: 'daily', daily_at: at(4) })
  hook.state.secret = (await world.addWay(admin, { kind: 'webhook', url: hook.url })).secret
  await failRun(world)
  await failRun(world, { workflow: 'md:weed' })
  await world.pass(3)
  assert.equal((await world.letters()).length, 0)
  await world.pass(1)
  assert.equal((await world.letters()).length, 1)
  await world.passUntil(() => hook.delivered.length > 0)
  assert.equal(hook.delivered[0]!.body.data.subject, '2 items need your attention')

  const end = at(4)
  await admin.put('/notices', { ...SETTINGS, quiet: { from: at(0), until: end } })
  await failRun(world, { workflow: 'md:sow' })
  await world.pass(3)
  assert.equal((await world.letters()).length, 1)
  await world.passUntil(() => hook.delivered.length > 1)
  assert.ok(minuteNow() >= end || minuteNow() < 60)
  assert.deepEqual(
    hook.delivered[1]?.body.data.items.map(({ subject }: any) => subject),
    ['md:sow'],
  )
})

test('at rest a process executes three statements a minute; people who manage the same Hubs share a read [notices.cost]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  await world.pass(2)
  const statements = recordTables(t)
  const during = async () => {
    statements.length = 0
    await world.pass(3)
    return statements.length / 3
  }
  const atRest = await during()
  const people: ConsoleCaller[] = []
  for (const name of ['Gus', 'Ida', 'Ken', 'Lea']) {
    const person = await world.addPerson(name)
    for (const permission of ['use_hub', 'manage_access'])
      await world.admin.post('/access/grant', { subject: person.email, hub: 'garden', permission })
    people.push(person)
  }
  const join = async (person: ConsoleCaller) => {
    assert.equal((await person.put('/notices', SETTINGS)).status, 200)
    await world.addWay(person, { kind: 'webhook', url: hook.url })
    await world.pass(2)
  }
  await join(people[0]!)
  const withOne = await during()
  for (const person of people.slice(1)) await join(person)
  const withFour = await during()
  t.diagnostic(`statements a minute: ${atRest} at rest, ${withOne} for one person, ${withFour} for four`)
  assert.equal(atRest, 3)
  assert.ok(withOne > atRest && withOne <= 30, String(withOne))
  assert.ok(withFour - withOne <= 3 * 9, `${withFour - withOne} for three more people`)
})

test('settings and ways follow a changed e-mail address and are removed with the account [notices.ways]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin, store, chatappUrl } = world
  const gus = await world.addPerson('Gus')
  for (const permission of ['use_hub', 'manage_access'])
    await admin.post('/access/grant', { subject: gus.email, hub: 'garden', permission })
  await gus.put('/notices', SETTINGS)
  await world.addWay(gus, { kind: 'webhook', url: hook.url })
  const account = `${chatappUrl}/api/v1/users/${gus.id}`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` }
  const moved = await fetch(`${account}/update`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'august@example.com' }),
  })
  assert.equal(moved.status, 200)
  const owners = async () => [
    ...(await store.db.selectFrom('notice_settings').select('email').execute()),
    ...(await store.db.selectFrom('notice_ways').select('email').execute()),
  ]
  assert.deepEqual(await owners(), [{ email: 'august@example.com' }, { email: 'august@example.com' }])
  assert.equal((await fetch(account, { method: 'DELETE', headers })).status, 200)
  assert.deepEqual(await owners(), [])
})

const OF_NOTICES = /"(notice_\w+|usage_turns|budgets|change_requests|access_policies)"/

/** Records SQL statements on tables that, in an idle Hub, only the notices use. */
function recordTables(t: TestContext): string[] {
  const found: string[] = []
  const compiler = DefaultQueryCompiler.prototype
  const compile = compiler.compileQuery
  compiler.compileQuery = function (...of) {
    const query = compile.apply(this, of)
    const isOfTest = new Error().stack?.includes('notice-world.ts')
    if (OF_NOTICES.test(query.sql) && !isOfTest) found.push(query.sql)
    return query
  }
  t.after(() => void (compiler.compileQuery = compile))
  return found
}
