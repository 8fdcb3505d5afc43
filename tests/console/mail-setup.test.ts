import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { redirectLogs } from '#ground/base/log.ts'
import { startTestConsole, type ConsoleAnswer, type TestConsole } from '../support/console.ts'
import { startMailServer, type MailServer } from './notice-world.ts'

const MAIL = '/setups/mail'
const PASSWORD = 'p@ss'
const ALLOWED = { SVC_CONSOLE_SETUP: 'true' }

const formFor = (server: MailServer) => ({
  expected_revision: null as string | null,
  host: '127.0.0.1',
  port: Number(new URL(server.environment['SVC_SMTP_URL']!).port),
  security: 'starttls',
  user: 'hub',
  password: PASSWORD,
  from: 'garden@example.com',
})
const refusal = ({ status, json }: ConsoleAnswer) => [status, json?.code]
const recordedBy = async ({ admin }: TestConsole) =>
  (await admin.get('/access-changes')).json.items.filter(({ action }: any) => action.startsWith('mail.'))

async function startWorld(
  t: TestContext,
  environment: Record<string, string> = ALLOWED,
  hubs: readonly string[] = ['Garden'],
) {
  const hub = await startTestConsole(t, { environment, hubs })
  await hub.admin.get('/me')
  return { ...hub, server: await startMailServer(t) }
}

test('settings of a mail server are saved after a test mail, and used at once by each Hub of the database [console.mail-setup]', async (t) => {
  const { admin, server, ...hub } = await startWorld(t, ALLOWED, ['Garden', 'Kitchen'])
  const elsewhere = async (path: string, init: RequestInit = {}): Promise<any> => {
    const headers = { authorization: `Bearer ${await admin.newKey()}`, 'content-type': 'application/json' }
    return (await fetch(`${hub.bridges[1]}/portal/api${path}`, { headers, ...init })).json()
  }
  const empty = await admin.get(MAIL)
  assert.deepEqual(empty.json, {
    may_change: true,
    set_by: [],
    server: null,
    is_readable: true,
    revision: null,
    changed_at: null,
    changed_by: null,
  })
  assert.equal((await admin.get('/notices')).json.has_mail, false)

  const saved = await admin.put(MAIL, formFor(server))
  assert.equal(saved.status, 200, saved.text)
  const { port } = formFor(server)
  assert.deepEqual(saved.json.server, {
    host: '127.0.0.1',
    port,
    security: 'starttls',
    user: 'hub',
    has_password: true,
    from: 'garden@example.com',
  })
  const tried = await server.mail(0)
  assert.deepEqual([tried.from?.address, tried.to?.[0]?.address], ['garden@example.com', admin.email])
  assert.match(tried.subject!, /settings work/)

  assert.equal((await admin.get('/notices')).json.has_mail, true)
  const added = await admin.post('/notices/ways', { kind: 'mail' })
  assert.equal(added.status, 201, added.text)
  const test = `/notices/ways/${added.json.way.id}/test`
  assert.deepEqual(await elsewhere(test, { method: 'POST', body: '{}' }), { outcome: 'sent', reason: null })
  assert.equal(server.raw.length, 2)

  const { password: _, ...kept } = { ...formFor(server), expected_revision: saved.json.revision }
  const renamed = await admin.put(MAIL, { ...kept, from: 'hub@example.com' })
  assert.equal(renamed.status, 200, renamed.text)
  assert.equal((await server.mail(2)).from?.address, 'hub@example.com')

  const gone = await admin.delete(MAIL, { expected_revision: renamed.json.revision })
  assert.deepEqual([gone.status, gone.json.server, gone.json.revision], [200, null, null])
  assert.equal((await admin.get('/notices')).json.has_mail, false)
  const later = await admin.post(test, {})
  assert.equal(later.json.outcome, 'failed')
  assert.deepEqual(
    (await recordedBy({ admin, ...hub })).map(({ action }: any) => action),
    ['mail.remove', 'mail.set_up', 'mail.set_up'],
  )
})

