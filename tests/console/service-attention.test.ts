import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recordBackup, recordCertificate } from '#ground/store/service-records.ts'
import { testClock } from '../support/clock.ts'
import { startTestConsole } from '../support/console.ts'
import { SETTINGS, startHook, startNoticeWorld } from './notice-world.ts'

const DAY_MS = 86_400_000
const KINDS = new Set(['certificate', 'backup'])

test('a certificate that was not renewed in time, and late and failed backups, are listed for organization administrators [console.attention-service]', async (t) => {
  const clock = testClock()
  const { admin, addPerson, store } = await startTestConsole(t, { clock })
  await admin.get('/me')
  const gus = await addPerson('Gus')
  for (const permission of ['use_hub', 'manage_access'])
    await admin.post('/access/grant', { subject: gus.email, hub: 'garden', permission })
  const begin = clock.now()
  const inDays = (days: number) => begin + days * DAY_MS
  const certify = (instance: string, name: string, [from, until]: [number, number]) =>
    recordCertificate(
      store.db,
      { instance, names: [name], startsAt: inDays(from), endsAt: inDays(until) },
      clock.now(),
    )
  const listed = async (caller = admin, path = '/attention') =>
    (await caller.get(path)).json.items
      .filter(({ kind }: any) => KINDS.has(kind))
      .map(({ kind, level, subject, since, detail }: any) => [kind, level, subject, since, detail])
  const day = (days: number) => new Date(inDays(days)).toISOString()

  await certify('a', 'hub.example', [-60, 30])
  await certify('b', 'hub.example', [-60, 14.5])
  await certify('c', 'short.example', [-4, 2])
  await recordBackup(store.db, null, clock.now())
  assert.deepEqual(await listed(), [])

  clock.advance(DAY_MS)
  assert.deepEqual(await listed(), [
    ['certificate', 'warning', 'hub.example', day(14.5), null],
    ['certificate', 'warning', 'short.example', day(2), null],
  ])
  assert.deepEqual(await listed(gus), [])
  assert.deepEqual(await listed(admin, '/attention?hub=garden'), [])

  await certify('b', 'hub.example', [1, 91])
  clock.advance(DAY_MS)
  assert.deepEqual(await listed(), [['certificate', 'failure', 'short.example', day(2), null]])
  clock.advance(DAY_MS + 1)
  assert.deepEqual(await listed(), [], 'an instance that records nothing for two days has ended')
  const names = async () => {
    const rows = await store.db.selectFrom('service_records').select('name').orderBy('name').execute()
    return rows.map(({ name }) => name)
  }
  assert.deepEqual(await names(), ['', 'a', 'b', 'c'])
  const later = clock.now() + 31 * DAY_MS
  await recordCertificate(
    store.db,
    { instance: 'd', names: ['later.example'], startsAt: later, endsAt: later + 90 * DAY_MS },
    later,
  )
  assert.deepEqual(await names(), ['', 'd'], 'records of ended instances are removed, the backup stays')

  clock.advance(5 * DAY_MS)
  assert.deepEqual(await listed(), [['backup', 'warning', null, day(0), null]])
  await recordBackup(store.db, 'disk full', clock.now())
  assert.deepEqual(await listed(), [['backup', 'failure', null, day(0), 'disk full']])
  await recordBackup(store.db, null, clock.now())
  assert.deepEqual(await listed(), [])
})

test('a failed backup is noticed once, worse than a late one, and solved by the next backup, without its reason [console.attention-service] [notices.once]', async (t) => {
  const hook = await startHook(t)
  const world = await startNoticeWorld(t, { environment: { SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host } })
  const { admin, store, clock } = world
  await admin.put('/notices', { ...SETTINGS, with_solved: true })
  hook.state.secret = (await world.addWay(admin, { kind: 'webhook', url: hook.url })).secret
  await recordBackup(store.db, null, clock.now() - 9 * DAY_MS)
  await world.passUntil(() => hook.delivered.length === 1)
  await recordBackup(store.db, '/srv/secret is full', clock.now())
  await world.passUntil(() => hook.delivered.length === 2)
  await recordBackup(store.db, null, clock.now())
  await world.passUntil(() => hook.delivered.length === 3)
  assert.deepEqual(
    hook.delivered.map(({ body }) => [body.data.subject, body.data.items[0].cause]),
    [
      ['No backup for more than a week', 'new'],
      ['Worse: The last backup failed', 'worse'],
      ['Solved: The last backup failed', 'solved'],
    ],
  )
  assert.ok(hook.delivered.every(({ text }) => !text.includes('secret is full')))
  assert.equal(hook.delivered[1]!.body.data.items[0].url, `${world.origin}/portal/machines`)
})
