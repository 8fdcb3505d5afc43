import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createBeats } from '#core/serving/serve.ts'
import { createHubServers, STALE_MS } from '#core/serving/servers.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

for (const backend of BACKENDS)
  test(
    `bridges are found while they are heard of, the last one first, on ${backend.kind} [console.servers]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      const clock = testClock()
      const servers = createHubServers({ store, clock })
      const fail = (error: unknown) => assert.fail(String(error))
      const server = (hub: string, instance: string) => ({
        hub,
        instance,
        address: `http://127.0.0.1/${instance}`,
        version: '1.0.0',
        startedAt: clock.now(),
        instanceId: 'm1',
      })
      const found = async (hub: string) => (await servers.find(hub))?.instance ?? null
      const beats = createBeats({ clock, onFailure: fail })
      const start = (hub: string, instance: string) => beats.serve(store, server(hub, instance))

      await using others = new AsyncDisposableStack()
      const old = await start('garden', 'old')
      others.use(await start('pond', 'one'))
      assert.deepEqual([await found('garden'), await found('none')], ['old', null])

      // When the old server stops, it does not remove the newer entry.
      clock.advance(1)
      others.use(await start('garden', 'next'))
      assert.equal(await found('garden'), 'next')
      await old[Symbol.asyncDispose]()
      assert.equal(await found('garden'), 'next')
      const both = await servers.of(['garden', 'pond', 'none'])
      assert.deepEqual([...both.keys()].toSorted(), ['garden', 'pond'])
      assert.deepEqual(both.get('garden'), server('garden', 'next'))

      // A killed process does not remove its entry.
      await servers.recordHeartbeat(server('orchard', 'killed'))
      clock.advance(STALE_MS - 1)
      assert.equal(await found('orchard'), 'killed')
      clock.advance(1)
      assert.equal(await found('orchard'), null)
      await servers.forgetStale('orchard')
      const left = await store.db
        .selectFrom('hub_servers')
        .select('hub')
        .where('hub', '=', 'orchard')
        .execute()
      assert.deepEqual(left, [])

      while ((await found('garden')) !== 'next') await setImmediate()
    },
  )
