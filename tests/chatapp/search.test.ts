import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '#ground/base/clock.ts'
import { createStoredChats } from '#chatapp/chats/chats.ts'
import { ChatForm } from '#chatapp/chats/schema.ts'
import { findDocuments, foundMessages } from '#chatapp/chats/search/found.ts'
import { openStore } from '#ground/store/store.ts'
import { seedChats } from '../support/chats.ts'
import { plansOf } from '../support/plans.ts'
import { BACKENDS } from '../support/stores.ts'
import { until } from '../support/until.ts'
import type { Answer, Client } from './client.ts'
import { ask, finished } from './page.ts'
import { startTestChatapp } from './started-chatapp.ts'

const titles = (answer: Answer): string[] => answer.json.map((chat: { title: string }) => chat.title)

const search = async (client: Client, text: string) =>
  titles(await client.get(`/api/v1/chats/search?text=${encodeURIComponent(text)}`)).toSorted()

const chatWith = (client: Client, title: string, content: string): Promise<Answer> =>
  client.post('/api/v1/chats/new', {
    chat: { title, history: { messages: { m1: { role: 'user', content } } } },
  })

for (const backend of BACKENDS)
  describe(`search in chats on ${backend.kind}`, { skip: backend.skip }, () => {
    test('finds beginnings of words, in any script and order, of one message or title [chatapp.search]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      await chatWith(ann, 'Straße nach Köln', 'nothing here')
      await chatWith(ann, 'Numbers', 'Discount of 50% on_all, since Crème brûlée')
      await chatWith(ann, '旅行', '私は東京都に住んでいます')
      assert.deepEqual(await search(ann, 'KÖLN stra'), ['Straße nach Köln'])
      assert.deepEqual(await search(ann, 'koln'), ['Straße nach Köln'])
      assert.deepEqual(await search(ann, '50% ON_A creme'), ['Numbers'])
      assert.deepEqual(await search(ann, '東京'), ['旅行'])
      assert.deepEqual(await search(ann, '京'), ['旅行'])
      assert.deepEqual(await search(ann, '旅'), ['旅行'])
      assert.deepEqual(await search(ann, 'numbers discount'), [])
      assert.deepEqual(await search(ann, 'oln'), [])
      for (const signs of ['%', '_', '"', "' | '", '!& (', '\\', 'AND NEAR', 'a" OR "b', "x:* | 'y"])
        assert.deepEqual(await search(ann, signs), [], signs)
      assert.equal((await search(ann, ' ')).length, 3)
    })

    test('asks the index of words once, however many messages of a chat match [chatapp.search]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const { id } = (await chatWith(ann, 'Water', 'every evening')).json
      const plans = await plansOf(chat.store, async (db) => {
        const documents = await findDocuments(chat.store.db, ann.id, 'evening')
        for (const areFew of [true, false]) await foundMessages(db, { ...documents!, areFew }, [id])
      })
      assert.ok(plans.length > 1)
      const steps = plans.flatMap(({ steps }) => steps).join('\n')
      assert.doesNotMatch(steps, /message_id=\? AND rowid=\?/, 'asked anew for each message')
    })

    test('a word that many messages have gives the pages that a plain reading gives [chatapp.search-common]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const { id: ownerId } = await chat.signUp('Ann')
      let now = 1_700_000_000_000
      const clock = { ...systemClock, now: () => (now += 500) }
      const chats = createStoredChats({ store: chat.store, clock, unsaved: NOTHING_WAITS })
      const isFound = (n: number, m: number) => n % 7 !== 3 && m < 140 - n && (m + n) % 5 > 0
      for (let n = 0; n < 80; n++) {
        const title = n % 7 === 3 && n % 2 ? 'Gardening' : `Chat ${n}`
        const output = (m: number) =>
          isFound(n, m) ? `The gardens get water, ${m}` : `Nothing of that, ${m}`
        const messages = Array.from({ length: 150 }, (_, m) => [
          `m${m}`,
          { role: 'user', content: output(m), parentId: m ? `m${m - 1}` : null },
        ])
        await chats.create(ownerId, chatForm(title, messages))
      }
      const all = await chats.list({ ownerId, archived: null })
      const expected = all.flatMap(({ id, title }): { id: string; message: string | undefined }[] => {
        const n = Number(title.replace('Chat ', ''))
        if (title === 'Gardening') return [{ id, message: undefined }]
        const last = Array.from({ length: 150 }, (_, m) => m).findLast((m) => isFound(n, m))
        return last === undefined ? [] : [{ id, message: `m${last}` }]
      })
      for (const offset of [0, 20, 60, 200]) {
        const listing = { ownerId, archived: null, offset, limit: 20 }
        const found = await chats.search(listing, 'garden')
        const shown = found.chats.map(({ id }) => ({ id, message: found.messages.get(id)?.id }))
        assert.deepEqual(shown, expected.slice(offset, offset + 20), `from ${offset}`)
      }
    })

    test('follows messages, new names and deletions, and is for the owner alone [chatapp.search]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t), defaultRole: 'user' })
      const ann = await chat.signUp('Ann')
      const bob = await chat.signUp('Bob')
      await publishGarden(ann)
      const { json } = await chatWith(ann, 'First', 'marigold seeds')
      await chatWith(bob, 'His', 'marigold as well')
      await ann.post(`/api/v1/chats/${json.id}`, {
        chat: { title: 'Renamed', history: { messages: { m1: { content: 'tulip bulbs' } } } },
      })
      assert.deepEqual(await search(ann, 'marigold'), [])
      assert.deepEqual(await search(ann, 'first'), [])
      assert.deepEqual(await search(ann, 'renam'), ['Renamed'])
      assert.deepEqual(await search(ann, 'tulip'), ['Renamed'])
      assert.deepEqual(await search(bob, 'marigold'), ['His'])
      await finished(ann, await ask(ann, { user_message: { content: 'What grows in Mayence?' } }))
      assert.deepEqual(await search(ann, 'mayence'), ['What grows in Mayence?'])
      assert.deepEqual(await search(ann, 'hello'), ['What grows in Mayence?'], 'what the agent answered')
      await ann.delete(`/api/v1/chats/${json.id}`)
      assert.deepEqual(await search(ann, 'tulip'), [])
      await ann.delete(`/api/v1/users/${bob.id}`)
      const left = await chat.store.db.selectFrom('chatapp_search').select('chat_id').distinct().execute()
      assert.equal(left.length, 1)
    })

    test('finds old chats after indexing, and new chats at once [chatapp.search-older]', async (t) => {
      const location = await backend.locateNone(t)
      {
        await using store = await openStore(location)
        await seedChats(store, { people: 2, chats: 30, messages: 4 })
        // With this value, indexing starts at the first chat.
        const value = '{"chat":"","message":""}'
        await store.db.insertInto('chatapp_settings').values({ key: 'internal.chat_search', value }).execute()
      }
      const chat = await startTestChatapp(t, { location })
      const progress = () =>
        chat.store.db
          .selectFrom('chatapp_settings')
          .select('value')
          .where('key', '=', 'internal.chat_search')
          .executeTakeFirst()
      await until(async () => !(await progress()), { everyMs: 5 })
      const documents = await chat.store.db
        .selectFrom('chatapp_search')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      assert.equal(documents.n, 2 * 30 * (4 + 1))
      const chats = createStoredChats({ store: chat.store, clock: systemClock, unsaved: NOTHING_WAITS })
      const { chats: found } = await chats.search({ ownerId: 'u1', archived: null }, 'common word 4')
      assert.deepEqual([found.length, new Set(found.map(({ ownerId }) => ownerId))], [30, new Set(['u1'])])
    })
  })

