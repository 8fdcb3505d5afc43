import assert from 'node:assert/strict'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { StoreNotMigrated, StoreTooNew } from '#ground/store/errors.ts'
import { MIGRATIONS } from '#ground/store/migrations/index.ts'
import { openStore } from '#ground/store/store.ts'
import { BACKENDS } from '../support/stores.ts'
import { runProcess } from './support/process.ts'

for (const backend of BACKENDS)
  describe(`schema on ${backend.kind}`, { skip: backend.skip }, () => {
    test('three processes that open a new store together build its schema once [store.schema-once]', async (t) => {
      const location = await backend.locateNone(t)
      await Promise.all(['a', 'b', 'c'].map((key) => runProcess('write-setting.ts', location, key)))
      await using store = await openStore(location)
      const keys = await store.db.selectFrom('chatapp_settings').select('key').orderBy('key').execute()
      assert.deepEqual(keys, [{ key: 'a' }, { key: 'b' }, { key: 'c' }])
      const applied = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(
        store.db,
      )
      assert.deepEqual(
        applied.rows.map((row) => row.name),
        Object.keys(MIGRATIONS),
      )
    })

    test('written data are there when the store is opened again [store.reopen]', async (t) => {
      const location = await backend.locateNone(t)
      {
        await using store = await openStore(location)
        await store.db.insertInto('chatapp_settings').values({ key: 'colour', value: '"red"' }).execute()
      }
      await using store = await openStore(location)
      const rows = await store.db.selectFrom('chatapp_settings').selectAll().execute()
      assert.deepEqual(rows, [{ key: 'colour', value: '"red"' }])
    })

    test('a step that fails leaves nothing behind, and a later open succeeds [store.schema-whole]', async (t) => {
      const location = await backend.locateNone(t)
      const broken = {
        ...MIGRATIONS,
        '9999-broken': {
          async up(db: Parameters<(typeof MIGRATIONS)[string]['up']>[0]) {
            await db.schema.createTable('half_done').addColumn('id', 'text').execute()
            throw new Error('power cut')
          },
        },
      }
      await assert.rejects(openStore(location, { migrations: broken }), /power cut/)
      await using store = await openStore(location)
      const tables = await store.db.introspection.getTables()
      assert.ok(tables.some((table) => table.name === 'chatapp_users'))
      assert.ok(!tables.some((table) => table.name === 'half_done'))
    })

    test('a store with an older schema that must not change is refused, and one with the current schema is opened [store.unchanged]', async (t) => {
      const location = await backend.locateNone(t)
      const refused = (isEmpty: boolean) => (error: unknown) =>
        error instanceof StoreNotMigrated && error.isEmpty === isEmpty
      await assert.rejects(openStore(location, { mayMigrate: false }), refused(true))
      await (await openStore(location))[Symbol.asyncDispose]()
      const later = { ...MIGRATIONS, '9001-later': { generation: 2, up: async () => {} } }
      await assert.rejects(openStore(location, { migrations: later, mayMigrate: false }), refused(false))
      await using store = await openStore(location, { mayMigrate: false })
      const applied = await sql<{ name: string }>`select name from schema_migrations`.execute(store.db)
      assert.deepEqual(
        applied.rows.map(({ name }) => name),
        Object.keys(MIGRATIONS),
      )
    })

    test('a store that a newer release has changed is refused with the step it has [store.schema-newer]', async (t) => {
      const location = await backend.locateNone(t)
      const newer = { ...MIGRATIONS, '9999-from-the-future': { up: async () => {} } }
      await (await openStore(location, { migrations: newer }))[Symbol.asyncDispose]()
      await assert.rejects(
        openStore(location),
        (error) => error instanceof StoreTooNew && /9999-from-the-future/.test(error.message),
      )
    })
  })

test('the file and its folder are readable by their owner only [store.private-file]', async (t) => {
  const location = await BACKENDS[0]!.locateNone(t)
  assert.ok(location.kind === 'sqlite')
  await using store = await openStore(location)
  await store.db.insertInto('chatapp_settings').values({ key: 'a', value: '1' }).execute()
  const folder = dirname(location.path)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  const files = await readdir(folder)
  assert.deepEqual(files.toSorted(), ['hub.db', 'hub.db-shm', 'hub.db-wal'])
  for (const file of files) assert.equal((await stat(join(folder, file))).mode & 0o777, 0o600, file)
})
