import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { PIXEL } from '../support/odd-chats/odd-chat.ts'
import { exportOf, ODD_CHATS } from '../support/odd-chats/odd-chats.ts'
import { ask, finished, turnForm } from './page.ts'
import { says } from './recording-agent.ts'
import { startTestChatapp } from './started-chatapp.ts'

const entries = JSON.parse(exportOf(ODD_CHATS)) as any[]
const entryOf = (name: string) => entries[ODD_CHATS.findIndex((chat) => chat.name === name)]

describe('imported chats', () => {
  test('of every form appear with their text and times, or are refused with a reason [chatapp.import]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    for (const [index, { name, shows, refused }] of ODD_CHATS.entries()) {
      const answer = await ann.post('/api/v1/chats/import', { chats: [entries[index]] })
      if (refused !== undefined) {
        assert.ok(answer.status === 400 || answer.status === 413, name)
        assert.equal(answer.json.code, refused, name)
        continue
      }
      assert.equal(answer.status, 200, `${name}: ${answer.text}`)
      const [made] = answer.json
      const [messages, conversation] = [
        made.chat.messages,
        (await ann.get(`/api/v1/chats/${made.id}/messages`)).json,
      ]
      assert.deepEqual(
        messages.map(({ role, content }: any) => [role, content]),
        shows!.map((message) => [...message]),
        name,
      )
      assert.deepEqual(
        conversation.messages.map(({ content }: any) => content),
        messages.map(({ content }: any) => content),
        name,
      )
      for (const { files = [] } of messages)
        for (const file of files)
          assert.ok(
            file.id && file.name && file.content_type && Number.isFinite(file.size),
            `${name}: ${JSON.stringify(file)}`,
          )
      if (entries[index].created_at === 1_700_000_000) {
        assert.equal(made.created_at, 1_700_000_000, name)
        assert.equal(made.updated_at, 1_700_000_060, name)
      }
    }
    const stored = (await ann.get('/api/v1/chats/list')).json.length
    assert.equal(stored, ODD_CHATS.filter(({ shows }) => shows).length)
  })

  test('continue with an agent of this web chat, over the API too [chatapp.import]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const messages = [
      { role: 'user', content: 'What grows in shade?' },
      { role: 'assistant', model: 'llama3:8b', content: 'Hostas.' },
    ]
    const entry = { chat: { title: 'Shade', models: ['llama3:8b'], messages } }
    const [{ id, chat: made }] = (await ann.post('/api/v1/chats/import', { chats: [entry] })).json
    const parent_id = made.history.currentId
    const user_message = { content: 'What else?' }
    const turn = turnForm({ chat_id: id, parent_id, user_message, model: 'llama3:8b' })
    assert.equal((await ann.post('/api/chat/completions', turn)).status, 400)
    chat.agent.script(says('And ferns.'))
    await finished(ann, await ask(ann, { chat_id: id, parent_id, user_message }))
    const after = (await ann.get(`/api/v1/chats/${id}`)).json.chat
    assert.deepEqual(
      after.messages.map(({ content, model }: any) => [content, model]),
      [
        ['What grows in shade?', undefined],
        ['Hostas.', 'llama3:8b'],
        ['What else?', undefined],
        ['And ferns.', 'garden'],
      ],
    )
    assert.deepEqual(after.models, ['garden'])
  })

  test('keep tags, flags, folder and pictures, and need the permission [chatapp.import]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const folder = (await ann.post('/api/v1/folders/', { name: 'Garden' })).json
    const plain = entryOf('picture in files')
    const more = { archived: true, pinned: true, folder_id: folder.id, meta: { tags: ['shade'] } }
    const [made] = (await ann.post('/api/v1/chats/import', { chats: [{ ...plain, ...more }] })).json
    assert.deepEqual([made.archived, made.pinned, made.folder_id], [true, true, folder.id])
    assert.deepEqual(made.meta.tags, ['shade'])
    const [{ files }] = made.chat.messages
    assert.deepEqual([files[0].name, files[0].content_type], ['picture.png', 'image/png'])
    const picture = await fetch(`${chat.url}/api/v1/files/${files[0].id}/content`, {
      headers: { authorization: `Bearer ${ann.token}` },
    })
    assert.deepEqual(Buffer.from(await picture.arrayBuffer()), Buffer.from(PIXEL.split(',')[1]!, 'base64'))
    const [elsewhere] = (await ann.post('/api/v1/chats/import', { chats: [{ ...plain, folder_id: 'gone' }] }))
      .json
    assert.equal(elsewhere.folder_id, null)

    const both = await ann.post('/api/v1/chats/import', { chats: [plain, null] })
    assert.equal(both.json.code, 'import_not_a_chat')
    assert.equal(
      (await ann.get('/api/v1/chats/list')).json.length,
      1,
      'nothing of a request with an unreadable chat',
    )

    const bob = await chat.addUser('Bob', ann)
    const settings = (await ann.get('/api/v1/users/default/permissions')).json
    await ann.post('/api/v1/users/default/permissions', {
      ...settings,
      chat: { ...settings.chat, import: false },
    })
    assert.equal((await bob.post('/api/v1/chats/import', { chats: [plain] })).json.code, 'forbidden')
  })

  test('show pictures without readable content as missing files [chatapp.import]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const files = [
      { type: 'image', url: '/cache/image/generations/5f1.png', name: 'fern.png' },
      { type: 'image', url: 'data:image/png;base64,' },
    ]
    const messages = [{ role: 'assistant', content: 'Here it is.', files }]
    const [made] = (
      await ann.post('/api/v1/chats/import', { chats: [{ title: 'ferns', chat: { messages } }] })
    ).json
    const shown = made.chat.messages[0].files
    assert.deepEqual(
      shown.map(({ name, content_type, size }: any) => [name, content_type, size]),
      [
        ['fern.png', 'image/png', 0],
        ['picture', 'image/png', 0],
      ],
    )
    for (const { id } of shown) assert.equal((await ann.get(`/api/v1/files/${id}`)).status, 404)
  })

  test('that cannot be stored take the other chats and pictures of their request with them [chatapp.import]', async (t) => {
    const chat = await startTestChatapp(t, { maxFileBytes: 1000 })
    const ann = await chat.signUp('Ann')
    const plain = entryOf('picture in files')
    const large = `data:image/png;base64,${Buffer.alloc(1001, 7).toString('base64')}`
    const tooLarge = {
      title: 'large',
      chat: { messages: [{ role: 'user', content: '', files: [{ type: 'image', url: large }] }] },
    }
    const request = { chats: [plain, plain, tooLarge] }
    const { status, json } = await ann.post('/api/v1/chats/import', request)
    assert.deepEqual([status, json.code], [413, 'file_too_large'])
    assert.deepEqual((await ann.get('/api/v1/chats/list')).json, [])
    for (const table of ['chatapp_chats', 'chatapp_messages', 'chatapp_files'] as const)
      assert.deepEqual(await chat.store.db.selectFrom(table).select('id').execute(), [], table)
    assert.equal((await ann.post('/api/v1/chats/import', { chats: [plain] })).status, 200)
  })

  test('a new chat with a list of messages is stored with them, and files of another form are described [chatapp.import]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const file = {
      type: 'file',
      id: 'f1',
      url: '/api/v1/files/f1',
      name: 'beds.txt',
      file: { meta: { content_type: 'text/plain', size: 12 } },
    }
    const messages = [
      {
        role: 'user',
        content: 'What grows in shade?',
        files: [file, { type: 'collection', id: 'k1', name: 'Books' }],
      },
      {
        role: 'assistant',
        content: null,
        output: [{ type: 'message', content: [{ type: 'output_text', text: 'Ferns.' }] }],
      },
    ]
    for (const history of [undefined, { currentId: null, messages: {} }]) {
      const { json: made } = await ann.post('/api/v1/chats/new', {
        chat: { title: 'list', messages, history },
      })
      const shown = made.chat.messages
      assert.deepEqual(
        shown.map(({ role, content }: any) => [role, content]),
        [
          ['user', 'What grows in shade?'],
          ['assistant', 'Ferns.'],
        ],
      )
      assert.deepEqual(shown[0].files, [{ ...file, content_type: 'text/plain', size: 12 }])
    }
    const { json: tools } = await ann.post('/api/v1/chats/new', {
      chat: {
        history: {
          currentId: 'a',
          messages: { a: { role: 'assistant', content: 'x', tools: [{ name: 'search' }] } },
        },
      },
    })
    assert.equal(tools.chat.messages[0].tools, undefined)
  })
  test('a change with a list of messages adds them and keeps fields that it does not name [chatapp.import]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const stored = {
      q: { role: 'user', content: 'What grows in shade?', timestamp: 1_700_000_000 },
      a: { role: 'assistant', parentId: 'q', content: 'Ferns', state: 'stopped', timestamp: 1_700_000_005 },
    }
    const { json: made } = await ann.post('/api/v1/chats/new', {
      chat: { title: 'shade', history: { currentId: 'a', messages: stored } },
    })
    const shownAfter = async (messages: object[]) => {
      const { status, text, json } = await ann.post(`/api/v1/chats/${made.id}`, { chat: { messages } })
      assert.equal(status, 200, text)
      return json.chat.messages.map(({ id, role, content }: any) => [id, role, content])
    }
    const PAIR = [
      ['q', 'user', 'What grows in shade?'],
      ['a', 'assistant', 'Ferns.'],
    ]
    assert.deepEqual(await shownAfter([{ id: 'a', content: 'Ferns.' }]), PAIR)
    const { json: changed } = await ann.get(`/api/v1/chats/${made.id}`)
    const { state, timestamp, parentId } = changed.chat.history.messages.a
    assert.deepEqual([state, timestamp, parentId], ['stopped', 1_700_000_005, 'q'])
    const more = { id: 'q2', parentId: 'a', role: 'user', content: 'And in sun?' }
    assert.deepEqual(await shownAfter([more, { role: 'assistant', content: 'Thyme.' }]), [
      ...PAIR,
      ['q2', 'user', 'And in sun?'],
      ['message-2', 'assistant', 'Thyme.'],
    ])
    assert.equal((await shownAfter([])).length, 4)
    const results = Array.from({ length: 10_001 }, () => ({ role: 'tool', content: 'hit' }))
    const tooMany = await ann.post(`/api/v1/chats/${made.id}`, { chat: { messages: results } })
    assert.deepEqual([tooMany.status, tooMany.json.code], [413, 'too_many_messages'])
  })
})
