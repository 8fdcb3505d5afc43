import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { ask, finished } from '../chatapp/page.ts'
import type { Client } from '../chatapp/client.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { folderWith } from '../support/folder.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { startS3 } from '../support/s3.ts'
import { at, startInstances, WAITING_WORKFLOW } from './started-instances.ts'
import { until } from '../support/until.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

const tool = (answer: string) => `
import { defineTool, z } from 'hub-service'
export const greet = defineTool({
  name: 'greet', description: 'Greets', input: z.object({}), run: () => '${answer}',
})
`

test(
  'instances load their Hub from the published version, follow the next version while they run, and return to an earlier one [scale.published]',
  { skip, timeout: 120_000 },
  async (t) => {
    const s3 = await startS3(t)
    await using instances = await startInstances(s3.environment())
    const shared = { SVC_DATABASE_URL: instances.url, ...s3.environment() }
    const source = join(
      await folderWith(t, {
        'Garden/agent.md': 'You look after a garden.\n',
        'Garden/tools/greet.ts': tool('Hello'),
      }),
      'Garden',
    )
    const hub = async (...args: string[]) => {
      const done = await hubCommand([...args, '--hub', source], { environment: shared })
      assert.equal(done.code, 0, done.stderr)
      return done.stdout
    }
    const folders = await Promise.all(
      [1, 2].map(async () =>
        join(await folderWith(t, { 'Garden/.env': 'SVC_HUB_SOURCE=store\n' }), 'Garden'),
      ),
    )
    const early = await hubCommand(['run', folders[0]!], { environment: { ...shared, PORT: '0' } })
    assert.notEqual(early.code, 0)
    assert.match(early.stderr, /SVC_HUB_SOURCE[^]*no version of this Hub is published yet; run hub publish/)

    await hub('publish')
    const [one, two] = [
      await instances.start('one', {}, folders[0]),
      await instances.start('two', {}, folders[1]),
    ]
    const ann = await signUpAt(one.url, 'Ann')
    const greeting = async (client: Client): Promise<string> => {
      const asked = await ask(client, { model: 'garden', user_message: { content: '/tool greet {}' } })
      return (await finished(client, asked)).content
    }
    const both = () => Promise.all([greeting(ann), greeting(at(two, ann))])
    assert.deepEqual(await both(), ['Hello', 'Hello'])

    await writeFile(join(source, 'tools/greet.ts'), tool('Welcome'))
    await writeFile(join(source, 'tools/wave.ts'), tool('Waves').replaceAll('greet', 'wave'))
    await hub('publish', '--note', 'warmer')
    await until(async () => (await both()).every((text) => text === 'Welcome'))
    await hub('versions', 'use', '1')
    await until(async () => (await both()).every((text) => text === 'Hello'))
    const served = async () => (await hub('instances', 'list')).match(/garden \(\d+\)/g)
    await until(async () => (await served())?.join(' ') === 'garden (1) garden (1)', { everyMs: 100 }) // the next heartbeat reports the version
    const beside = await hubCommand(['run', source], { environment: { ...shared, PORT: '0' } })
    assert.notEqual(beside.code, 0)
    assert.match(beside.stderr, /SVC_HUB_SOURCE[^]*(one|two) serves garden from its published version: set/)
    await rm(source, { recursive: true })
    await two.stop()
    const again = await instances.start('two', {}, folders[1])
    assert.equal(await greeting(at(again, ann)), 'Hello')
  },
)

test(
  'a turn ends with its first version, and a run that continues with another version says so [scale.pinned]',
  { skip, timeout: 120_000 },
  async (t) => {
    const s3 = await startS3(t)
    await using instances = await startInstances({ ...s3.environment(), SVC_RUN_LEASE: '3' })
    const shared = { SVC_DATABASE_URL: instances.url, ...s3.environment() }
    const files = {
      'Garden/agent.md': 'You look after a garden.\n',
      'Garden/tools/greet.ts': tool('Hello'),
      'Garden/workflows/water.yaml': WAITING_WORKFLOW,
    }
    const source = join(await folderWith(t, files), 'Garden')
    const hub = async (...args: string[]) => {
      const done = await hubCommand([...args, '--hub', source], { environment: shared })
      assert.equal(done.code, 0, done.stderr)
      return done.stdout
    }
    await hub('publish')
    const follower = { 'Garden/.env': 'SVC_HUB_SOURCE=store\n' }
    const folders = [
      join(await folderWith(t, { ...follower, 'Garden/waits': '' }), 'Garden'),
      join(await folderWith(t, follower), 'Garden'),
    ] as const
    const one = await instances.start('one', {}, folders[0])
    const two = await instances.start('two', {}, folders[1])
    const ann = await signUpAt(two.url, 'Ann')
    const runs = createRuns({ store: instances.store, clock: systemClock })
    const ref = { hub: 'garden', id: 'r1' }
    // Only the first instance has the file `waits`. The drain keeps the second instance from claiming the run.
    await hub('instances', 'drain', 'two')
    await runs.queue({ ...ref, workflow: 'water', trigger: 'manual', runAs: null })
    await until(async () =>
      (await runs.steps(ref)).some(({ id, state }) => id === 'slow' && state === 'running'),
    )
    assert.equal((await runs.read(ref))!.hubVersion, 1)
    const three = await instances.start('three', {}, join(await folderWith(t, follower), 'Garden'))
    const bob = at(three, ann)

    const content = '/say Wait\n/wait 8000\n/tool greet {}'
    const slow = await ask(bob, { model: 'garden', user_message: { content } })
    await writeFile(join(source, 'tools/greet.ts'), tool('Welcome'))
    await hub('publish')
    const greeting = async () => {
      const asked = await ask(bob, { model: 'garden', user_message: { content: '/tool greet {}' } })
      return { ...(await finished(bob, asked)), chatId: asked.chatId }
    }
    let quick = await greeting()
    while (quick.content !== 'Welcome') quick = await greeting()
    const kept = await finished(bob, slow)
    assert.match(kept.content, /Hello/)
    const traces = async (path: string) => {
      const headers = { cookie: `token=${ann.token}` }
      return await (await fetch(`${three.url}/portal/api/traces${path}`, { headers })).json()
    }
    const versionOf = async (chatId: string) => {
      const { items } = await traces(`?chat=${chatId}`)
      return items.length > 0 ? (await traces(`/${items[0].trace_id}`)).hub_version : null
    }
    await until(async () => (await versionOf(slow.chatId)) === 1)
    await until(async () => (await versionOf(quick.chatId)) === 2)

    one.process.kill('SIGKILL')
    await one.ended
    await until(async () => (await runs.read(ref))!.endedAt !== null)
    const { status, instance, hubVersion, lastHubVersion } = (await runs.read(ref))!
    assert.deepEqual([status, instance, hubVersion, lastHubVersion], ['succeeded', 'three', 1, 2])
    assert.match(
      await hub('runs', 'show', 'r1'),
      /^Hub version +began with version 1, continued with version 2$/m,
    )
  },
)
