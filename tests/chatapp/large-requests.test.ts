import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { onFolders } from '../support/cluster-run.ts'
import { recordStatements } from '../support/recorded-statements.ts'
import { BACKENDS } from '../support/stores.ts'
import { testClock } from '../support/clock.ts'
import type { Client } from './client.ts'
import { startTestChatapp } from './started-chatapp.ts'

const messages = (count: number, content = (n: number) => `word${n}`) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `m${n}`,
      { role: n % 2 ? 'assistant' : 'user', content: content(n), parentId: n === 0 ? null : `m${n - 1}` },
    ]),
  )
const chatOf = (all: object, title = 'Long') => ({
  chat: { title, history: { currentId: Object.keys(all).at(-1), messages: all } },
})
const texts = (json: any): string[] => json.chat.messages.map((message: any) => message.content)
const list = async (client: Client) => (await client.get('/api/v1/chats/list')).json as { id: string }[]

describe('a large request', () => {
  test('stores a long chat in portions, and no list shows it before it is whole [chatapp.large]', async (t) => {
    const statements = recordStatements(t)
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const all = messages(500)
    let isStored = false
    const storing = ann.post('/api/v1/chats/new', chatOf(all)).finally(() => (isStored = true))
    while (!isStored)
      for (const { id } of await list(ann))
        assert.equal((await ann.get(`/api/v1/chats/${id}`)).json.chat.messages.length, 500)
    const made = await storing
    assert.equal(made.status, 200)
    assert.deepEqual(
      texts(made.json),
      Object.values(all).map(({ content }) => content),
    )
    assert.deepEqual(made.json.chat.history.messages.m7.childrenIds, ['m8'])
    assert.equal((await ann.get('/api/v1/chats/search?text=word499')).json[0].id, made.json.id)

    const inserts = statements
      .statements()
      .filter(({ text }) => text.startsWith('insert into "chatapp_messages"'))
    const rows = inserts.map(({ text }) => text.split("'user'").length + text.split("'assistant'").length - 2)
    assert.ok(Math.max(...rows) <= 50, `${Math.max(...rows)} rows in a statement`)
    const reads = statements
      .statements()
      .filter(({ text }) => text.startsWith('select * from "chatapp_messages"'))
    assert.ok(
      reads.length > 0 && reads.every(({ text }) => /limit \d+$/.test(text)),
      'a read without a limit',
    )
  })

  test('changes a long chat in portions, and sending it again changes nothing [chatapp.large]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const { id } = (await ann.post('/api/v1/chats/new', chatOf(messages(300)))).json
    const changed = messages(700, (n) => `changed ${n}`)
    const first = await ann.post(`/api/v1/chats/${id}`, chatOf(changed, 'Longer'))
    assert.deepEqual(
      texts(first.json),
      Object.values(changed).map(({ content }) => content),
    )
    assert.equal(first.json.title, 'Longer')
    const again = await ann.post(`/api/v1/chats/${id}`, chatOf(changed, 'Longer'))
    assert.deepEqual(again.json, first.json)
    const further = {
      n1: { role: 'user', content: 'below', parentId: 'm3' },
      n2: { role: 'user', parentId: 'none' },
    }
    const more = (await ann.post(`/api/v1/chats/${id}`, chatOf(further))).json.chat.history.messages
    assert.deepEqual([more.n1.parentId, more.n2.parentId], ['m3', null])
  })

  test('removes a long chat with everything of it [chatapp.large]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const { id } = (await ann.post('/api/v1/chats/new', chatOf(messages(450)))).json
    assert.equal((await ann.delete(`/api/v1/chats/${id}`)).status, 200)
    for (const table of ['chatapp_messages', 'chatapp_search', 'chatapp_chats'] as const)
      assert.deepEqual(await chat.store.db.selectFrom(table).selectAll().execute(), [], table)
  })

  test(
    'leaves no visible data after a failure half way, and the sweep removes the rest [chatapp.large]',
    { skip: onFolders('a trigger of SQLite fails it') },
    async (t) => {
      const clock = testClock()
      const chat = await startTestChatapp(t, { clock })
      const ann = await chat.signUp('Ann')
      await sql`create trigger failing before insert on chatapp_messages when new.id = 'm450'
        begin select raise(abort, 'no'); end`.execute(chat.store.db)
      assert.equal((await ann.post('/api/v1/chats/new', chatOf(messages(500)))).status, 500)
      assert.deepEqual(await list(ann), [])
      const stored = () => chat.store.db.selectFrom('chatapp_messages').select('id').execute()
      assert.equal((await stored()).length, 400)
      clock.advance(12_000)
      while ((await stored()).length > 0) await new Promise(setImmediate)
      while ((await chat.store.db.selectFrom('chatapp_chats').select('id').execute()).length > 0)
        await new Promise(setImmediate)
    },
  )

  test('is refused where it goes beyond a limit, which the answer names [chatapp.large]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const refusal = async (body: unknown) => {
      const { status, json } = await ann.post('/api/v1/chats/new', body)
      return [status, json.code ?? json.detail[0]?.type ?? null, JSON.stringify(json.detail)]
    }
    const tooMany = await refusal(chatOf(messages(10_001)))
    assert.deepEqual(tooMany.slice(0, 2), [413, 'too_many_messages'])
    assert.match(String(tooMany[2]), /10,000/)
    const results = Array.from({ length: 10_001 }, () => ({ role: 'tool', content: 'hit' }))
    const listed = await refusal({ chat: { messages: results } })
    assert.deepEqual(listed.slice(0, 2), [413, 'too_many_messages'])
    const list = Array.from({ length: 150_000 }, (_, n) => n * 1_000_003)
    const fields = await refusal({ chat: { title: 'x', other: list } })
    assert.deepEqual(fields.slice(0, 2), [413, 'chat_fields_too_large'])
    const beside = await refusal(chatOf({ m1: { role: 'user', content: 'a', tools: list } }))
    assert.deepEqual(beside.slice(0, 2), [413, 'chat_fields_too_large'])
    const long = await refusal(chatOf({ m1: { role: 'user', content: 'a'.repeat(1024 * 1024 + 1) } }))
    assert.deepEqual(long.slice(0, 2), [422, 'too_big'])
    const values = await refusal(`{"chat":{"a":[${'1,'.repeat(300_000)}1]}}`)
    assert.deepEqual(values.slice(0, 2), [413, 'body_too_large'])
    assert.match(String(values[2]), /300000 values/)
    const wrong = await ann.post('/api/v1/chats/new', {
      chat: {
        history: {
          messages: Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`m ${n}`, { role: 5 }])),
        },
      },
    })
    assert.equal(wrong.status, 422)
    assert.deepEqual(wrong.json.detail[0].loc, ['body', 'chat', 'history', 'messages', 'm 0'])
    assert.ok(wrong.json.detail.length <= 100, 'one portion of the wrong messages is named')
    assert.deepEqual(await (await ann.get('/api/v1/chats/list')).json, [])
  })

  test('of one person counts against their allowance alone [chatapp.large]', async (t) => {
    const chat = await startTestChatapp(t, { clock: testClock() })
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const sendUndeclared = (client: Client) =>
      client.fetch('/api/v1/chats/new', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob(['{}']).stream(),
        duplex: 'half',
      } as RequestInit)
    for (let n = 0; n < 120; n++) assert.equal((await sendUndeclared(ann)).status, 422)
    const refused = await sendUndeclared(ann)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
    assert.equal(((await refused.json()) as { code: string }).code, 'rate_limited')
    assert.equal((await sendUndeclared(bob)).status, 422)
    assert.equal((await ann.post('/api/v1/chats/new', chatOf(messages(2)))).status, 200)
  })
})

