import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { recordStatements } from '../support/recorded-statements.ts'
import { BACKENDS } from '../support/stores.ts'
import { startSharing, longChat } from './shares-world.ts'
import { startTestChatapp, type StartedChatapp } from './started-chatapp.ts'

const NOW = Math.floor(Date.now() / 1000)
const DAY = 86_400

const history = {
  currentId: 'b',
  messages: {
    a: { parentId: null, role: 'user', content: 'When?', timestamp: NOW - 10 },
    b: { parentId: 'a', role: 'assistant', content: 'In June.', model: 'garden', timestamp: NOW - 6 },
    c: { parentId: 'a', role: 'assistant', content: 'In July.', model: 'garden', timestamp: NOW - 8 },
  },
}

const EVALUATIONS = '/api/v1/evaluations'

for (const backend of BACKENDS)
  describe(`records of Open WebUI’s clients on ${backend.kind}`, { skip: backend.skip }, () => {
    test('an answer is rated in Open WebUI’s form, and administrators read no person [open-webui.feedback]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', ann)
      const { id: chatId } = (await bob.post('/api/v1/chats/new', { chat: { history } })).json
      const form = (data: object, message_id = 'b') => ({
        type: 'rating',
        data,
        meta: { chat_id: chatId, message_id },
        snapshot: { chat: { title: 'ignored' } },
      })
      const made = (await bob.post(`${EVALUATIONS}/feedback`, form({ rating: '1' }))).json
      assert.deepEqual([made.user_id, made.data.rating, made.meta.chat_id], [bob.id, 1, chatId])
      const at = `${EVALUATIONS}/feedback/${made.id}`
      const change = async (data: object) => (await bob.post(at, form(data))).json.data
      assert.deepEqual(await change({ rating: -1, reason: 'too_verbose', comment: 'Long' }), {
        rating: -1,
        model_id: 'garden',
        reason: 'too_long',
        comment: 'Long',
      })
      const other = await change({ rating: -1, reason: 'not_helpful', comment: 'No' })
      assert.deepEqual([other.reason, other.comment], [null, 'not_helpful: No'])
      const inherited = await change({ rating: -1, reason: 'constructor', comment: 'No' })
      assert.equal(inherited.comment, 'constructor: No')
      await change({ rating: -1, reason: 'not_helpful', comment: 'No' })
      const stored = (await bob.get(`/api/v1/chats/${chatId}`)).json.chat.history.messages.b.rating
      assert.deepEqual([stored.verdict, stored.comment], ['bad', 'not_helpful: No'])
      for (const data of [{ rating: 2 }, { rating: 1, comment: 'x'.repeat(891) }, {}])
        assert.equal((await bob.post(`${EVALUATIONS}/feedback`, form(data))).status, 422)
      assert.equal(
        (await bob.post(`${EVALUATIONS}/feedback`, form({ rating: 1 }, 'a'))).json.code,
        'message_missing',
      )
      assert.equal((await ann.post(`${EVALUATIONS}/feedback`, form({ rating: 1 }))).json.code, 'chat_missing')

      assert.deepEqual(
        (await bob.get(at)).json,
        (await bob.get(`${EVALUATIONS}/feedbacks/user`)).json.items[0],
      )
      for (const answer of [await ann.get(at), await ann.post(at, form({ rating: 1 })), await ann.delete(at)])
        assert.deepEqual([answer.status, answer.json.code], [404, 'feedback_missing'])

      const list = await ann.get(`${EVALUATIONS}/feedbacks/list`)
      assert.equal(list.json.total, 1)
      const exported = await ann.get(`${EVALUATIONS}/feedbacks/all/export?model_id=garden`)
      assert.deepEqual(exported.json, list.json.items)
      for (const { text } of [list, exported]) {
        assert.doesNotMatch(text, /not_helpful/)
        assert.ok(!text.includes(bob.id) && !text.includes(chatId), text)
      }
      assert.deepEqual((await ann.get(`${EVALUATIONS}/feedbacks/all/ids`)).json[0].id, made.id)
      assert.deepEqual((await ann.get(`${EVALUATIONS}/feedbacks/models`)).json, ['garden'])
      const days = (await ann.get(`${EVALUATIONS}/leaderboard/garden/history?days=7`)).json.history
      assert.deepEqual([days.length, days.at(-1).won, days.at(-1).lost], [7, 0, 1])
      const overview = (await ann.get('/api/v1/analytics/models/garden/overview')).json
      assert.deepEqual([overview.history.length, overview.history.at(-1).lost], [30, 1])

      await bob.post(`${EVALUATIONS}/feedback`, form({ rating: 1 }, 'c'))
      assert.equal((await bob.delete(at)).json, true)
      assert.equal((await bob.get(at)).status, 404)
      await bob.delete(`/api/v1/chats/${chatId}`)
      assert.equal((await bob.get(`${EVALUATIONS}/feedbacks/user`)).json.total, 1)
      assert.equal((await bob.delete(`${EVALUATIONS}/feedbacks`)).json, true)
      assert.equal((await ann.get(`${EVALUATIONS}/feedbacks/list`)).json.total, 0)
    })

    test('ratings beyond a portion are each exported once, newest first, and one is found by its id [open-webui.feedback]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const rows = Array.from({ length: 2100 }, (_, n) => ({
        chat_id: `chat-${n % 7}`,
        message_id: `message-${n}`,
        user_id: ann.id,
        hub: 'garden',
        model: 'garden',
        is_good: n % 2,
        reason: null,
        comment: `${n}`,
        rated_at: NOW - Math.floor(n / 1500),
      }))
      for (let at = 0; at < rows.length; at += 100)
        await chat.store.db
          .insertInto('chatapp_ratings')
          .values(rows.slice(at, at + 100))
          .execute()
      const recorded = recordStatements(t)
      const ids = (await ann.get(`${EVALUATIONS}/feedbacks/all/ids`)).json
      const exported = (await ann.get(`${EVALUATIONS}/feedbacks/all/export`)).json
      assert.equal(new Set(ids.map(({ id }: any) => id)).size, rows.length)
      assert.deepEqual(
        exported.map(({ id, created_at: at }: any) => [id, at]),
        ids.map(({ id, created_at: at }: any) => [id, at]),
      )
      const times = ids.map(({ created_at: at }: any) => at)
      assert.deepEqual(
        times,
        times.toSorted((a: number, b: number) => b - a),
      )
      const page = (await ann.get(`${EVALUATIONS}/feedbacks/user?page=36`)).json
      assert.deepEqual(
        page.items.map(({ id }: any) => id),
        ids.slice(1050, 1080).map(({ id }: any) => id),
      )
      const [one] = page.items
      assert.deepEqual((await ann.get(`${EVALUATIONS}/feedback/${one.id}`)).json, one)
      const whole = recorded.statements().filter(({ text }) => /select \* from "chatapp_ratings"/.test(text))
      assert.ok(whole.length > 2)
      for (const { text } of whole) assert.match(text, / limit |"message_id" = '/)
    })

    test('turns are counted by agent, person and day in a span [open-webui.statistics]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', ann)
      await addTurns(chat)
      const read = async (path: string, who = ann) => (await who.get(`/api/v1/${path}`)).json
      assert.deepEqual((await read('analytics/models')).models, [
        { model_id: 'garden', count: 3, unique_users: 2, unique_chats: 2 },
        { model_id: 'attic', count: 1, unique_users: 1, unique_chats: 1 },
      ])
      const [first] = (await read('analytics/users?limit=1')).users
      assert.deepEqual([first.user_id, first.name, first.count, first.total_tokens], [bob.id, 'Bob', 3, 45])
      assert.deepEqual(await read('analytics/summary'), {
        total_messages: 4,
        total_chats: 3,
        total_models: 2,
        total_users: 2,
      })
      assert.equal((await read(`analytics/summary?start_date=${NOW - 400 * DAY}`)).total_messages, 5)
      assert.equal(
        (await read(`analytics/summary?start_date=0&end_date=${NOW - 300 * DAY}`)).total_messages,
        1,
      )
      assert.deepEqual(
        (await read('analytics/daily')).data.map(({ models }: { models: object }) => models),
        [{ attic: 1 }, { garden: 3 }],
      )
      assert.deepEqual((await read('analytics/tokens')).total_tokens, 60)
      for (const path of ['models', 'users', 'summary', 'daily', 'tokens'])
        assert.equal((await bob.get(`/api/v1/analytics/${path}`)).status, 401)

      for (const path of ['analytics/summary', 'analytics/users', 'users/usage'])
        assert.equal(
          (await ann.get(`/api/v1/${path}?start_date=${NOW}&end_date=${NOW - 1}`)).status,
          422,
          path,
        )
      const future = await read(`users/usage?start_date=${NOW + 9 * DAY}`, bob)
      assert.deepEqual([future.totals.messages, future.period.days], [0, 1])
      const named = (await read('analytics/users')).users.map(({ name }: { name: string }) => name)
      assert.deepEqual(named, ['Bob', 'Ann'])

      const own = await read('users/usage', bob)
      assert.deepEqual(
        [own.totals.messages, own.totals.total_chats, own.totals.active_days, own.totals.current_streak],
        [3, 2, 2, 2],
      )
      assert.deepEqual(own.cumulative_heatmap.at(-1).models, { attic: 1, garden: 2 })
      assert.equal(own.insights.most_used_model, 'garden')
      assert.equal((await read('users/usage?days=1', bob)).totals.messages, 2)
      assert.equal((await read('users/usage', ann)).totals.messages, 1)
      assert.equal((await ann.get('/api/v1/users/usage?days=0')).status, 422)
    })
  })

