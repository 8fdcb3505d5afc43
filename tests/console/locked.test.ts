import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startTestConsole } from '../support/console.ts'
import { SQLITE, urlOf } from '../support/stores.ts'
import { refusal } from './cast.ts'

test('while the store is locked a change is refused with 503 and not made, and reading goes on [console.unavailable]', async (t) => {
  const location = await SQLITE.locate(t)
  const environment = { SVC_DATABASE_URL: urlOf(location) }
  const hub = await startTestConsole(t, { location, environment })
  const { policy_revision } = (await hub.admin.get('/access')).json
  const other = new DatabaseSync(location.path)
  t.after(() => other.close())
  other.exec('begin immediate')
  const change = { subject: 'pat@example.com', hub: 'garden', permission: 'use_hub' }
  const changing = hub.admin.post('/access/grant', change)
  const first = await Promise.race([changing, hub.admin.get('/me')])
  assert.equal(first.status, 200)
  assert.deepEqual(refusal(await changing), [503, 'unavailable'])
  other.exec('rollback')
  assert.equal((await hub.admin.get('/access')).json.policy_revision, policy_revision)
  assert.equal((await hub.admin.post('/access/grant', change)).status, 200)
})
