import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { openStore } from '#ground/store/store.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { pgbouncerProgram, startPgbouncer } from '../support/pgbouncer.ts'
import { createDatabaseFor } from '../support/postgres-role.ts'
import { asSuperuser, createPostgresDatabase, postgresPrograms } from '../support/postgres.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'
const located = (url: string) => ({ kind: 'postgres', url }) as const

async function works(url: string, value: string): Promise<string[]> {
  await using store = await openStore(located(url))
  await store.transaction((tx) => tx.insertInto('chatapp_settings').values({ key: value, value }).execute())
  const rows = await store.db.selectFrom('chatapp_settings').select('value').orderBy('value').execute()
  return rows.map((row) => row.value)
}

describe('a store on an operator’s Postgres', { skip }, () => {
  test('a role without CREATE learns the missing grant, and then works [store.grants]', async () => {
    const { url, role, superuser } = await createDatabaseFor('grant usage on schema public to ROLE')
    await assert.rejects(openStore(located(url)), {
      name: 'StoreNotGranted',
      message:
        `the role ${role} of SVC_DATABASE_URL may not create tables in the schema public; ` +
        `let its owner run: grant usage, create on schema "public" to "${role}"`,
    })
    await asSuperuser(superuser, `grant usage, create on schema "public" to "${role}"`)
    assert.deepEqual(await works(url, 'a'), ['a'])
  })

  test('a role without a schema gets a message [store.grants]', async () => {
    const { url, role, superuser } = await createDatabaseFor('alter role ROLE set search_path = garden')
    await assert.rejects(openStore(located(url)), {
      name: 'StoreNotGranted',
      message: new RegExp(`search path garden that the role ${role} can use; .*create schema`),
    })
    await asSuperuser(superuser, `create schema garden authorization "${role}"`)
    assert.deepEqual(await works(url, 'a'), ['a'])
  })

  test('two schemas of a database hold two stores [store.own-schema]', async () => {
    const url = await createPostgresDatabase()
    assert.deepEqual(await works(url, 'first'), ['first'])
    await asSuperuser(url, 'create schema garden')
    const second = `${url}&options=-csearch_path%3Dgarden,public`
    assert.deepEqual(await works(second, 'second'), ['second'])
    assert.deepEqual(await works(url, 'third'), ['first', 'third'])
    assert.deepEqual(await works(second, 'fourth'), ['fourth', 'second'])
  })
})

describe('a store behind pgbouncer', { skip: skip || (pgbouncerProgram ? false : 'no pgbouncer') }, () => {
  test('it says the setting that is missing, and works with it [store.pgbouncer]', async (t: TestContext) => {
    const { superuser } = await createDatabaseFor()
    const plain = await startPgbouncer(t, superuser, {})
    await assert.rejects(openStore(located(plain)), {
      name: 'StoreUnusable',
      message:
        /add lock_timeout,statement_timeout,idle_in_transaction_session_timeout to pgbouncer’s ignore_startup_parameters$/,
    })
    const url = await startPgbouncer(t, superuser, {
      ignore_startup_parameters: 'lock_timeout,statement_timeout,idle_in_transaction_session_timeout',
    })
    assert.deepEqual(await works(url, 'a'), ['a'])
    await using store = await openStore(located(url))
    const increments = Array.from({ length: 40 }, () =>
      store.transaction((tx) =>
        tx
          .updateTable('chatapp_settings')
          .set({ value: sql`value || 'b'` })
          .execute(),
      ),
    )
    await Promise.all(increments)
    const { value } = await store.db.selectFrom('chatapp_settings').select('value').executeTakeFirstOrThrow()
    assert.equal(value, `a${'b'.repeat(40)}`)
  })

  test('with a pool of statements it says which pool works, also for a prepared database [store.pgbouncer]', async (t: TestContext) => {
    const { superuser } = await createDatabaseFor()
    const ignore_startup_parameters = 'lock_timeout,statement_timeout,idle_in_transaction_session_timeout'
    const settings = { ignore_startup_parameters, pool_mode: 'statement' }
    const url = await startPgbouncer(t, superuser, settings)
    const refused = {
      name: 'StoreUnusable',
      message: /; set pgbouncer’s pool_mode to transaction or session$/,
    }
    await assert.rejects(openStore(located(url)), refused)
    const pooled = await startPgbouncer(t, await createMigratedPostgres(), settings)
    await assert.rejects(openStore(located(pooled)), refused)
  })
})