async function addTurns({ store }: StartedChatapp): Promise<void> {
  const turn = (number: number, hub: string, email: string, daysAgo: number, chat_id: string) => ({
    id: `turn-${number}`,
    hub,
    email,
    surface: number === 9 ? 'mcp' : 'chatapp',
    chat_id,
    run_id: null,
    model: 'm',
    input_tokens: 10,
    output_tokens: 5,
    cached_tokens: 0,
    reasoning_tokens: 0,
    cost_micro_usd: null,
    price_version: null,
    outcome: 'done',
    started_at_ms: (NOW - daysAgo * DAY) * 1000,
    duration_ms: 1,
  })
  for (const slug of ['garden', 'attic'])
    await store.db
      .insertInto('hubs')
      .values({
        slug,
        name: slug,
        description: '',
        catalog: '{}',
        mcp_url: null,
        mcp_sign_in_url: null,
        problems: '[]',
        updated_at_ms: 1,
      })
      .execute()
  await store.db
    .insertInto('usage_turns')
    .values([
      turn(1, 'garden', 'bob@example.com', 0, 'x'),
      turn(2, 'garden', 'bob@example.com', 0, 'x'),
      turn(3, 'garden', 'ann@example.com', 0, 'y'),
      turn(4, 'attic', 'bob@example.com', 1, 'z'),
      turn(5, 'garden', 'cleo@example.com', 380, 'w'),
      turn(9, 'garden', 'bob@example.com', 0, 'x'),
    ])
    .execute()
}

