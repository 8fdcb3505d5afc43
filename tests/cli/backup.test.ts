import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { storeOf } from '../support/own-services.ts'

test('the result of a backup is stored; a failure keeps the time of the last success [cli.backup-record]', async (t) => {
  const folder = join(await folderWith(t, { 'garden/agent.md': 'You garden.\n' }), 'garden')
  const record = (...more: string[]) => hub(['backup', 'record', '--hub', folder, ...more])
  const done = await record()
  assert.deepEqual([done.code, done.stdout], [0, 'recorded a successful backup\n'], done.stderr)
  await using store = await openStore(await storeOf(join(folder, '.svc')))
  const stored = () => store.db.selectFrom('service_records').selectAll().executeTakeFirstOrThrow()
  const first = await stored()
  assert.deepEqual([first.kind, first.reason, first.succeeded_at_ms], ['backup', null, first.at_ms])
  const failed = await record('--failed', 'disk full')
  assert.deepEqual([failed.code, failed.stdout], [0, 'recorded a failed backup\n'], failed.stderr)
  const second = await stored()
  assert.deepEqual([second.reason, second.succeeded_at_ms], ['disk full', first.succeeded_at_ms])
  const unclear = await record('--failed', ' ')
  assert.equal(unclear.code, 2)
  assert.match(unclear.stderr, /--failed needs a reason/)
  assert.equal((await stored()).reason, 'disk full')
  assert.equal((await record()).code, 0)
  assert.equal((await stored()).reason, null)
})
