import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Changed, HubMode } from '#core/access/schema.ts'
import { refusal, startCast } from './cast.ts'

const hub = await startCast({ after })
const { admin, dan, pat } = hub

const revision = async (slug: string) =>
  (await admin.get(`/permissions?hub=${slug}`)).json.policy_revision as number
const changes = async () => (await admin.get('/access-changes?limit=1')).json.total as number
const giving = (subject: string, permission = 'use_hub', more: object = {}) => ({
  subject,
  hub: 'garden',
  permission,
  ...more,
})

test('a grant is effective at once, counts the revision up and is recorded [console.grant]', async () => {
  const [before, recorded] = [await revision('garden'), await changes()]
  const answer = await dan.post('/access/grant', giving(' New@Example.COM '))
  assert.equal(answer.status, 200)
  assert.deepEqual(Changed.strict().parse(answer.json), {
    subject: 'new@example.com',
    hub: 'garden',
    policy_revision: before + 1,
    changed: 1,
    direct: ['use_hub'],
  })
  assert.equal(await changes(), recorded + 1)
  const { items } = (await admin.get('/access-changes?user=NEW@example.com')).json
  assert.deepEqual(
    [items[0].actor, items[0].action, items[0].before, items[0].after, items[0].revision],
    [dan.email, 'grant', false, true, before + 1],
  )
  assert.equal(items[0].request_id, answer.headers.get('x-request-id'))
})

test('granting an existing permission or revoking a missing one changes nothing [console.grant]', async () => {
  const [before, recorded] = [await revision('garden'), await changes()]
  const granted = await admin.post('/access/grant', giving(pat.email))
  const revoked = await admin.post('/access/revoke', giving(pat.email, 'share_public'))
  for (const { status, json } of [granted, revoked])
    assert.deepEqual([status, json.changed, json.policy_revision, json.direct], [200, 0, before, ['use_hub']])
  assert.deepEqual([await revision('garden'), await changes()], [before, recorded])
})

test('a revoked permission is gone with the next request [console.grant]', async () => {
  await admin.post('/access/grant', giving('gone@example.com', 'share_public'))
  const { json } = await admin.post('/access/revoke', giving('gone@example.com', 'share_public'))
  assert.deepEqual([json.changed, json.direct], [1, []])
  const why = await admin.get('/access/explain?subject=gone@example.com&hub=garden&permission=share_public')
  assert.equal(why.json.allowed, false)
})

test('a delegate cannot grant or revoke permissions that they lack [console.ceiling]', async () => {
  for (const path of ['/access/grant', '/access/revoke'])
    assert.deepEqual(refusal(await dan.post(path, giving(pat.email, 'share_public'))), [
      403,
      'outside_ceiling',
    ])
  const elsewhere = { ...giving(pat.email), hub: 'orchard' }
  assert.deepEqual(refusal(await dan.post('/access/grant', elsewhere)), [403, 'outside_ceiling'])
  const everywhere = { ...giving(pat.email), hub: '*' }
  assert.deepEqual(refusal(await dan.post('/access/grant', everywhere)), [403, 'outside_ceiling'])
})

test('several operations are applied together or not at all [console.apply]', async () => {
  const before = await revision('garden')
  const apply = (operations: object[], more: object = {}) =>
    dan.post('/access/apply', { subject: 'team@example.com', hub: 'garden', operations, ...more })
  const good = Array.from({ length: 9 }, () => ({ action: 'grant', permission: 'use_hub' }))
  const bad = await apply([...good, { action: 'grant', permission: 'share_public' }])
  assert.deepEqual(refusal(bad), [403, 'outside_ceiling'])
  assert.equal(await revision('garden'), before)
  const { json } = await apply([
    { action: 'grant', permission: 'use_hub' },
    { action: 'grant', permission: 'manage_access' },
  ])
  assert.deepEqual(
    [json.changed, json.policy_revision, json.direct],
    [2, before + 1, ['manage_access', 'use_hub']],
  )
})

