import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestConsole } from '../support/console.ts'
import { createPostgresDatabase, postgresPrograms } from '../support/postgres.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

test(
  'on Postgres a request for another Hub is relayed whole, and one that is gone is named [console.relay]',
  { skip },
  async (t) => {
    const url = await createPostgresDatabase()
    const hub = await startTestConsole(t, {
      hubs: ['Garden', 'Orchard'],
      everywhere: { 'tasks/water.md': '---\nrun: water.sh\n---\n', 'tasks/water.sh': 'true\n' },
      environment: { SVC_DATABASE_URL: url },
      location: { kind: 'postgres', url },
    })
    const { admin } = hub
    await admin.get('/me')
    const hubsIn = ({ json }: { json: any }) => json.items.map((one: { hub: string }) => one.hub)
    assert.deepEqual(hubsIn(await admin.get('/workflows')), ['garden', 'orchard'])
    const started = await admin.post('/workflows/run', { hub: 'orchard', workflow: 'md:water' })
    assert.equal(started.status, 200, started.text)
    assert.equal((await admin.get(`/runs/orchard/${started.json.run_id}`)).status, 200)
    assert.deepEqual(
      (await admin.get('/hub-states')).json.items.map((one: any) => one.serving !== null),
      [true, true],
    )
    await hub.stopBridge(1)
    const left = await admin.get('/workflows')
    assert.deepEqual(
      [hubsIn(left), left.json.unreachable],
      [['garden'], [{ slug: 'orchard', name: 'Orchard agent' }]],
    )
    assert.equal((await admin.get('/workflows?hub=orchard')).status, 503)
  },
)

test('on Postgres every list answers and a change is whole [console.grant]', { skip }, async (t) => {
  const url = await createPostgresDatabase()
  const hub = await startTestConsole(t, {
    hubs: ['Garden', 'Orchard'],
    environment: { SVC_DATABASE_URL: url },
    location: { kind: 'postgres', url },
  })
  const { admin } = hub
  const change = { subject: 'pat@example.com', hub: 'garden', permission: 'use_hub' }
  const { json } = await admin.post('/access/grant', { ...change, expected_revision: 2 })
  assert.deepEqual([json.changed, json.policy_revision, json.direct], [1, 3, ['use_hub']])
  assert.equal((await admin.post('/access/grant', { ...change, expected_revision: 2 })).status, 409)
  for (const path of [
    '/me',
    '/hubs',
    '/permissions?hub=*',
    '/access?hub=garden&q=%25',
    '/access?hub=garden&q=pat',
    '/access/explain?hub=garden&subject=pat@example.com',
    '/audit?hub=garden&outcome=denied&since=2026-01-01T00:00:00Z',
    '/access-changes?user=pat@example.com',
    '/summary?period=30d',
    '/overview',
    '/chat-access',
  ])
    assert.equal((await admin.get(path)).status, 200, path)
  assert.deepEqual((await admin.get('/overview')).json, {
    hubs: 2,
    console_managed: 2,
    grants: 4,
    people: 2,
    blocked: 0,
  })
  const { items } = (await admin.get('/access-changes?user=pat@example.com')).json
  assert.deepEqual([items.length, items[0].id], [1, 6])
})
