import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { countingProxy, postgresStatements, type CountingProxy } from '../../bench/scale/counting-proxy.ts'
import { folderWith } from '../support/folder.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { natsProgram, startNats } from '../support/nats.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { startInstances } from './started-instances.ts'
import { until } from '../support/until.ts'

const skip =
  (!postgresPrograms && 'no Postgres programs on this machine') ||
  (!natsProgram && 'no nats-server on this machine')

const FILES = {
  'Garden/agent.md': 'You look after a garden.\n',
  'Garden/tasks/water.md': '---\nrun: echo watered\n---\n',
}

/**
 * Statements per minute of an idle instance with notifications. Without notifications there would be three times as
 * many.
 */
const MAX_STATEMENTS_PER_MINUTE = 150
const WATCHED_MS = 12_000

async function perMinute(proxy: CountingProxy): Promise<number> {
  const [before, since] = [proxy.passed().requests, performance.now()]
  await pause(WATCHED_MS)
  return ((proxy.passed().requests - before) * 60_000) / (performance.now() - since)
}

test(
  'an idle instance learns of work by the bus and rarely polls the store; without the bus it polls [scale.rest]',
  { skip, timeout: 180_000 },
  async (t) => {
    const nats = await startNats(t)
    const folder = join(await folderWith(t, FILES), 'Garden')
    await using instances = await startInstances({ SVC_BUS_URL: nats.url, SVC_INBOX: 'store' })
    const { searchParams, pathname } = new URL(instances.url.replace('@/', '@host/'))
    const socket = join(searchParams.get('host')!, '.s.PGSQL.5432')
    await using proxy = await countingProxy({ path: socket }, postgresStatements)
    const counted = `postgres://hub@127.0.0.1:${proxy.port}${pathname}`
    await using _ = await instances.start('one', { SVC_DATABASE_URL: counted }, folder)
    await until(async () => (await perMinute(proxy)) < MAX_STATEMENTS_PER_MINUTE, { timeoutMs: 120_000 })

    const runs = createRuns({ store: instances.store, clock: systemClock })
    const untilBegun = async (id: string): Promise<number> => {
      await until(async () => (await runs.read({ hub: 'garden', id }))!.startedAt !== null)
      const { queuedAt, startedAt } = (await runs.read({ hub: 'garden', id }))!
      return startedAt! - queuedAt
    }
    const runByCommand = async () => {
      const environment = { SVC_DATABASE_URL: instances.url, SVC_BUS_URL: nats.url }
      const args = ['task', 'run', 'water', '--detach', '--json', '--hub', folder]
      const queued = await hubCommand(args, { environment })
      assert.equal(queued.code, 0, queued.stderr)
      return untilBegun(JSON.parse(queued.stdout).run)
    }
    const queueUntold = async (id: string) => {
      await runs.queue({ hub: 'garden', id, workflow: 'md:water', trigger: 'manual', runAs: null })
      return untilBegun(id)
    }

    for (let n = 0; n < 3; n++) {
      const ms = await runByCommand()
      assert.ok(ms < 3000, `what was told was begun after ${ms} ms`)
    }
    const late = await queueUntold('untold')
    assert.ok(late < 20_000, `what nobody told was begun after ${late} ms`)

    await nats.stop()
    for (let n = 0; n < 3; n++) {
      const ms = await queueUntold(`alone-${n}`)
      assert.ok(ms < 3000, `without the bus it was begun after ${ms} ms`)
    }
  },
)
