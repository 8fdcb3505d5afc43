import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestConsole } from '../support/console.ts'
import { createPostgresDatabase, postgresPrograms } from '../support/postgres.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

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