test('an edit made on an older revision is refused with 409 and changes nothing [console.revision]', async () => {
  const before = await revision('garden')
  for (const [path, body] of [
    ['/access/grant', giving('late@example.com', 'use_hub', { expected_revision: before - 1 })],
    [
      '/access/apply',
      {
        subject: 'late@example.com',
        hub: 'garden',
        operations: [{ action: 'grant', permission: 'use_hub' }],
        expected_revision: before + 1,
      },
    ],
  ] as const) {
    const answer = await admin.post(path, body)
    assert.deepEqual(refusal(answer), [409, 'revision_conflict'])
    assert.match(answer.json.detail, new RegExp(`revision ${before}\\b`))
  }
  assert.equal(await revision('garden'), before)
})

test('of many writers with one revision exactly one wins [console.revision]', async () => {
  const expected_revision = await revision('garden')
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      (n % 2 ? admin : dan).post(
        '/access/grant',
        giving(`writer${n}@example.com`, 'use_hub', { expected_revision }),
      ),
    ),
  )
  const byStatus = Map.groupBy(answers, ({ status }) => status)
  assert.deepEqual([byStatus.get(200)?.length, byStatus.get(409)?.length], [1, 99])
  assert.equal(await revision('garden'), expected_revision + 1)
})

test('new access for everyone signed in is refused [console.everyone]', async () => {
  assert.deepEqual(refusal(await admin.post('/access/grant', giving('*'))), [400, 'everyone_refused'])
})

test('a change on a group-based Hub is refused [console.legacy]', async () => {
  for (const path of ['/access/grant', '/access/revoke'])
    assert.deepEqual(refusal(await admin.post(path, { ...giving(pat.email), hub: 'attic' })), [409, 'legacy'])
})

test('the last organization administrator can’t be revoked [console.last-admin]', async () => {
  const body = { subject: admin.email, hub: '*', permission: 'manage_access' }
  assert.deepEqual(refusal(await admin.post('/access/revoke', body)), [409, 'last_admin'])
})

test('an organization administrator can grant themselves what they can grant others, a Hub’s administrator only what they have [console.ceiling]', async () => {
  assert.deepEqual(refusal(await dan.post('/access/grant', giving(dan.email, 'share_public'))), [
    403,
    'outside_ceiling',
  ])
  await admin.post('/access/grant', { subject: pat.email, hub: '*', permission: 'manage_access' })
  assert.equal((await pat.post('/access/grant', giving(pat.email, 'share_public'))).status, 200)
  assert.equal((await pat.post('/access/revoke', giving(pat.email, 'share_public'))).status, 200)
  const body = { subject: pat.email, hub: '*', permission: 'manage_access' }
  assert.equal((await pat.post('/access/revoke', body)).status, 200)
  assert.deepEqual(refusal(await pat.get('/me')), [403, 'forbidden'])
})

test('a Hub moved to the Console gives its viewers use_hub, and back again its grants rest [console.manage]', async () => {
  await shareAttic(['olga', 'blake'])
  const managed = HubMode.strict().parse((await admin.post('/hubs/attic/manage')).json)
  assert.deepEqual(
    [managed.console_managed, managed.changed, managed.imported, managed.skipped],
    [true, true, 1, ['blake@example.com']],
  )
  assert.equal((await hub.olga.get('/chat-access')).json.hubs[0].reason, 'direct')
  assert.equal((await dan.get('/chat-access')).json.hubs[0].allowed, false)
  assert.equal((await admin.post('/hubs/attic/manage')).json.changed, false)
  assert.equal((await admin.post('/hubs/attic/unmanage')).json.console_managed, false)
  assert.equal((await dan.get('/chat-access')).json.hubs[0].reason, 'group_based')
  assert.deepEqual(refusal(await admin.post('/hubs/nowhere/manage')), [404, 'not_found'])
})

async function shareAttic(names: ('olga' | 'blake')[]): Promise<void> {
  const answer = await fetch(`${hub.chatappUrl}/api/v1/models/model/access/update`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
    body: JSON.stringify({
      id: 'attic',
      name: 'Attic',
      access_grants: names.map((name) => ({
        principal_type: 'user',
        principal_id: hub[name].id,
        permission: 'read',
      })),
    }),
  })
  assert.equal(answer.status, 200)
}
