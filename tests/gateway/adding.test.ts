import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isBroken, isServing, makeHub, runGateway } from './running-gateway.ts'
import { until } from '../support/until.ts'

const NAMES = Array.from({ length: 12 }, (_, index) => `Hub ${index + 10}`)

test('a Hub that is added or changed is the only one that is looked at [gateway.start]', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hubs-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const settings = (name: string) => join(folder, name, '.env')
  for (const name of NAMES) await makeHub(folder, name, 'SVC_LOG_LEVEL=warn\n')
  await using gateway = await runGateway(folder, { SVC_BRIDGE_WORKERS: '1' })
  assert.deepEqual(
    gateway.hubs.filter((hub) => !isServing(hub)),
    [],
  )
  const record = JSON.parse(await readFile(join(folder, '.svc/hubs.json'), 'utf8')) as { hubs: object[] }
  assert.equal(record.hubs.length, NAMES.length, 'who is told that all serve finds them in the record')

  // A modification time in the future makes each read update the access time (`relatime`), so reads are detectable.
  const readAt = () => Promise.all(NAMES.map(async (name) => (await stat(settings(name))).atimeMs))
  for (const name of NAMES) await utimes(settings(name), 0, new Date('2100-01-01'))
  await until(async () => !(await readAt()).includes(0))
  const before = await readAt()

  await makeHub(folder, 'One more')
  await gateway.told('One more', isServing)
  assert.deepEqual(await readAt(), before)
  await writeFile(settings('Hub 10'), 'SVC_LOG_LEVEL=loud\n')
  await gateway.told('Hub 10', isBroken)
  assert.deepEqual((await readAt()).slice(1), before.slice(1))
})
