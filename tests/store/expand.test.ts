import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type Kysely } from 'kysely'
import { generationOf, type SchemaMigration } from '#ground/store/generations.ts'
import { MIGRATIONS } from '#ground/store/migrations/index.ts'
import { openStore } from '#ground/store/store.ts'
import { stepsAhead } from '../scale/next-steps.ts'
import { createPostgresDatabase, postgresPrograms } from '../support/postgres.ts'
import { breaksBetween, heldTables, shapeOf } from './support/breaks.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

async function storeWith(steps: Readonly<Record<string, SchemaMigration>>) {
  return openStore({ kind: 'postgres', url: await createPostgresDatabase() }, { migrations: steps })
}

async function take(db: Kysely<any>, step: SchemaMigration): Promise<{ breaks: string[]; held: string[] }> {
  const before = await shapeOf(db)
  return db.transaction().execute(async (tx) => {
    await step.up(tx)
    return { breaks: breaksBetween(before, await shapeOf(tx)), held: await heldTables(tx, before) }
  })
}

test(
  'a migration removes only declared objects, and locks one table at a time [store.expand]',
  { skip },
  async () => {
    const all = Object.entries(stepsAhead(MIGRATIONS, 2))
    const first = all.filter(([, step]) => generationOf(step) === 1)
    await using store = await storeWith(Object.fromEntries(first))
    for (const [name, step] of all.slice(first.length)) {
      const { breaks, held } = await take(store.db, step)
      assert.deepEqual(
        breaks,
        [...(step.removes ?? [])].toSorted(),
        `${name}: what it breaks is not what it says`,
      )
      assert.ok(held.length <= 1, `${name} holds ${held.join(' and ')} at once: make a step of each`)
    }
  },
)

test('generations follow one another in the order of the steps [store.expand]', () => {
  const generations = Object.values(MIGRATIONS).map(generationOf)
  generations.forEach((own, n) =>
    assert.ok(own - (generations[n - 1] ?? 1) === 0 || own === generations[n - 1]! + 1),
  )
  for (const [name, step] of Object.entries(MIGRATIONS))
    assert.ok(!step.removes || generationOf(step) > 1, `${name} takes away what no release had`)
})

test(
  'a change that breaks the previous release is found, and a compatible change is not [store.expand]',
  { skip },
  async () => {
    await using store = await storeWith(MIGRATIONS)
    const broken = async (statement: string) => {
      const { breaks } = await take(store.db, {
        up: async (db) => void (await sql.raw(statement).execute(db)),
      })
      return breaks
    }
    for (const [statement, expected] of [
      ['alter table usage_turns add column a text', []],
      ['alter table usage_turns add column b integer not null default 1', []],
      ['alter table inbox_events alter column size type bigint', []],
      ['alter table machines alter column version drop not null', []],
      ['create index by_a on usage_turns (a)', []],
      ['create table things (id text primary key, of text not null unique)', []],
      ['alter table usage_turns add column c text not null', ['usage_turns.c']],
      ['alter table usage_turns drop column c', ['usage_turns.c']],
      ['alter table usage_turns rename column b to d', ['usage_turns.b']],
      ['alter table usage_turns alter column d drop default', ['usage_turns.d']],
      ['alter table inbox_events alter column size type text', ['inbox_events.size']],
      ['alter table machines alter column version set not null', ['machines.version']],
      ['create unique index one_a on usage_turns (a)', ['usage_turns: one_a']],
      ['drop index one_a', ['usage_turns: one_a']],
      ["alter table machines add constraint named check (name <> '')", ['machines: named']],
      ['alter table things rename to others', ['things']],
      ['drop table others', ['others']],
    ] as const)
      assert.deepEqual(await broken(statement), expected, statement)
  },
)
