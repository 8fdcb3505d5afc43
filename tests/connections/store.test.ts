import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { createAccessLog } from '#features/connections/access-log.ts'
import { connectionEvents } from '#features/connections/log-events.ts'
import type { Journey } from '#features/connections/journey.ts'
import { createJourneyRows } from '#features/connections/journey-rows.ts'
import { createJourneys, type NewJourney } from '#features/connections/journeys.ts'
import { createUses } from '#features/connections/uses.ts'
import { newId } from '#ground/base/ids.ts'
import { silentLog } from '#ground/base/log.ts'
import { accepted } from '#ground/base/result.ts'
import type { StoredConnection } from '#ground/identity/chatapp-client/connections.ts'
import { openStore } from '#ground/store/store.ts'
import { testClock } from '../support/clock.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'

const WANTED: NewJourney = {
  hub: 'garden',
  email: 'pat@example.com',
  userId: 'pat',
  provider: 'plants',
  name: 'Plants',
  tool: 'read_beds',
  lack: 'missing',
  scopes: ['files.read'],
  chatId: null,
}

async function start(t: TestContext, backend: Backend) {
  const location = await backend.locate(t)
  const clock = testClock()
  const stored: StoredConnection[] = []
  const processes = await Promise.all(
    [1, 2].map(async () => {
      const store = await openStore(location)
      t.after(() => store[Symbol.asyncDispose]())
      return createJourneys({
        rows: createJourneyRows(store),
        connections: { of: async () => accepted(stored) },
        onConnected: () => {},
        newId,
        clock,
        events: connectionEvents(silentLog()),
      })
    }),
  )
  return { clock, stored, one: processes[0]!, two: processes[1]! }
}

for (const backend of BACKENDS)
  describe(`connection journeys on ${backend.kind}`, { skip: backend.skip }, () => {
    test('two processes that ask at once open one journey [connections.one-open]', async (t) => {
      const { one, two } = await start(t, backend)
      const asked = await Promise.all([one, two, one, two, one, two].map((journeys) => journeys.ask(WANTED)))
      assert.equal(new Set(asked.map(({ id }) => id)).size, 1)
      const others = await Promise.all([
        one.ask({ ...WANTED, hub: 'orchard' }),
        one.ask({ ...WANTED, hub: null }),
        one.ask({ ...WANTED, email: 'kim@example.com' }),
        one.ask({ ...WANTED, provider: 'desk' }),
      ])
      assert.equal(new Set([asked[0]!, ...others].map(({ id }) => id)).size, 5)
    })

    test('an account with the e-mail of a deleted account gets its own journey [connections.one-open]', async (t) => {
      const { one, two } = await start(t, backend)
      const before = await one.ask(WANTED)
      const asked = await Promise.all([one, two, one].map((each) => each.ask({ ...WANTED, userId: 'pat-2' })))
      assert.deepEqual(
        asked.map(({ id, userId }) => [id, userId]),
        asked.map(() => [asked[0]!.id, 'pat-2']),
      )
      assert.notEqual(asked[0]!.id, before.id)
      assert.equal((await one.find(before.id))!.state, 'cancelled')
    })

    test('many concurrent pages of another account count as a single attempt, and an unrecorded attempt does not count [connections.other-account]', async (t) => {
      const clock = testClock()
      const store = await openTestStore(t, backend)
      const accessChanges = createAccessChanges(store)
      let isBroken = true
      const record = createAccessLog({
        store,
        clock,
        accessChanges: {
          append: (tx, changes) =>
            isBroken ? Promise.reject(new Error('full')) : accessChanges.append(tx, changes),
        },
      })
      const journey = { ...WANTED, id: newId(), hub: 'garden' } as Journey
      const attempts = () =>
        Promise.allSettled(Array.from({ length: 10 }, () => record(journey, { email: 'kim@x.org' })))
      assert.ok((await attempts()).every(({ status }) => status === 'rejected'))
      isBroken = false
      assert.ok((await attempts()).every(({ status }) => status === 'fulfilled'))
      clock.advance(59_000)
      await attempts()
      const recorded = async () => (await store.db.selectFrom('access_changes').selectAll().execute()).length
      assert.equal(await recorded(), 1)
      clock.advance(1000)
      await attempts()
      assert.equal(await recorded(), 2)
    })

    test('a journey ends once, and the next is another [connections.states]', async (t) => {
      const { clock, one, two, stored } = await start(t, backend)
      const asked = await one.ask(WANTED)
      const [first, second] = await Promise.all([one.start(asked), two.start(asked)])
      assert.ok(first.ok && second.ok)
      assert.equal(first.value.state, 'started')
      stored.push({
        id: 'new',
        provider: 'plants',
        state: 'healthy',
        accessToken: 'a-token',
        expiresAt: null,
        scopes: [],
        createdAt: 1,
        updatedAt: 1,
      })
      const ended = await Promise.all([one.returned(first.value), two.cancel(first.value)])
      const found = (await one.find(asked.id))!
      assert.ok(found.state === 'connected' || found.state === 'cancelled')
      assert.ok(ended[0].ok && ended[0].value.state === found.state && ended[1].state === found.state)
      assert.ok(!JSON.stringify(found).includes('a-token'))
      const next = await two.ask({ ...WANTED, chatId: 'a-chat' })
      assert.notEqual(next.id, asked.id)
      assert.equal((await one.ask({ ...WANTED, chatId: 'another-chat' })).chatId, 'another-chat')
      clock.advance(30 * 60_000)
      assert.equal((await one.find(next.id))!.state, 'expired')
      assert.deepEqual(await two.start(next), { ok: false, refusal: 'over' })
      clock.advance(8 * 24 * 60 * 60_000)
      await one.ask(WANTED)
      assert.equal(await two.find(next.id), null, 'forgotten a week after its end')
    })

    test('the Hub that last used an account is known to the minute [connections.uses]', async (t) => {
      const clock = testClock()
      const store = await openTestStore(t, backend)
      const failures: unknown[] = []
      const uses = createUses({ store, clock, onFailure: (error) => failures.push(error) })
      const use = { hub: 'garden', email: 'pat@example.com', provider: 'plants' }
      const first = clock.now()
      uses.note(use)
      clock.advance(30_000)
      uses.note(use)
      clock.advance(30_000)
      uses.note({ ...use, hub: 'orchard' })
      await uses[Symbol.asyncDispose]()
      assert.deepEqual(await uses.of('pat@example.com'), [
        { hub: 'orchard', provider: 'plants', lastUsedAt: first + 60_000 },
        { hub: 'garden', provider: 'plants', lastUsedAt: first },
      ])
      assert.deepEqual(await uses.of('kim@example.com'), [])
      assert.deepEqual(failures, [])
    })
  })
