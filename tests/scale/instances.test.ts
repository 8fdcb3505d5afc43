import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createRuns } from '#features/work/runs/runs.ts'
import { SILENT_MS } from '#ground/store/instance-tables.ts'
import { openInstance } from '#ground/instances/instance.ts'
import { drainInstances, readInstances } from '#ground/instances/instances.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

for (const backend of BACKENDS)
  test(
    `instances are listed while they send heartbeats, and as ended when they stop, on ${backend.kind} [scale.rows]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      const clock = testClock()
      const onFailure = (error: unknown) => assert.fail(String(error))
      const open = (id: string, folder: string, silently = false) =>
        // If `silently`, the instance sends no heartbeats, as after a crash.
        openInstance(
          { store, clock: silently ? testClock(clock.now()) : clock, onFailure },
          { id, name: `the ${id}`, version: '1.0.0', folder },
        )
      const shown = async () =>
        (await readInstances({ store, clock })).map(({ id, state }) => `${id} ${state}`)

      const gone = await open('gone', 'a', true)
      clock.advance(1)
      await using lives = await open('lives', 'b')
      assert.equal(lives.isAlone(), backend.kind === 'sqlite')
      assert.deepEqual(await shown(), ['gone serving', 'lives serving'])

      // Advances the clock in steps, so that the live instance sends heartbeats.
      for (let ms = 0; ms < SILENT_MS; ms += 3000) {
        await clock.sleeperFor(3000)
        clock.advance(3000)
      }
      const received = async () =>
        (await readInstances({ store, clock })).find(({ id }) => id === 'lives')!.lastHeartbeatAt
      while ((await received()) < clock.now() - 9000) await setImmediate()
      assert.deepEqual(await shown(), ['gone silent', 'lives serving'])
      assert.deepEqual(await drainInstances({ store, clock }, 'the gone'), [])
      assert.deepEqual(await drainInstances({ store, clock }, 'the lives'), ['lives'])
      assert.deepEqual(await shown(), ['gone silent', 'lives draining'])

      const again = await open('again', 'a')
      assert.deepEqual(await shown(), ['lives draining', 'again serving'])
      await again[Symbol.asyncDispose]()
      await gone[Symbol.asyncDispose]()
      assert.deepEqual(await shown(), ['lives draining'])
    },
  )

for (const backend of BACKENDS)
  test(
    `runs of instances with the same name are counted at their own instance, on ${backend.kind} [scale.rows]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      const clock = testClock()
      const onFailure = (error: unknown) => assert.fail(String(error))
      await using instances = new AsyncDisposableStack()
      for (const id of ['one', 'two']) {
        const facts = { id, name: 'barn', version: '1.0.0', folder: id }
        instances.use(await openInstance({ store, clock, onFailure }, facts))
        clock.advance(1)
      }
      const runs = createRuns({ store, clock, instance: { id: 'two', name: 'barn' } })
      await runs.queue({ hub: 'garden', id: 'r', workflow: 'md:w', trigger: 'manual', runAs: null })
      assert.equal((await runs.claim('garden', 'me', 60_000))!.instance, 'barn')
      const listed = await readInstances({ store, clock })
      assert.deepEqual(
        listed.map(({ id, runs: count }) => [id, count]),
        [
          ['one', 0],
          ['two', 1],
        ],
      )
    },
  )
