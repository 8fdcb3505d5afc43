import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { isForeignKeyViolation, isUniqueViolation } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

for (const backend of BACKENDS)
  describe(`rows on ${backend.kind}`, { skip: backend.skip }, () => {
    test('text, numbers, flags, JSON and nulls come back as stored [store.values] [store.same-on-both]', async (t) => {
      const store = await openTestStore(t, backend)
      const extra = JSON.stringify({ nested: [1, 'zwei', null, true], nul: '\0', emoji: '🌱' })
      const user = {
        ...USER,
        name: 'Zoë 🌱 "q" \\ \n',
        oauth: null,
        released_issuer: null,
        last_active_at: Number.MAX_SAFE_INTEGER,
      }
      const chat = {
        ...CHAT,
        extra,
        pinned: 1,
        share_id: null,
        archived: 0,
        created_at: -1,
        folder_id: null,
        turn_epoch: 0,
        deleted_at: null,
      }
      await store.db.insertInto('chatapp_users').values(user).execute()
      await store.db.insertInto('chatapp_chats').values(chat).execute()
      assert.deepEqual(await store.db.selectFrom('chatapp_users').selectAll().execute(), [user])
      assert.deepEqual(await store.db.selectFrom('chatapp_chats').selectAll().execute(), [chat])
    })

    test('any text is returned unchanged, except NUL characters [store.no-nul]', async (t) => {
      const store = await openTestStore(t, backend)
      const text = fc.string({ unit: 'binary', maxLength: 200 })
      let n = 0
      await fc.assert(
        fc.asyncProperty(text, async (value) => {
          const key = `k${n++}`
          await store.db.insertInto('chatapp_settings').values({ key, value }).execute()
          const found = store.db.selectFrom('chatapp_settings').select('value').where('key', '=', key)
          assert.equal(
            (await found.executeTakeFirstOrThrow()).value,
            value.replaceAll('\0', '').toWellFormed(),
          )
        }),
      )
      const hidden = store.db.selectFrom('chatapp_settings').select('key').where('key', '=', 'k\u00000')
      assert.deepEqual(await hidden.execute(), [{ key: 'k0' }])
    })

    test('counts and sums are numbers, and a number of changed rows is returned [store.numbers]', async (t) => {
      const store = await openTestStore(t, backend)
      await store.db
        .insertInto('chatapp_users')
        .values([USER, { ...USER, id: 'u2', email: 'b@x.org' }])
        .execute()
      const totals = await store.db
        .selectFrom('chatapp_users')
        .select((row) => [
          row.fn.countAll<number>().as('people'),
          row.fn.sum<number>('created_at').as('seconds'),
        ])
        .executeTakeFirst()
      assert.deepEqual(totals, { people: 2, seconds: 200 })
      const { numUpdatedRows } = await store.db
        .updateTable('chatapp_users')
        .set({ name: 'N' })
        .executeTakeFirst()
      assert.equal(numUpdatedRows, 2n)
      const removed = store.db.deleteFrom('chatapp_users').where('id', '=', 'u2').returning(['id', 'name'])
      assert.deepEqual(await removed.execute(), [{ id: 'u2', name: 'N' }])
    })

    test('text compares case by case, and lower() knows every alphabet [store.text-compare]', async (t) => {
      const store = await openTestStore(t, backend)
      for (const key of ['Straße', 'ОГОРОД', 'Garden'])
        await store.db.insertInto('chatapp_settings').values({ key, value: '' }).execute()
      assert.deepEqual(await keysLike(store, 'g%'), [])
      assert.deepEqual(await keysLike(store, 'G%'), ['Garden'])
      const lowered = await sql<{ word: string }>`select lower(key) as word from chatapp_settings
        order by length(key), key`.execute(store.db)
      assert.deepEqual(
        lowered.rows.map((row) => row.word),
        ['garden', 'straße', 'огород'],
      )
    })

    test('a duplicate key and a missing parent are distinguished [store.violations]', async (t) => {
      const store = await openTestStore(t, backend)
      const insert = (user: typeof USER) => store.db.insertInto('chatapp_users').values(user).execute()
      await insert(USER)
      await assert.rejects(insert(USER), isUniqueViolation)
      await assert.rejects(insert({ ...USER, id: 'other id, same e-mail' }), isUniqueViolation)
      const orphan = store.db
        .insertInto('chatapp_chats')
        .values({ ...CHAT, user_id: 'nobody' })
        .execute()
      await assert.rejects(orphan, (error) => isForeignKeyViolation(error) && !isUniqueViolation(error))
    })

    test('deleting an account deletes its rows with it [store.cascade]', async (t) => {
      const store = await openTestStore(t, backend)
      await fillAccount(store)
      await store.db.deleteFrom('chatapp_users').where('id', '=', USER.id).execute()
      for (const table of OWNED)
        assert.deepEqual(await store.db.selectFrom(table).selectAll().execute(), [], table)
    })
  })

const USER = {
  id: 'u1',
  email: 'a@x.org',
  name: 'A',
  role: 'user',
  password_hash: null,
  profile_image_url: '/user.png',
  oauth: null as string | null,
  settings: '{}',
  created_at: 100,
  updated_at: 100,
  last_active_at: 100,
}

const CHAT = {
  id: 'c1',
  user_id: 'u1',
  title: 'Tomatoes',
  current_message_id: null,
  extra: '{}',
  pinned: 0,
  archived: 0,
  created_at: 1,
  updated_at: 2,
}

const OWNED = [
  'chatapp_sessions',
  'chatapp_api_keys',
  'chatapp_chats',
  'chatapp_messages',
  'chatapp_files',
] as const

async function fillAccount({ db }: Store): Promise<void> {
  const owned = { user_id: USER.id, created_at: 1 }
  await db.insertInto('chatapp_users').values(USER).execute()
  await db
    .insertInto('chatapp_sessions')
    .values({ ...owned, id: 's1', expires_at: 2 })
    .execute()
  await db
    .insertInto('chatapp_api_keys')
    .values({
      ...owned,
      id: 'k1',
      name: '',
      key_hash: 'h',
      hint: 'abcd',
      expires_at: null,
      last_used_at: null,
    })
    .execute()
  await db.insertInto('chatapp_chats').values(CHAT).execute()
  await db
    .insertInto('chatapp_messages')
    .values({
      chat_id: CHAT.id,
      id: 'm1',
      parent_id: null,
      role: 'user',
      content: 'hi',
      model: null,
      state: 'done',
      extra: '{}',
      created_at: 1,
      position: 0,
    })
    .execute()
  await db
    .insertInto('chatapp_files')
    .values({
      ...owned,
      id: 'f1',
      filename: 'a.txt',
      content_type: 'text/plain',
      size: 1,
      hash: 'h',
      meta: '{}',
      updated_at: 1,
    })
    .execute()
  for (const table of OWNED) assert.equal((await db.selectFrom(table).selectAll().execute()).length, 1, table)
}

const keysLike = async (store: Store, pattern: string): Promise<string[]> => {
  const found = store.db.selectFrom('chatapp_settings').select('key').where('key', 'like', pattern)
  return (await found.execute()).map((row) => row.key)
}
