import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { redirectLogs } from '#ground/base/log.ts'
import { startTestConsole } from '../support/console.ts'

const hub = await startTestConsole({ after })
const lines: string[] = []

for (const format of ['csv', 'jsonl'])
  test(`a ${format} export that breaks off ends the connection and is logged [people.export-failed]`, async (t) => {
    await hub.admin.get('/people')
    redirectLogs({ write: (line) => void lines.push(line) })
    t.after(() => redirectLogs({ write: () => {} }))
    await hub.store.db.deleteFrom('people').where('subject', 'like', '%@far.org').execute()
    const people = Array.from({ length: 400 }, (_, n) => personOf(n))
    await hub.store.db.insertInto('people').values(people).execute()

    lines.length = 0
    await assert.rejects(hub.admin.get(`/people?format=${format}`))
    const failed = lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === 'console.export_failed')
    assert.equal(failed.length, 1)
    assert.equal(failed[0].level, 'error')
    assert.equal(failed[0].route, 'GET /portal/api/people')
    assert.ok(failed[0].pieces > 200)
  })

/** The last person has an invalid creation time, which the product never stores. */
function personOf(n: number) {
  return {
    subject: `p${n + 1000}@far.org`,
    account_id: null,
    name: null,
    role: null,
    status: 'unknown',
    sign_in: null,
    chosen_sign_in: null,
    is_primary: 0,
    is_pending: 0,
    created_at: n === 399 ? 9e12 : null,
    last_active_at: null,
    mirrored_at_ms: 0,
  }
}
