import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { folderWith } from '../support/folder.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { startInstances, WAITING_WORKFLOW } from './started-instances.ts'
import { until } from '../support/until.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

test(
  'a killed instance’s workflow continues at another after its last finished step, by its lease [scale.runs]',
  { skip, timeout: 120_000 },
  async (t) => {
    const files = {
      'Garden/agent.md': 'You look after a garden.\n',
      'Garden/workflows/water.yaml': WAITING_WORKFLOW,
    }
    const folders = [
      await folderWith(t, { ...files, 'Garden/waits': '' }),
      await folderWith(t, files),
    ] as const
    await using instances = await startInstances({ SVC_RUN_LEASE: '3' })
    const runs = createRuns({ store: instances.store, clock: systemClock })
    const ref = { hub: 'garden', id: 'r1' }
    const one = await instances.start('one', {}, `${folders[0]}/Garden`)
    await runs.queue({ ...ref, workflow: 'water', trigger: 'manual', runAs: null })
    await until(async () =>
      (await runs.steps(ref)).some(({ id, state }) => id === 'slow' && state === 'running'),
    )
    assert.equal((await runs.read(ref))!.instance, 'one')
    await instances.start('two', {}, `${folders[1]}/Garden`)
    const [first] = await runs.steps(ref)

    one.process.kill('SIGKILL')
    await one.ended
    const killedAt = Date.now()
    await until(async () => (await runs.read(ref))!.endedAt !== null)
    const run = (await runs.read(ref))!
    assert.deepEqual([run.status, run.instance], ['succeeded', 'two'], run.detail ?? run.error ?? '')
    const took = run.endedAt! - killedAt
    assert.ok(took < 10_000, `it took ${took} ms`)
    assert.deepEqual((await runs.steps(ref))[0], first)
    const shown = await hubCommand(['runs', 'show', 'r1', '--hub', `${folders[1]}/Garden`], {
      environment: { SVC_DATABASE_URL: instances.url },
    })
    assert.match(shown.stdout, /^machine +two$/m)
  },
)
