import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BACKENDS } from '../support/stores.ts'
import { ask, finished, signalled } from './page.ts'
import { startTestChatapp } from './started-chatapp.ts'

const LENGTH = 130

/** Each message m1 to m129 follows the previous one. m2 has a second answer, m3b, which m4b follows. */
function conversation() {
  const messages: Record<string, object> = {}
  const add = (id: string, parentId: string | null, n: number) => {
    messages[id] = { role: n % 2 === 0 ? 'user' : 'assistant', content: `said in ${id}`, parentId }
  }
  for (let n = 0; n < LENGTH; n++) add(`m${n}`, n === 0 ? null : `m${n - 1}`, n)
  add('m3b', 'm2', 3)
  add('m4b', 'm3b', 4)
  return { history: { currentId: `m${LENGTH - 1}`, messages } }
}

const idsOf = (answer: { json: any }): string[] => answer.json.messages.map(({ id }: any) => id)
const named = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `m${from + n}`)

describe('a conversation', () => {
  test('is read in stretches, each above the one before, without what is not asked for [chatapp.stretches]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const { id } = (await ann.post('/api/v1/chats/new', { chat: { title: 'Long', ...conversation() } })).json
    const read = (query = '') => ann.get(`/api/v1/chats/${id}/messages${query}`)

    const newest = await read()
    assert.deepEqual(idsOf(newest), named(82, 130))
    const { title, current_id, messages } = newest.json
    assert.deepEqual([title, current_id, newest.json.chat], ['Long', 'm129', undefined])
    assert.deepEqual([messages[0].parentId, messages[0].versions], ['m81', ['m82']])
    assert.deepEqual(idsOf(await read('?before=m82&limit=80')), named(2, 82))
    assert.deepEqual(idsOf(await read('?before=m2')), ['m0', 'm1'])
    assert.deepEqual(idsOf(await read('?before=m0')), [])

    const forked = (await read('?before=m4&limit=1')).json.messages[0]
    assert.deepEqual([forked.id, forked.versions], ['m3', ['m3', 'm3b']])
    const other = await read('?below=m3b')
    assert.deepEqual([other.json.current_id, idsOf(other)], ['m4b', ['m0', 'm1', 'm2', 'm3b', 'm4b']])
    assert.equal((await read('?below=m2')).json.current_id, 'm4b', 'the newest child is chosen')
    assert.equal((await read()).json.current_id, 'm129', 'looking chooses nothing')

    const branches = (await ann.get(`/api/v1/chats/${id}/branches`)).json
    assert.deepEqual(
      branches.map(({ id, parent_id, count, shown }: any) => [id, parent_id, count, shown]),
      [
        ['m0', null, 3, true],
        ['m3', 'm0', 127, true],
        ['m3b', 'm0', 2, false],
      ],
    )
    assert.deepEqual([branches[2].role, branches[2].text], ['assistant', 'said in m3b'])

    for (const query of ['?before=gone', '?below=gone']) assert.equal((await read(query)).status, 404)
    for (const query of ['?limit=0', '?limit=201', '?before=%20', '?limit=many'])
      assert.equal((await read(query)).status, 422, query)
    const bob = await chat.addUser('Bob', ann)
    const theirs = await bob.get(`/api/v1/chats/${id}/messages`)
    assert.deepEqual([theirs.status, theirs.json.messages], [401, undefined])
  })

  for (const backend of BACKENDS)
    test(
      `without a message, or of which nothing is shown, is empty on ${backend.kind} [chatapp.stretches]`,
      { skip: backend.skip },
      async (t) => {
        const chat = await startTestChatapp(t, { location: await backend.locate(t) })
        const ann = await chat.signUp('Ann')
        const empty = (await ann.post('/api/v1/chats/new', { chat: { title: 'Nothing yet' } })).json
        const { history } = conversation()
        const unshown = { title: 'Unshown', history: { messages: history.messages } }
        const hidden = (await ann.post('/api/v1/chats/new', { chat: unshown })).json
        for (const { id } of [empty, hidden]) {
          const read = await ann.get(`/api/v1/chats/${id}/messages`)
          assert.deepEqual(
            [read.status, read.json.current_id, read.json.messages],
            [200, null, []],
            read.text,
          )
        }
        assert.deepEqual((await ann.get(`/api/v1/chats/${empty.id}/branches`)).json, [])
        assert.equal((await ann.get(`/api/v1/chats/${hidden.id}/branches`)).json.length, 3)
      },
    )

  test('is renamed and shows another branch without being read, and nothing else changes [chatapp.stretches]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const made = (await ann.post('/api/v1/chats/new', { chat: { title: 'Long', ...conversation() } })).json
    const at = `/api/v1/chats/${made.id}/update`
    const renamed = await ann.post(at, { title: '  Ferns  ' })
    assert.deepEqual([renamed.status, renamed.json.title, renamed.json.messages], [200, 'Ferns', undefined])
    assert.equal((await ann.post(at, { current_id: 'm4b' })).status, 200)
    const after = (await ann.get(`/api/v1/chats/${made.id}`)).json
    assert.deepEqual([after.title, after.chat.history.currentId], ['Ferns', 'm4b'])
    assert.deepEqual(after.chat.history.messages, made.chat.history.messages)
    assert.equal(after.updated_at, made.updated_at)
    const found = await ann.get('/api/v1/chats/search?text=ferns')
    assert.equal(found.json.length, 1, 'it is found by its new name')

    const wrong = [{ title: ' ' }, { title: 4 }, { title: 'x'.repeat(201) }, { current_id: '' }]
    for (const body of wrong) assert.equal((await ann.post(at, body)).status, 422, JSON.stringify(body))
    assert.equal((await ann.post(at, { title: 'Moss', current_id: 'gone' })).status, 404)
    assert.equal((await bob.post(at, { title: 'Mine' })).status, 401)
    assert.equal((await ann.get(`/api/v1/chats/${made.id}`)).json.title, 'Ferns')
  })

  test('says that an answer runs on a hidden branch [chatapp.stretches]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const { promise: ended, resolve: end } = signalled()
    chat.agent.script(async (answer) => {
      answer.text('first words')
      await ended
      answer.finish('stop')
      answer.done()
    })
    const made = (await ann.post('/api/v1/chats/new', { chat: { title: 'Long', ...conversation() } })).json
    const answerId = crypto.randomUUID()
    const asked = { chat_id: made.id, parent_id: 'm4b', id: answerId }
    const turn = await ask(ann, { ...asked, user_message: { content: 'And ferns?' } })
    await ann.post(`/api/v1/chats/${made.id}/update`, { current_id: 'm129' })
    const read = async () => (await ann.get(`/api/v1/chats/${made.id}/messages?limit=2`)).json
    const during = await read()
    assert.deepEqual(
      [during.active, during.messages.map(({ id }: any) => id)],
      [true, [answerId, 'm128', 'm129']],
    )
    assert.equal(during.messages[0].state, 'running')
    end()
    await finished(ann, turn)
    const after = await read()
    assert.deepEqual([after.active, after.messages.map(({ id }: any) => id)], [false, ['m128', 'm129']])
  })
})
