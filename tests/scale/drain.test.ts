import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { openStore } from '#ground/store/store.ts'
import { turnForm } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'
import { askForHalf, ended } from './started-instances.ts'
import { until } from '../support/until.ts'
import { storeOf } from '../support/own-services.ts'

test('a draining instance starts no turns and runs, and completes its own [scale.drain]', async () => {
  await using hub = await runHub({ environment: { SVC_MACHINE_NAME: 'shed' } })
  await using store = await openStore(await storeOf(join(hub.folder, '.svc')))
  const runs = createRuns({ store, clock: systemClock })
  const queue = (id: string) =>
    runs.queue({ hub: 'garden-team', id, workflow: 'md:none', trigger: 'manual', runAs: null })
  const runOf = (id: string) => runs.read({ hub: 'garden-team', id })
  await queue('before')
  await until(async () => (await runOf('before'))!.status === 'failed')
  assert.equal((await runOf('before'))!.instance, 'shed')

  const ann = await signUpAt(hub.url, 'Ann')
  assert.equal((await ann.get('/ready')).status, 200)
  const running = await askForHalf(ann, 3000)
  const inFolder = ['--hub', hub.folder]
  const listed = async () =>
    JSON.parse((await hubCommand(['instances', 'list', '--json', ...inFolder])).stdout)
  const { name, state, turns, hubs } = await listed()
  assert.deepEqual([name, state, turns, hubs], ['shed', 'serving', 1, ['garden-team']])

  const wrong = await hubCommand(['instances', 'drain', 'barn', ...inFolder])
  assert.deepEqual([wrong.code, /named barn/.test(wrong.stderr)], [1, true])
  assert.equal((await hubCommand(['instances', 'drain', 'shed', ...inFolder])).code, 0)
  await queue('after')
  const refused = await ann.post('/api/chat/completions', turnForm({ model: 'garden-team' }))
  assert.deepEqual([refused.status, refused.json.code], [503, 'draining'])
  assert.deepEqual((await ann.get('/api/v1/chats/')).json.length, 1)
  await until(async () => (await ann.get('/ready')).status === 503) // `/ready` caches a positive result for half a second
  assert.equal((await ann.get('/ready')).json.code, 'draining')
  assert.equal((await ended(ann, running)).message.content, 'half\nand whole')
  assert.equal((await runOf('after'))!.status, 'queued')
  const shown = await ann.get('/portal/api/machines', { cookie: `token=${ann.token}` })
  assert.deepEqual(
    shown.json.items.map((one: any) => [one.name, one.state, one.turns, one.hubs]),
    [['shed', 'draining', 0, ['garden-team']]],
  )
  const last = await listed()
  assert.deepEqual([last.state, last.turns], ['draining', 0])

  assert.equal(await hub.stop(), 0)
  assert.equal(
    (await hubCommand(['machines', 'list', ...inFolder])).stdout, // the command's name in the previous release
    'no instance uses this database\n',
  )
  await using again = await runHub({ folder: hub.folder })
  assert.equal((await fetch(`${again.url}/ready`)).status, 200)
  await until(async () => (await runOf('after'))!.status === 'failed')
})