for (const backend of BACKENDS)
  describe(`after large requests on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a list parses no long fields of chats [chatapp.large]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const other = Array.from({ length: 300 }, (_, n) => ({ marker: n, text: '\u0000 \\u0000' }))
      const models = [
        ['garden'],
        ['garden', 'x'],
        ['\u{1F331} \\ "'],
        [],
        [{ id: 'x' }],
        'garden',
        ['m'.repeat(2000)],
      ]
      for (const [n, model] of models.entries())
        for (const beside of [{}, { other }, { tags: ['a'], other }])
          await ann.post('/api/v1/chats/new', { chat: { title: `seen ${n}`, ...beside, models: model } })
      const parsed = t.mock.method(JSON, 'parse')
      const expected = ['garden', 'garden', '\u{1F331} \\ "', null, null, null]
      for (const path of ['list', '', 'list?page=1', 'search?text=seen']) {
        const { status, json } = await ann.get(`/api/v1/chats/${path}`)
        assert.deepEqual([status, json.length], [200, models.length * 3], `${path}: ${json.detail}`)
        for (const [n, model] of expected.entries())
          assert.deepEqual(
            json.flatMap((one: any) => (one.title === `seen ${n}` ? [one.model] : [])),
            [model, model, model],
            `${path}: ${n}`,
          )
      }
      const long = parsed.mock.calls.filter(({ arguments: [text] }) => text.includes('"marker"'))
      assert.equal(long.length, 0, 'fields of a chat were parsed')
    })
  })
