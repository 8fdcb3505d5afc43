import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createProgramConnections } from '#surfaces/mcp/connections/connections.ts'
import type { Store } from '#ground/store/store.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const ANN = { hub: 'garden', email: 'ann@example.com', keyName: 'Laptop', client: 'claude-code' }
const FIRST = { offset: 0, limit: 50 }

const start = (store: Store) => {
  const clock = testClock()
  const failures: unknown[] = []
  const connections = createProgramConnections({ store, clock, onFailure: (error) => failures.push(error) })
  const settled = async () => {
    await connections[Symbol.asyncDispose]()
    assert.deepEqual(failures, [])
  }
  return { clock, ...connections, settled }
}

for (const backend of BACKENDS)
  describe(`MCP connections on ${backend.kind}`, { skip: backend.skip }, () => {
    test('connections to a Hub are listed with person, key and program, the latest first [mcp.connections]', async (t) => {
      const { clock, recordUse, list, settled } = start(await openTestStore(t, backend))
      const before = clock.now()
      recordUse(ANN)
      recordUse({ ...ANN, hub: 'orchard' })
      clock.advance(5000)
      recordUse({ ...ANN, email: 'bob@example.com', keyName: '', client: ' a\u0000b\nc ' })
      await settled()
      assert.deepEqual((await list('garden', FIRST)).items, [
        {
          hub: 'garden',
          email: 'bob@example.com',
          keyName: '',
          client: 'a b c',
          firstUsedAt: before + 5000,
          lastUsedAt: before + 5000,
        },
        { ...ANN, firstUsedAt: before, lastUsedAt: before },
      ])
      const second = await list('garden', { offset: 1, limit: 1 })
      assert.deepEqual([second.total, second.items[0]!.email], [2, ANN.email])
    })

    test('a use is written at most once a minute [mcp.connections]', async (t) => {
      const { clock, recordUse, list, settled } = start(await openTestStore(t, backend))
      const before = clock.now()
      recordUse(ANN)
      clock.advance(59_000)
      recordUse(ANN)
      recordUse({ ...ANN, keyName: 'Other' })
      await settled()
      const lastUse = async () =>
        (await list('garden', FIRST)).items.find(({ keyName }) => keyName === 'Laptop')!.lastUsedAt
      assert.equal(await lastUse(), before)
      clock.advance(1000)
      recordUse(ANN)
      await settled()
      assert.equal(await lastUse(), before + 60_000)
    })

    test('a program that calls itself something else each time fills nothing [mcp.connections]', async (t) => {
      const { clock, recordUse, list, settled } = start(await openTestStore(t, backend))
      for (let n = 0; n < 40; n++) {
        clock.advance(1000)
        recordUse({ ...ANN, client: `program ${n}` })
      }
      await settled()
      const { items, total } = await list('garden', FIRST)
      assert.deepEqual([total, items[0]!.client, items[19]!.client], [20, 'program 39', 'program 20'])
    })
  })