test('the index of long texts is merged in statements of their own [chatapp.search]', async (t) => {
  const [sqlite] = BACKENDS
  const chat = await startTestChatapp(t, { location: await sqlite!.locate(t) })
  const { id: ownerId } = await chat.signUp('Ann')
  const chats = createStoredChats({ store: chat.store, clock: systemClock, unsaved: NOTHING_WAITS })
  for (let n = 0; n < 14; n++) {
    const content = Array.from({ length: 9000 }, (_, at) => `w${n}x${at}`).join(' ')
    await chats.create(ownerId, chatForm(`Chat ${n}`, [['m1', { role: 'user', content }]]))
  }
  const counted = async (what: string) =>
    (await sql<{ n: number }>`${sql.raw(what)}`.execute(chat.store.db)).rows[0]!.n
  assert.equal(
    await counted(`select v as n from chatapp_search_words_config where k = 'automerge'`),
    0,
    'SQLite would merge within a commit',
  )
  assert.ok((await counted('select count(distinct segid) as n from chatapp_search_words_idx')) < 10)
  const { chats: found } = await chats.search({ ownerId, archived: null }, 'w13x8999')
  assert.deepEqual(
    found.map(({ title }) => title),
    ['Chat 13'],
  )
})

const chatForm = (title: string, messages: readonly unknown[][]) =>
  ChatForm.parse({ title, history: { messages: Object.fromEntries(messages) } })

const NOTHING_WAITS = { answersOf: () => new Map(), saveAnswersOf: async () => {} }

const publishGarden = (admin: Client) =>
  admin.post('/api/v1/models/model/access/update', {
    id: 'garden',
    access_grants: [{ principal_type: 'user', principal_id: '*', permission: 'read' }],
  })
