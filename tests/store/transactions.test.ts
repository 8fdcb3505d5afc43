import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { isLockTimeout } from '#ground/store/errors.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { runProcess, startProcess } from './support/process.ts'

const PROCESSES = 3
const INCREMENTS = 600

for (const backend of BACKENDS)
  describe(`transactions on ${backend.kind}`, { skip: backend.skip }, () => {
    test('three processes that read, then update, lose no update [store.no-lost-update]', async (t) => {
      const location = await backend.locate(t)
      await using store = await openStore(location)
      await setCounter(store, '0')
      await Promise.all(
        Array.from({ length: PROCESSES }, () => runProcess('increment.ts', location, String(INCREMENTS))),
      )
      assert.equal(await counter(store), String(PROCESSES * INCREMENTS))
    })

    test('a transaction that throws changes nothing and passes the error on [store.transaction-whole]', async (t) => {
      const store = await openTestStore(t, backend)
      await setCounter(store, '1')
      const failing = store.transaction(async (tx) => {
        await tx.updateTable('chatapp_settings').set({ value: '2' }).execute()
        throw new Error('changed my mind')
      })
      await assert.rejects(failing, /changed my mind/)
      assert.equal(await counter(store), '1')
    })

    test('a writer waits for another one and then goes on [store.loop-runs]', async (t) => {
      const location = await backend.locate(t)
      await using first = await openStore(location)
      await using second = await openStore(location)
      await setCounter(first, '0')
      let waiting: Promise<unknown>
      const turns = countTurns()
      await first.transaction(async (tx) => {
        await tx.updateTable('chatapp_settings').set({ value: '1' }).execute()
        waiting = append(second, '2')
        await turns.reach(100) // the event loop continues while `append` waits for this transaction
      })
      await waiting!
      assert.equal(await counter(first), '12')
    })

    test('a reader does not wait behind writers that wait [store.reads-go-on]', async (t) => {
      const location = await backend.locate(t)
      await using holder = await openStore(location)
      await using store = await openStore(location)
      await setCounter(holder, '0')
      const waiting: Promise<unknown>[] = []
      await holder.transaction(async (tx) => {
        await tx.updateTable('chatapp_settings').set({ value: '1' }).execute()
        waiting.push(append(store, '2'), append(store, '3'))
        assert.equal(await counter(store), '0')
      })
      await Promise.all(waiting)
      assert.match(await counter(store), /^1(23|32)$/)
    })

    test('a writer that waits too long gives up and changes nothing [store.lock-timeout]', async (t) => {
      const location = await backend.locate(t)
      await using holder = await openStore(location)
      await using impatient = await openStore(location, { lockTimeoutMs: 50 })
      await setCounter(holder, '0')
      await holder.transaction(async (tx) => {
        await tx.updateTable('chatapp_settings').set({ value: '1' }).execute()
        await assert.rejects(append(impatient, '2'), isLockTimeout)
      })
      assert.equal(await counter(impatient), '1')
    })

    test('acknowledged writes are there after the process was killed [store.survives-kill]', async (t) => {
      const location = await backend.locate(t)
      const child = startProcess('write-forever.ts', location)
      const acknowledged: string[] = []
      for await (const line of createInterface({ input: child.stdout! })) {
        acknowledged.push(line)
        if (acknowledged.length === 200) child.kill('SIGKILL')
      }
      if (child.signalCode === null) await once(child, 'exit')
      await using store = await openStore(location)
      const rows = await store.db.selectFrom('chatapp_settings').select('key').execute()
      const keys = new Set(rows.map((row) => row.key))
      assert.deepEqual(
        acknowledged.filter((key) => !keys.has(key)),
        [],
      )
      assert.ok(acknowledged.length >= 200)
    })
  })

const setCounter = (store: Store, value: string) =>
  store.db.insertInto('chatapp_settings').values({ key: 'counter', value }).execute()

const counter = async (store: Store): Promise<string> =>
  (await store.db.selectFrom('chatapp_settings').select('value').executeTakeFirstOrThrow()).value

const append = (store: Store, text: string) =>
  store.db
    .updateTable('chatapp_settings')
    .set((row) => ({ value: row('value', '||', text) }))
    .execute()

const countTurns = () => ({
  async reach(turns: number): Promise<void> {
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve))
  },
})
