import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { storedEvents } from '#core/inbox/stored-events.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { openStore } from '#ground/store/store.ts'
import { testProgram } from '../support/test-program.ts'
import { folderWith } from '../support/folder.ts'
import { deliverToFolder } from '../support/inboxes.ts'

const ROUNDS = 200

async function startScheduler(t: TestContext, folder: string) {
  const child = spawn(process.execPath, [...testProgram('racing-scheduler'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => void child.kill())
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => (await lines.next()).value as string
  assert.equal(await next(), 'ready')
  return async (): Promise<string[]> => {
    child.stdin.write('look\n')
    return JSON.parse(await next()) as string[]
  }
}

test('two schedulers on one folder and store queue one run per batch, and no event is in two [task.one-run]', async (t) => {
  const folder = await folderWith(t, {})
  const store = await openStore({ kind: 'sqlite', path: join(folder, 'hub.db') })
  t.after(() => store[Symbol.asyncDispose]())
  const runs = createRuns({ store, clock: systemClock })
  const inbox = storedEvents(folder, 'webhook', systemClock)
  const [one, other] = await Promise.all([startScheduler(t, folder), startScheduler(t, folder)])
  const handled: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    // Events arrive while both schedulers check the inbox, so that the schedulers see different files.
    const looks = [one(), deliverToFolder(folder, 'webhook', [{ round }], []), other()] as const
    const [first, , second] = await Promise.all(looks)
    const queued = [...first, ...second]
    if (queued.length === 0) queued.push(...(await one()))
    assert.equal(queued.length, 1, `round ${round}`)
    const run = await runs.claim('garden', 'test', 60_000)
    assert.equal(run!.id, queued[0])
    assert.equal(await runs.claim('garden', 'test', 60_000), null)
    handled.push(...run!.batch!.events)
    await runs.finish({ ...run!, owner: 'test' }, { outcome: 'done' })
  }
  for (let left = await one(); left.length > 0; left = await one()) {
    const run = await runs.claim('garden', 'test', 60_000)
    handled.push(...run!.batch!.events)
    await runs.finish({ ...run!, owner: 'test' }, { outcome: 'done' })
  }
  await one()
  assert.equal(new Set(handled).size, handled.length)
  assert.deepEqual(handled.toSorted(), await inbox.list('processed'))
  assert.equal(handled.length, ROUNDS)
  assert.deepEqual(await inbox.list('pending'), [])
})
