import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { copyStore, StoreNotEmpty, type Copied } from '#cluster/copy/copy-store.ts'
import { readLayout } from '#cluster/copy/layout.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { BACKENDS, openTestStore, SQLITE } from '../support/stores.ts'

const ROWS = 300

async function openFilled(t: TestContext): Promise<Store> {
  const location = await SQLITE.locate(t)
  const store = await openStore(location)
  t.after(() => store[Symbol.asyncDispose]())
  const database = new DatabaseSync(location.path, { enableForeignKeyConstraints: false })
  database.exec('drop trigger chatapp_user_added; begin')
  for (const { name } of await readLayout(store.db)) {
    database.exec(`delete from "${name}"`)
    const columns = database.prepare('select name, type, "notnull", pk from pragma_table_info(?)').all(name)
    const names = columns.map((column) => `"${String(column['name'])}"`).join()
    const places = columns.map(() => '?').join()
    const insert = database.prepare(`insert into "${name}" (${names}) values (${places})`)
    for (let n = 1; n <= ROWS; n++)
      insert.run(
        ...columns.map(({ type, notnull, pk }) => {
          if (notnull === 0 && pk === 0 && n % 3 === 0) return null
          if (type === 'bigint') return n * 7_000_000_000
          return type === 'text' ? `№${n} 'ä"\\ 𝄞\n` : n
        }),
      )
  }
  database.exec(`commit; create trigger chatapp_user_added after insert on chatapp_users begin select 1; end`)
  database.close()
  return store
}

async function copy(from: Store, to: Store) {
  const reported: Copied[] = []
  const is = await copyStore({ from, to, refuse: async () => {}, onTable: (copied) => reported.push(copied) })
  return { is, told: reported }
}

const postgres = BACKENDS.find(({ kind }) => kind === 'postgres')!
const sqlite = BACKENDS.find(({ kind }) => kind === 'sqlite')!

describe('copies of a store', { skip: postgres.skip }, () => {
  test('every table of a file is copied to a server and back, row by row [store.copied]', async (t) => {
    const file = await openFilled(t)
    const server = await openTestStore(t, postgres)
    const there = await copy(file, server)
    assert.equal(there.is, 'copied')
    assert.ok(there.told.length > 70)
    for (const { table, rows } of there.told) assert.equal(rows, ROWS, table)
    const back = await copy(server, await openTestStore(t, sqlite))
    assert.deepEqual(back, there)
    assert.deepEqual(await copy(file, server), { is: 'there', told: there.told }, 'done again it compares')
  })

  test('a server goes on where the file was: numbers, references, triggers and words [store.copied]', async (t) => {
    const file = await openFilled(t)
    const server = await openTestStore(t, postgres)
    await copy(file, server)
    await sql`update chatapp_users set name = 'Ann' where id = (select min(id) from chatapp_users)`.execute(
      server.db,
    )
    const { seq } = await server.db
      .selectFrom('chatapp_user_changes')
      .select('seq')
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    assert.ok(seq > ROWS, 'a change of an account has the next number')
    await assert.rejects(
      sql`update chatapp_sessions set user_id = 'nobody'`.execute(server.db),
      /violates foreign key/,
    )
    const asked = await server.db
      .selectFrom('chatapp_settings')
      .select('value')
      .where('key', '=', 'internal.chat_search')
      .executeTakeFirst()
    assert.equal(asked?.value, '{"chat":"","message":""}', 'chats are to be indexed')
  })

  for (const backend of BACKENDS)
    test(`a copy to ${backend.kind} that can't be whole leaves nothing there [store.copied]`, async (t) => {
      const file = await openFilled(t)
      const to = await openTestStore(t, backend)
      await sql`pragma foreign_keys = off`.execute(file.db)
      await sql`update chatapp_sessions set user_id = 'nobody' where id = (select min(id) from chatapp_sessions)`.execute(
        file.db,
      )
      await assert.rejects(copy(file, to), /foreign key/i)
      assert.equal((await to.db.selectFrom('chatapp_users').select('id').execute()).length, 0)
      await sql`update chatapp_sessions set user_id = (select min(id) from chatapp_users)`.execute(file.db)
      assert.equal((await copy(file, to)).is, 'copied', 'and is done again')
    })

  test('a store with other rows is refused, and stays unchanged [store.copied]', async (t) => {
    const file = await openFilled(t)
    const server = await openTestStore(t, postgres)
    await server.db.insertInto('chatapp_settings').values({ key: 'colour', value: '"red"' }).execute()
    await assert.rejects(copy(file, server), (error) => error instanceof StoreNotEmpty)
    assert.deepEqual(await server.db.selectFrom('chatapp_settings').selectAll().execute(), [
      { key: 'colour', value: '"red"' },
    ])
  })
})