test('settings that do not work are not saved, and the answer says why and how to mend them [console.mail-setup]', async (t) => {
  const world = await startWorld(t)
  const { admin, server } = world
  const form = formFor(server)
  const saved = await admin.put(MAIL, form)
  const now = { ...form, expected_revision: saved.json.revision }
  const failing = async (change: object, words: RegExp) => {
    const answer = await admin.put(MAIL, { ...now, ...change })
    assert.deepEqual(refusal(answer), [400, 'setup_failed'], answer.text)
    assert.match(answer.json.detail, words)
    assert.match(answer.json.detail, /^Nothing was saved\. /)
  }
  await failing({ password: 'not-the-word' }, /refused the user name or password\. Check the user name/)
  await failing({ port: 9 }, /can’t be reached \(ECONNREFUSED\)\. Check the host and the port/)
  await failing({ security: 'tls' }, /TLS.*port 465/)
  await failing({ host: 'mail.invalid' }, /can’t be reached/)
  await failing({ host: '169.254.169.254' }, /link-local/)
  server.answers.push(550)
  await failing({}, /refused the mail \(550\)\. Check the sender address/)
  assert.equal((await admin.get(MAIL)).json.revision, saved.json.revision)

  const moved: Record<string, unknown> = { ...now, port: 9 }
  delete moved['password']
  const elsewhere = await admin.put(MAIL, moved)
  assert.deepEqual(refusal(elsewhere), [400, 'invalid'])
  assert.match(elsewhere.json.detail, /enter the password again/)
  for (const bad of [{ host: 'a/b' }, { host: 'a@b' }, { port: 0 }, { from: 'no address' }, { extra: 1 }])
    assert.deepEqual(refusal(await admin.put(MAIL, { ...now, ...bad })), [400, 'invalid'])

  const tries = (await recordedBy(world)).filter(({ action }: any) => action === 'mail.try_failed')
  assert.equal(tries.length, 6)
  const limited = []
  for (let n = 0; n < 5; n++) limited.push((await admin.put(MAIL, { ...now, port: 9 })).status)
  assert.ok(limited.includes(429), limited.join())
})

test('only the first of two changes that were planned for one revision is saved [console.mail-setup]', async (t) => {
  const { admin, server } = await startWorld(t)
  const form = formFor(server)
  const both = await Promise.all([
    admin.put(MAIL, form),
    admin.put(MAIL, { ...form, from: 'other@example.com' }),
  ])
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
  const stale = await admin.put(MAIL, form)
  assert.deepEqual(refusal(stale), [409, 'revision_conflict'])
  const { revision } = (await admin.get(MAIL)).json
  assert.deepEqual(refusal(await admin.delete(MAIL, { expected_revision: 'other' })), [
    409,
    'revision_conflict',
  ])
  assert.equal((await admin.delete(MAIL, { expected_revision: revision })).status, 200)
})

test('without the operator’s permission, with variables, by key and for other people nothing is changed [console.mail-setup]', async (t) => {
  const off = await startWorld(t, {})
  assert.equal((await off.admin.get(MAIL)).json.may_change, false)
  assert.deepEqual(refusal(await off.admin.put(MAIL, formFor(off.server))), [403, 'setup_off'])
  assert.equal(off.server.raw.length, 0)

  const server = await startMailServer(t)
  const set = await startTestConsole(t, { environment: { ...ALLOWED, ...server.environment } })
  await set.admin.get('/me')
  const { json, text } = await set.admin.get(MAIL)
  assert.deepEqual(json.set_by, ['SVC_SMTP_URL', 'SVC_MAIL_FROM'])
  assert.deepEqual(
    [json.server.from, json.server.user, json.server.has_password],
    ['garden@example.com', null, true],
  )
  assert.ok(!text.includes(PASSWORD))
  const refused = await set.admin.put(MAIL, formFor(server))
  assert.deepEqual(refusal(refused), [403, 'forbidden'])
  assert.match(refused.json.detail, /SVC_SMTP_URL/)

  const { admin, addPerson, server: own } = await startWorld(t)
  const key = await admin.byKey()
  assert.deepEqual(refusal(await key.put(MAIL, formFor(own))), [403, 'forbidden'])
  const bob = await addPerson('Bob')
  assert.deepEqual(refusal(await bob.get(MAIL)), [403, 'forbidden'])
  assert.deepEqual(refusal(await bob.put(MAIL, formFor(own))), [403, 'forbidden'])
  assert.equal(own.raw.length, 0)
})

test('no answer, log line, record or file contains the password [console.mail-setup]', async (t) => {
  const word = 'Sesame-7391-open'
  const seen: string[] = []
  const world = await startWorld(t)
  redirectLogs({ write: (line: string) => void seen.push(line) })
  const { admin, server, folder } = world
  const form = { ...formFor(server), user: 'anyone' }
  for (const change of [{ password: word }, { password: word, port: 9 }])
    seen.push((await admin.put(MAIL, { ...form, ...change })).text)
  server.accepts(word)
  const saved = await admin.put(MAIL, { ...form, password: word })
  assert.equal(saved.status, 200, saved.text)
  for (const path of [MAIL, '/access-changes', '/notices']) seen.push((await admin.get(path)).text)
  seen.push(saved.text, (await admin.delete(MAIL, { expected_revision: 'other' })).text)
  for (const text of seen) assert.ok(!text.includes(word), text.slice(0, 200))
  const data = join(folder, 'data')
  for (const file of (await readdir(data, { recursive: true, withFileTypes: true })).filter((one) =>
    one.isFile(),
  ))
    assert.ok(!(await readFile(join(file.parentPath, file.name))).includes(word), file.name)
})
