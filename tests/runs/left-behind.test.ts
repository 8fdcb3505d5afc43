import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startBridge } from '#processes/bridge.ts'
import { runChat } from '#features/work/runs/run-chats.ts'
import { systemClock } from '#ground/base/clock.ts'
import { chatsIn } from '../support/agent-chats.ts'
import { hub as command } from '../support/hub-command.ts'
import { startWorkingHub } from '../scheduler/support.ts'
import { servicesOfHub } from '../support/own-services.ts'
import { until } from '../support/until.ts'

const ANN = 'ann@example.org'

test('only the run’s own chat is removed with the run [runs.retention-files]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'tasks/greet.md': `---\nrun_as: ${ANN}\n---\n/say hello\n/finish done Greeted\n` },
  })
  for (const id of ['old', 'young'])
    await hub.runs.queue({ hub: 'garden', id, workflow: 'md:greet', trigger: 'manual', runAs: ANN })
  await hub.ended('md:greet', 2)
  const folder = join(hub.folder, '.chats')
  const folders = async () => (await readdir(folder)).filter((name) => !name.startsWith('.')).length
  assert.equal(await folders(), 2)
  await using chats = await chatsIn(folder, systemClock)
  await chats.remove(runChat({ id: 'old' }), 'bob@example.org')
  assert.equal(await folders(), 2)
  for (let n = 0; n < 2; n++) await chats.remove(runChat({ id: 'old' }), ANN)
  assert.equal(await folders(), 1)
})

test('a starting Hub removes old runs, and hub doctor reports too much output [runs.output-bound]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'tasks/loud.md': `---\nrun_as: ${ANN}\nrun: loud.sh\n---\n`,
      'loud.sh': 'head -c 900000 /dev/zero | tr "\\0" x\n',
    },
  })
  for (const id of ['one', 'two'])
    await hub.runs.queue({ hub: 'garden', id, workflow: 'md:loud', trigger: 'manual', runAs: ANN })
  await hub.ended('md:loud', 2)
  const doctor = async (bytes: string) => {
    const { stdout } = await command(['doctor', hub.folder, '--json'], {
      environment: { SVC_RUN_OUTPUT_BYTES: bytes },
    })
    const { findings } = JSON.parse(stdout) as {
      findings: { subject: string; status: string; message: string }[]
    }
    return findings
      .filter(({ subject }) => subject === 'runs')
      .map(({ status, message }) => `${status} ${message}`)
  }
  assert.deepEqual(await doctor('2000000'), [])
  assert.deepEqual(await doctor('1048576'), [
    'warn runs hold 2 MiB of output, more than SVC_RUN_OUTPUT_BYTES allows (1 MiB)',
  ])
  assert.deepEqual(await doctor('many'), [])
  await hub.bridge[Symbol.asyncDispose]()
  await using _ = await startBridge({
    environment: {
      BRIDGE_PORT: '0',
      SVC_ACCESS: 'groups',
      SVC_RUN_OUTPUT_BYTES: '1048576',
      ...(await servicesOfHub(hub.folder)),
    },
    hubFolder: hub.folder,
  })
  await until(async () => (await hub.runs.read({ hub: 'garden', id: 'one' }))!.isOutputRemoved)
  assert.equal((await hub.runs.read({ hub: 'garden', id: 'two' }))!.isOutputRemoved, false)
})
