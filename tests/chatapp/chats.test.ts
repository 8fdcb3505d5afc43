import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { onFolders } from '../support/cluster-run.ts'
import { testClock } from '../support/clock.ts'
import { ask, finished } from './page.ts'
import { startTestChatapp } from './started-chatapp.ts'

const titles = (answer: { json: any }) => answer.json.map((chat: any) => chat.title)

describe('chats', () => {
  test('are listed newest first, sixty a page, archived ones apart [chatapp.chats]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const ann = await chat.signUp('Ann')
    const ids: string[] = []
    for (let n = 0; n < 63; n++) {
      clock.advance(1000)
      ids.push((await ann.post('/api/v1/chats/new', { chat: { title: `Chat ${n}` } })).json.id)
    }
    assert.deepEqual(titles(await ann.get('/api/v1/chats/list?page=1')).slice(0, 2), ['Chat 62', 'Chat 61'])
    assert.deepEqual(titles(await ann.get('/api/v1/chats/list?page=2')), ['Chat 2', 'Chat 1', 'Chat 0'])
    assert.equal((await ann.get('/api/v1/chats/')).json.length, 63)
    assert.equal((await ann.post(`/api/v1/chats/${ids[0]}/pin`)).json.pinned, true)
    assert.equal((await ann.post(`/api/v1/chats/${ids[1]}/archive`)).json.archived, true)
    assert.deepEqual(titles(await ann.get('/api/v1/chats/pinned')), ['Chat 0'])
    assert.deepEqual(titles(await ann.get('/api/v1/chats/archived')), ['Chat 1'])
    assert.deepEqual(titles(await ann.get('/api/v1/chats/list?page=2')), ['Chat 2', 'Chat 0'])
    assert.equal((await ann.post(`/api/v1/chats/${ids[0]}/pin`)).json.pinned, false)
    assert.equal((await ann.get('/api/v1/chats/list?page=0')).status, 422)
  })

  test('are found by title and by text, with special characters read literally [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const make = (title: string, content: string) =>
      ann.post('/api/v1/chats/new', {
        chat: { title, history: { messages: { m1: { role: 'user', content } } } },
      })
    await make('Straße nach Köln', 'a')
    await make('Other', 'Discount of 50% on_all')
    const found = async (text: string, client = ann) =>
      titles(await client.get(`/api/v1/chats/search?text=${encodeURIComponent(text)}`))
    assert.deepEqual(await found('KÖLN'), ['Straße nach Köln'])
    assert.deepEqual(await found('50% ON_A'), ['Other'])
    assert.deepEqual(await found('5%t'), [])
    assert.deepEqual(await found('on-all'), [])
    assert.deepEqual(await found("'; drop table chatapp_chats; --"), [])
    assert.deepEqual(await found('Other', bob), [])
  })

  test('keep what a client stores and merge it message by message [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const made = await ann.post('/api/v1/chats/new', {
      chat: {
        title: 'Plan',
        models: ['garden'],
        tags: ['x'],
        history: {
          currentId: 'a1',
          messages: {
            u1: { id: 'u1', parentId: null, role: 'user', content: 'one', timestamp: 5 },
            a1: {
              id: 'a1',
              parentId: 'u1',
              role: 'assistant',
              content: 'two',
              model: 'garden',
              annotation: { rating: 1 },
            },
          },
        },
        messages: 'not read',
      },
    })
    assert.equal(made.status, 200)
    const { chat: blob } = made.json
    assert.deepEqual(blob.history.messages.u1.childrenIds, ['a1'])
    assert.deepEqual([blob.tags, blob.models, blob.history.currentId], [['x'], ['garden'], 'a1'])
    assert.deepEqual(blob.history.messages.a1.annotation, { rating: 1 })
    assert.deepEqual(
      blob.messages.map((message: any) => message.id),
      ['u1', 'a1'],
    )

    const merged = await ann.post(`/api/v1/chats/${made.json.id}`, {
      chat: {
        title: 'Better plan',
        history: {
          messages: { a1: { content: 'TWO' }, a2: { parentId: 'u1', role: 'assistant', content: '2b' } },
        },
      },
    })
    const { history, title, tags } = merged.json.chat
    assert.deepEqual([title, tags], ['Better plan', ['x']])
    assert.deepEqual([history.messages.a1.content, history.messages.a1.annotation], ['TWO', { rating: 1 }])
    assert.deepEqual(history.messages.u1.childrenIds, ['a1', 'a2'])
    const moved = await ann.post(`/api/v1/chats/${made.json.id}`, { chat: { history: { currentId: 'a2' } } })
    assert.deepEqual(
      moved.json.chat.messages.map((message: any) => message.id),
      ['u1', 'a2'],
    )
  })

  test('files and tools in the shape of another web chat are kept and do no harm [chatapp.chats] [chatapp.prompt]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const files = [{ type: 'file', id: 'x', url: '/x' }]
    const described = [{ ...files[0], name: 'file', content_type: 'application/octet-stream', size: 0 }]
    const tools = [{ name: 'search', output: [1] }, null]
    const ours = [{ id: 't', name: 'search', title: 'Searched', state: 'done', ms: 4 }]
    const made = await ann.post('/api/v1/chats/new', {
      chat: {
        history: {
          currentId: 'u1',
          messages: {
            u1: { role: 'user', content: 'see', files, tools: 'none' },
            a1: { role: 'assistant', content: 'so', tools },
            a2: { role: 'assistant', content: 'so', tools: ours },
          },
        },
      },
    })
    const { u1, a1, a2 } = made.json.chat.history.messages
    assert.deepEqual([u1.files, u1.tools, a1.tools, a2.tools], [described, undefined, undefined, ours])
    const copy = (await ann.post(`/api/v1/chats/${made.json.id}/clone`, {})).json
    assert.deepEqual(copy.chat.history.messages.u1.files, described)
    const asked = await ask(ann, { chat_id: made.json.id, parent_id: 'u1', user_message: null })
    assert.equal((await finished(ann, asked)).state, 'done')
  })

  test(
    'a copy that is deleted before the answer is missing [chatapp.chats]',
    { skip: onFolders('a trigger of SQLite deletes it') },
    async (t) => {
      const chat = await startTestChatapp(t)
      const ann = await chat.signUp('Ann')
      const { id } = (await ann.post('/api/v1/chats/new', { chat: { title: 'Beds' } })).json
      await ann.post(`/api/v1/chats/${id}/pin`)
      await sql`create trigger deleting after update of pinned on chatapp_chats
        begin update chatapp_chats set deleted_at = 1 where id = new.id; end`.execute(chat.store.db)
      const { status, json } = await ann.post(`/api/v1/chats/${id}/clone`, {})
      assert.deepEqual([status, json.code], [401, 'chat_missing'])
    },
  )

  test('a new name or branch does not make a chat newer [chatapp.chats]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const ann = await chat.signUp('Ann')
    const { id, updated_at: before } = (await ann.post('/api/v1/chats/new', { chat: { title: 'x' } })).json
    clock.advance(60_000)
    assert.equal((await ann.post(`/api/v1/chats/${id}`, { chat: { title: 'y' } })).json.updated_at, before)
    const output = await ann.post(`/api/v1/chats/${id}`, {
      chat: { history: { messages: { m: { content: 'hi' } } } },
    })
    assert.equal(output.json.updated_at, before + 60)
  })

  test('a client can’t touch an answer that is being given, nor fake one [chatapp.chats] [chatapp.turn]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const go = Promise.withResolvers<void>()
    chat.agent.script(async (answer) => {
      await go.promise
      answer.text('real')
      answer.done()
    })
    const asked = await ask(ann)
    const update = await ann.post(`/api/v1/chats/${asked.chatId}`, {
      chat: {
        history: {
          messages: {
            [asked.answerId]: { content: 'forged', state: 'done' },
            fake: { role: 'assistant', state: 'running', machine: 'x' },
          },
        },
      },
    })
    const { messages } = update.json.chat.history
    assert.deepEqual([messages[asked.answerId].state, messages[asked.answerId].content], ['running', ''])
    assert.deepEqual(
      [messages.fake.state, messages.fake.done, messages.fake.machine],
      ['done', true, undefined],
    )
    go.resolve()
    assert.equal((await finished(ann, asked)).content, 'real')
  })

  test('a cycle of messages causes no endless loop [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const messages = {
      a: { parentId: 'b' },
      b: { parentId: 'a' },
      c: { parentId: 'c' },
      d: { parentId: 'nowhere' },
    }
    const made = await ann.post('/api/v1/chats/new', { chat: { history: { currentId: 'a', messages } } })
    assert.equal(made.status, 200)
    const { history } = made.json.chat
    assert.deepEqual([history.messages.c.parentId, history.messages.d.parentId], [null, null])
    assert.equal((await ann.get(`/api/v1/chats/${made.json.id}`)).status, 200)
  })

  test('another person’s chat is missing, to administrators too [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const { id } = (await bob.post('/api/v1/chats/new', { chat: { title: 'Private' } })).json
    for (const answer of [
      await ann.get(`/api/v1/chats/${id}`),
      await ann.post(`/api/v1/chats/${id}`, { chat: { title: 'x' } }),
      await ann.post(`/api/v1/chats/${id}/pin`),
      await ann.post(`/api/v1/chats/${id}/archive`),
      await ann.get('/api/v1/chats/nothing'),
    ])
      assert.deepEqual([answer.status, /could not find/.test(answer.json.detail)], [401, true])
    assert.equal((await ann.delete(`/api/v1/chats/${id}`)).status, 404)
    assert.equal((await bob.get(`/api/v1/chats/${id}`)).json.title, 'Private')
    assert.equal((await bob.delete(`/api/v1/chats/${id}`)).json, true)
    assert.equal((await bob.delete(`/api/v1/chats/${id}`)).status, 404)
  })

  test('deleting all leaves those of others [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    await ann.post('/api/v1/chats/new', { chat: { title: 'a' } })
    await bob.post('/api/v1/chats/new', { chat: { title: 'b' } })
    assert.equal((await ann.delete('/api/v1/chats/')).json, true)
    assert.deepEqual(
      [(await ann.get('/api/v1/chats/')).json.length, (await bob.get('/api/v1/chats/')).json.length],
      [0, 1],
    )
  })

  test('messages may have the forms that other clients of Open WebUI send [chatapp.chats]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const messages = {
      a: { role: 'user', content: [{ type: 'text', text: 'Hello' }], timestamp: 1_700_000_000_123 },
      b: { role: 'tool', content: 'Result', parentId: 'a', timestamp: null },
      c: { role: 'developer', content: null, parentId: 'b', timestamp: 1_700_000_002 },
    }
    const form = { chat: { title: 't'.repeat(2000), history: { currentId: 'c', messages } } }
    const made = await ann.post('/api/v1/chats/new', form)
    assert.equal(made.status, 200, made.text)
    const { id } = made.json
    const read = async () => (await ann.get(`/api/v1/chats/${id}`)).json.chat.history.messages
    const before = await read()
    assert.equal(made.json.title.length, 200)
    assert.deepEqual(
      ['a', 'b', 'c'].map((one) => [before[one].role, before[one].content]),
      [
        ['user', 'Hello'],
        ['assistant', 'Result'],
        ['system', ''],
      ],
    )
    assert.deepEqual([before.a.timestamp, before.c.timestamp], [1_700_000_000, 1_700_000_002])
    const change = { a: { role: null, content: null, timestamp: null }, b: { content: [{ text: 'New' }] } }
    const changed = await ann.post(`/api/v1/chats/${id}`, {
      chat: { title: null, history: { messages: change } },
    })
    assert.equal(changed.status, 200, changed.text)
    const after = await read()
    assert.deepEqual([after.a, changed.json.title], [before.a, made.json.title])
    assert.equal(after.b.content, 'New')
  })

  test('malformed chats are refused [chatapp.bad-input]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    for (const form of [
      {},
      { chat: null },
      { chat: [] },
      { chat: { title: 5 } },
      { chat: { history: 'x' } },
      { chat: { history: { messages: { 'a b': {} } } } },
      { chat: { history: { messages: { a: { role: 'root' } } } } },
      { chat: { history: { messages: { a: { content: 5 } } } } },
      { chat: { history: { messages: { a: { timestamp: -1 } } } } },
    ])
      assert.equal((await ann.post('/api/v1/chats/new', form)).status, 422, JSON.stringify(form))
    assert.equal((await ann.get('/api/v1/chats/')).json.length, 0)
  })
})
