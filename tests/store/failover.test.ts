import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { asSuperuser, postgresPrograms } from '../support/postgres.ts'
import { startPostgresPair, type PostgresPair } from '../support/postgres-pair.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'
const located = (url: string) => ({ kind: 'postgres', url }) as const

let started: Promise<PostgresPair> | undefined
const thePair = () => (started ??= startPostgresPair())

const portOf = async ({ db }: Store): Promise<number> => {
  const { rows } = await sql<{ port: string }>`select current_setting('port') as port`.execute(db)
  return Number(rows[0]!.port)
}

const save = ({ db }: Store, key: string) =>
  db.insertInto('chatapp_settings').values({ key, value: '1' }).execute()

const kept = async ({ db }: Store): Promise<Set<string>> =>
  new Set((await db.selectFrom('chatapp_settings').select('key').execute()).map(({ key }) => key))

async function working(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  for (;;) {
    try {
      await work()
      return performance.now() - begun
    } catch (error) {
      assert.ok(isStoreUnavailable(error), String(error))
      await pause(50)
    }
  }
}

async function firstRefused(store: Store): Promise<unknown> {
  for (let n = 0; ; n++) {
    try {
      await save(store, `before-${n}`)
    } catch (error) {
      return error
    }
  }
}

// The order of the tests matters: each test uses the servers as the previous test left them.
describe('a store on a primary and its standby', { skip, timeout: 120_000 }, () => {
  test('the server that accepts writes is used, in any order of the addresses [store.primary]', async () => {
    const { first, second, urlOf } = await thePair()
    for (const url of [urlOf(first, second), urlOf(second, first)]) {
      await using store = await openStore(located(url))
      await save(store, url)
      await store.check()
      assert.equal(await portOf(store), first.port)
    }
    await assert.rejects(openStore(located(`${second.url}?target_session_attrs=primary`)), {
      name: 'StoreUnusable',
      message: /accepts no changes/,
    })
  })

  test('connections to a server that became read-only are replaced once it says so [store.primary]', async () => {
    const { first, second, urlOf } = await thePair()
    await using store = await openStore(located(urlOf(second, first)))
    const pids = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db)).rows[0]!.pid
    const before = await pids()
    const setting = (value: string) =>
      asSuperuser(
        first.url,
        `alter system set default_transaction_read_only = ${value}`,
        'select pg_reload_conf()',
      )
    await setting('on')
    try {
      const refused = await firstRefused(store)
      assert.ok(isStoreUnavailable(refused), String(refused))
      await assert.rejects(store.check(), /127.0.0.1:\d+: the database accepts no changes.*; 127.0.0.1:\d+: /)
    } finally {
      await asSuperuser(
        `${first.url}?options=-cdefault_transaction_read_only%3Doff`,
        'alter system reset default_transaction_read_only',
        'select pg_reload_conf()',
      )
    }
    await working(() => save(store, 'taken'))
    assert.notEqual(await pids(), before)
    assert.ok((await kept(store)).has('taken'))
  })

  test('a silent server fails waiting work like a stopped server, and is used again [store.silent]', async (t) => {
    const { first, second, urlOf } = await thePair()
    await using store = await openStore(located(urlOf(first, second)))
    await using alone = await openStore(located(first.url))
    first.freeze()
    const begun = performance.now()
    const asked = [store, alone].flatMap((one) => Array.from({ length: 12 }, () => portOf(one)))
    for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
      assert.ok(status === 'rejected' && isStoreUnavailable(reason), String(reason))
    const ms = performance.now() - begun
    first.thaw()
    assert.ok(ms < 15_000, `it took ${ms} ms`)
    t.diagnostic(`all of ${asked.length} had failed after ${Math.round(ms)} ms`)
    for (const one of [store, alone]) await working(() => portOf(one))
  })

  test('a statement that works long at a server that is there is left alone [store.silent]', async () => {
    const { first, second, urlOf } = await thePair()
    await using store = await openStore(located(urlOf(first, second)))
    const { rows } = await sql<{ done: number }>`select 1 as done from pg_sleep(5)`.execute(store.db)
    assert.equal(rows[0]!.done, 1)
  })

  test('writes acknowledged before the primary fails exist once after the promotion; the old primary returns as a standby and is not used [store.failover]', async (t) => {
    const { first, second, urlOf } = await thePair()
    await using store = await openStore(located(urlOf(first, second)))
    await sql`create table written (key text not null)`.execute(store.db)
    const acknowledged: string[] = []
    let isOver = false
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n++) {
        const key = `${writer}-${n}`
        try {
          await sql`insert into written values (${key})`.execute(store.db)
          acknowledged.push(key)
        } catch (error) {
          assert.ok(isStoreUnavailable(error), String(error))
          await pause(20)
        }
      }
    }
    const writers = Promise.all([1, 2, 3, 4].map(write))
    await pause(500)
    first.freeze()
    const before = acknowledged.length
    assert.ok(before > 0)
    await pause(300)
    second.promote()
    t.diagnostic(
      `the first success came ${Math.round(await working(() => portOf(store)))} ms after the promotion`,
    )
    await pause(300)
    first.kill()
    await first.startAsStandby()
    await pause(300)
    isOver = true
    await writers
    assert.ok(acknowledged.length > before)
    const { rows } = await sql<{ key: string }>`select key from written`.execute(store.db)
    const found = rows.map(({ key }) => key)
    assert.equal(new Set(found).size, found.length)
    assert.deepEqual(
      acknowledged.filter((key) => !found.includes(key)),
      [],
    )
    assert.equal(await portOf(store), second.port)
    await using later = await openStore(located(urlOf(first, second)))
    assert.equal(await portOf(later), second.port)
  })
})