describe('chats of Open WebUI’s clients', () => {
  test('numbers of chats are exported without texts [open-webui.statistics]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const { id } = (await bob.post('/api/v1/chats/new', { chat: { title: 'Roses', history, tags: ['Red'] } }))
      .json
    const stats = await bob.get(`/api/v1/chats/stats/export/${id}`)
    assert.doesNotMatch(stats.text, /June|Roses/)
    assert.deepEqual(stats.json.tags, ['red'])
    assert.deepEqual(stats.json.stats, {
      average_response_time: 3,
      average_user_message_content_length: 5,
      average_assistant_message_content_length: 8,
      models: { garden: 1 },
      message_count: 2,
      history_models: { garden: 2 },
      history_message_count: 3,
      history_user_message_count: 1,
      history_assistant_message_count: 2,
    })
    const page = (await bob.get('/api/v1/chats/stats/export')).json
    assert.deepEqual([page.total, page.items], [1, [stats.json]])
    assert.deepEqual((await bob.get('/api/v1/chats/stats/export?page=2')).json.items, [])
    assert.equal((await bob.get(`/api/v1/chats/stats/export?updated_at=${NOW + 100}`)).json.total, 0)
    assert.equal((await ann.get(`/api/v1/chats/stats/export/${id}`)).json.code, 'chat_missing')
  })

  test('exported chats are imported with tags, folder and times [open-webui.import]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const folder = (await bob.post('/api/v1/folders/', { name: 'Garden' })).json.id
    const exported = {
      id: 'of another server',
      chat: { title: 'Roses', history, tags: ['Red'] },
      meta: { tags: ['summer'] },
      pinned: true,
      folder_id: folder,
      created_at: 1_600_000_000,
      updated_at: 1_700_000_000,
    }
    const form = (...chats: object[]) => bob.post('/api/v1/chats/import', { chats })
    const { json } = await form(exported, { chat: { title: 'Plain' }, updated_at: 5, created_at: 9 })
    const [roses, plain] = json
    assert.deepEqual(
      [roses.created_at, roses.updated_at, roses.pinned, roses.folder_id, roses.meta.tags],
      [1_600_000_000, 1_700_000_000, true, folder, ['red', 'summer']],
    )
    assert.deepEqual([plain.created_at, plain.updated_at], [9, 9])
    assert.equal((await bob.get(`/api/v1/chats/${roses.id}`)).json.chat.messages.length, 2)
    const count = async () => (await bob.get('/api/v1/chats/list')).json.length
    assert.equal((await form({ ...exported, folder_id: 'none' })).json[0].folder_id, null)
    const before = await count()
    assert.equal((await form(exported, { chat: 'Roses' })).json.code, 'import_not_a_chat')
    assert.equal(await count(), before, 'a refused import stores nothing')
    const permissions = (await ann.get('/api/v1/users/default/permissions')).json
    permissions.chat.import = false
    await ann.post('/api/v1/users/default/permissions', permissions)
    assert.equal((await form(exported)).status, 401)
  })

  test('readers of a share are read and replaced as grants [open-webui.share-access]', async (t) => {
    const { bob, cem, make } = await startSharing(t)
    const id = await make(longChat(2))
    const at = `/api/v1/chats/shared/${id}/access`
    assert.deepEqual((await bob.get(at)).json, [])
    const change = (...access_grants: object[]) => bob.post(`${at}/update`, { access_grants })
    const reader = (principal_id: string) => ({ principal_type: 'user', principal_id, permission: 'read' })
    const { share_id: share } = (await change(reader('*'))).json
    assert.deepEqual((await bob.get(at)).json, [reader('*')])
    assert.equal((await cem.get(`/api/v1/chats/share/${share}`)).status, 200)
    assert.equal((await change(reader(cem.id))).json.share_id, share)
    assert.deepEqual((await bob.get(at)).json, [reader(cem.id)])
    const group = { ...reader('g'), principal_type: 'group' }
    assert.equal((await change(group, reader('*'))).json.code, 'share_with_group')
    assert.equal((await change({ ...reader('*'), permission: 'write' })).status, 422)
    for (const answer of [await cem.get(at), await cem.post(`${at}/update`, { access_grants: [] })])
      assert.equal(answer.json.code, 'chat_missing')
    assert.equal((await change()).json.share_id, null)
    assert.equal((await cem.get(`/api/v1/chats/share/${share}`)).json.code, 'share_missing')
  })

  test('models are imported and replaced, and previews name them [open-webui.model-lists]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const { id: group } = (await ann.post('/api/v1/groups/create', { name: 'G', description: '' })).json
    await ann.post(`/api/v1/groups/id/${group}/users/add`, { user_ids: [bob.id] })
    const toGroup = { principal_type: 'group', principal_id: group, permission: 'read' }
    await ann.post('/api/v1/models/model/access/update', { id: 'garden', access_grants: [toGroup] })
    const model = (id: string, more = {}) => ({ id, name: id, base_model_id: 'garden', ...more })
    const send = (path: string, ...models: object[]) => ann.post(`/api/v1/models/${path}`, { models })
    assert.equal((await send('import', model('a'), model('b', { access_grants: [toGroup] }))).json, true)
    assert.equal((await send('import', model('c'), { id: 'broken' })).status, 422)
    const stored = async () =>
      (await ann.get('/api/v1/models/export')).json.map(({ id }: { id: string }) => id).toSorted()
    assert.deepEqual(await stored(), ['a', 'b'])

    const preview = (await ann.get(`/api/v1/users/${bob.id}/preview`)).json
    assert.deepEqual(preview.groups, [{ id: group, name: 'G' }])
    const ids = (items: { id: string }[]) => items.map(({ id }) => id).toSorted()
    assert.deepEqual(ids(preview.models.items), ['b', 'garden'])
    const ofGroup = (await ann.get(`/api/v1/groups/id/${group}/preview`)).json
    assert.deepEqual(ids(ofGroup.models.items), ['b', 'garden'])
    assert.ok(ofGroup.models.total >= 3)
    assert.equal((await ann.get('/api/v1/users/none/preview')).json.code, 'account_missing')

    const many = Array.from({ length: 6000 }, (_, n) => ({ ...toGroup, principal_id: `g${n}` }))
    const picture = { profile_image_url: `data:image/png;base64,${'A'.repeat(1_500_000)}` }
    const large = model('large', { access_grants: many, meta: picture })
    assert.equal((await send('import', large)).json, true)
    assert.deepEqual(await stored(), ['a', 'b', 'large'])

    await sql`create trigger fail before insert on chatapp_models when new.id = 'z' begin select raise(abort, 'full'); end`.execute(
      chat.store.db,
    )
    for (const path of ['import', 'sync'])
      assert.equal((await send(path, model('y'), model('z'))).status, 500)
    assert.deepEqual(await stored(), ['a', 'b', 'large'], 'all models are saved, or none')

    const synced = (await send('sync', model('b'), model('d'))).json
    assert.deepEqual(ids(synced), ['b', 'd'])
    assert.deepEqual(await stored(), ['b', 'd'])
    assert.equal((await ann.delete('/api/v1/models/delete/all')).json, true)
    assert.deepEqual(await stored(), [])
    const open = (await bob.get('/api/models')).json.data
    assert.deepEqual(ids(open), ['garden'], 'access to the agent stays')
  })

  test('settings of missing features are accepted unchanged only [open-webui.fixed]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    for (const [read, change, wrong] of [
      ['/api/v1/configs/models', '/api/v1/configs/models', { DEFAULT_MODELS: 'garden' }],
      ['/api/v1/configs/connections', '/api/v1/configs/connections', { ENABLE_DIRECT_CONNECTIONS: true }],
      ['/api/v1/configs/subagents', '/api/v1/configs/subagents', { SUBAGENTS_MAX_ASYNC: 3 }],
      ['/api/v1/images/config', '/api/v1/images/config/update', { ENABLE_IMAGE_GENERATION: true }],
      ['/api/v1/audio/config', '/api/v1/audio/config/update', { tts: { ENGINE: 'openai' } }],
      ['/api/v1/evaluations/config', '/api/v1/evaluations/config', { EVALUATION_ARENA_MODELS: [{}] }],
      ['/ollama/config', '/ollama/config/update', { OLLAMA_BASE_URLS: ['http://127.0.0.1:11434'] }],
      ['/api/v1/retrieval/config', '/api/v1/retrieval/config/update', { web: { ENABLE_WEB_SEARCH: true } }],
      ['/api/v1/configs/code_execution', '/api/v1/configs/code_execution', { CODE_EXECUTION_TIMEOUT: 5 }],
    ] as const) {
      const before = (await ann.get(read)).json
      assert.deepEqual((await ann.post(change, { ...before, UNKNOWN: '', OTHER: [] })).json, before)
      const refused = await ann.post(change, { ...before, ...wrong })
      assert.deepEqual([refused.status, refused.json.code], [400, 'setting_fixed'])
      assert.match(refused.json.detail, new RegExp(Object.keys(wrong)[0]!))
    }
    assert.deepEqual((await ann.get('/ollama/api/version')).json, { version: false })
    assert.deepEqual((await ann.post('/api/v1/memories/paths', {})).json, { paths: [], total: 0 })
  })
})
