import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { longChat, startSharing } from './shares-world.ts'
import { startTestChatapp } from './started-chatapp.ts'

const messages = [{ role: 'user', content: 'hi' }]
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const history = {
  currentId: 'b',
  messages: {
    a: { parentId: null, role: 'user', content: 'When do roses bloom?' },
    b: { parentId: 'a', role: 'assistant', content: 'In June.', model: 'garden' },
    c: { parentId: 'a', role: 'assistant', content: 'In July.', model: 'garden' },
  },
}

describe('requests of Open WebUI’s clients', () => {
  test('a request in a temporary chat is answered and stores no chat [open-webui.temporary]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    chat.agent.otherwise((answer) => answer.status(200, { choices: [{ message: { content: 'hello' } }] }))
    for (const chat_id of ['', 'local:api-1', 'temporary:1'])
      for (const session_id of [undefined, 'tab']) {
        const body = { model: 'garden', stream: false, messages, chat_id, session_id, id: 'answer' }
        const { status, json } = await ann.post('/api/chat/completions', body)
        assert.deepEqual([status, json.choices[0].message.content], [200, 'hello'])
      }
    assert.equal(
      chat.agent.completions.some(({ body }) => 'chat_id' in body),
      false,
    )
    assert.deepEqual((await ann.get('/api/v1/chats/list')).json, [])
    const other = { model: 'garden', messages, chat_id: 'locale' }
    assert.equal((await ann.post('/api/chat/completions', other)).status, 404)
    assert.equal((await ann.post('/api/chat/completions', { ...other, chat_id: 7 })).status, 422)
  })

  test('files are listed by page, searched, counted, renamed and read as text [open-webui.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const { id } = (await ann.upload('roses_1.txt', 'Roses bloom', 'text/plain')).json
    await ann.upload('bed.bin', new Uint8Array([0, 255, 0]))
    const list = (await ann.get('/api/v1/files/?content=false')).json
    assert.deepEqual([list.total, list.items.length], [2, 2])
    assert.deepEqual((await ann.get('/api/v1/files/?page=2')).json, { items: [], total: 2 })
    assert.equal((await ann.get('/api/v1/files/?content=maybe')).status, 422)
    assert.deepEqual((await bob.get('/api/v1/files/')).json, { items: [], total: 0 })
    assert.equal((await ann.get('/api/v1/files/count')).json, 2)
    const search = (filename: string, who = ann) =>
      who.get(`/api/v1/files/search?filename=${encodeURIComponent(filename)}`)
    assert.deepEqual(
      (await search('ROSES_*')).json.map((file: { id: string }) => file.id),
      [id],
    )
    assert.equal((await search('roses')).status, 404)
    assert.equal((await search('%')).status, 404)
    assert.equal((await search('*', bob)).status, 404)
    assert.equal((await ann.get('/api/v1/files/search')).status, 422)
    const at = `/api/v1/files/${id}`
    assert.deepEqual((await ann.get(`${at}/process/status`)).json, { status: 'completed' })
    assert.deepEqual((await ann.get(`${at}/data/content`)).json, { content: 'Roses bloom' })
    const renamed = await ann.post(`${at}/rename`, { filename: 'lilies.txt' })
    assert.deepEqual([renamed.json.filename, renamed.json.meta.name], ['lilies.txt', 'lilies.txt'])
    assert.equal((await ann.post(`${at}/rename`, { filename: '' })).status, 422)
    for (const answer of [
      await bob.get(`${at}/process/status`),
      await bob.get(`${at}/data/content`),
      await bob.post(`${at}/rename`, { filename: 'mine.txt' }),
    ])
      assert.deepEqual([answer.status, answer.json.code], [404, 'file_missing'])
  })

  test('a chat is shared without a body, and read and cloned by the id of its share [open-webui.shares]', async (t) => {
    const { bob: ann, cem: bob, make } = await startSharing(t)
    const id = await make(longChat(2))
    const at = `/api/v1/chats/${id}/share`
    const first = await ann.post(at)
    assert.deepEqual([first.status, first.json.id, typeof first.json.share_id], [200, id, 'string'])
    assert.equal((await ann.post(at, {})).json.share_id, first.json.share_id)
    const form = (await ann.get(at)).json
    assert.deepEqual([form.audience, form.live, form.details], ['all', false, false])
    for (const part of [
      { people: [bob.id] },
      { live: true },
      { audience: 'all' },
      { audience: 'x', live: true },
    ])
      assert.equal((await ann.post(at, part)).status, 422, 'an incomplete form does not widen the audience')

    const shared = await bob.get(`/api/v1/chats/share/${first.json.share_id}`)
    assert.deepEqual([shared.json.id, shared.json.chat.messages.length], [first.json.share_id, 2])
    const clone = await bob.post(`/api/v1/chats/${first.json.share_id}/clone/shared`)
    assert.deepEqual([clone.json.user_id, clone.json.chat.messages.length], [bob.id, 2])
    assert.equal((await ann.delete('/api/v1/chats/share/all')).json, true)
    assert.equal((await ann.get(at)).json, null)
    for (const gone of [
      await bob.get(`/api/v1/chats/share/${first.json.share_id}`),
      await bob.post(`/api/v1/chats/${first.json.share_id}/clone/shared`),
    ])
      assert.deepEqual([gone.status, gone.json.code], [404, 'share_missing'])
  })

  test('settings, values and a status belong to one account and are bounded [open-webui.own-record]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    for (const name of ['settings', 'info']) {
      const at = `/api/v1/users/user/${name}`
      assert.equal((await ann.get(at)).json, null)
      assert.deepEqual((await ann.post(`${at}/update`, { ui: { theme: 'dark' } })).json, {
        ui: { theme: 'dark' },
      })
      const both = { ui: { theme: 'dark' }, more: 1 }
      assert.deepEqual((await ann.post(`${at}/update`, { more: 1 })).json, both)
      assert.deepEqual((await ann.get(at)).json, both)
      assert.equal((await bob.get(at)).json, null)
      assert.equal((await ann.post(`${at}/update`, { big: 'x'.repeat(70_000) })).status, 422)
      await ann.post(`${at}/update`, { one: 'x'.repeat(40_000) })
      assert.equal((await ann.post(`${at}/update`, { two: 'x'.repeat(40_000) })).status, 422)
      assert.equal((await ann.post(`${at}/update`, [])).status, 422)
      assert.equal((await chat.visitor.get(at)).status, 401)
    }
    const status = { status_emoji: 'rose', status_message: 'in the garden' }
    const changed = (await bob.post('/api/v1/users/user/status/update', status)).json
    assert.deepEqual([changed.id, changed.status_message], [bob.id, 'in the garden'])
    assert.equal((await bob.get('/api/v1/users/user/status')).json.status_emoji, 'rose')
    assert.equal((await ann.get(`/api/v1/users/${bob.id}/info`)).json.status_message, null)
    assert.equal((await bob.post('/api/v1/users/user/status/update', { status_message: 7 })).status, 422)
    assert.deepEqual((await bob.get('/api/v1/users/user/variables')).json, { variables: {} })
    const zone = (timezone: unknown) => bob.post('/api/v1/auths/update/timezone', { timezone })
    assert.deepEqual((await zone('Europe/Berlin')).json, { status: true })
    assert.equal((await bob.get('/api/v1/auths/time-zone')).json.time_zone, 'Europe/Berlin')
    assert.deepEqual([(await zone('Mars/Base')).status, (await zone(7)).status], [400, 422])
  })

  test('a person is seen by administrators and members of the same groups [open-webui.people]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const cleo = await chat.addUser('Cleo', ann)
    const paths = ['info', 'active', 'profile/image'].map((path) => `/api/v1/users/${ann.id}/${path}`)
    for (const path of paths) {
      const hidden = await bob.get(path)
      assert.deepEqual([hidden.status, hidden.json.code], [400, 'account_missing'])
    }
    const { id } = (await ann.post('/api/v1/groups/create', { name: 'G', description: '' })).json
    await ann.post(`/api/v1/groups/id/${id}/users/add`, { user_ids: [ann.id, bob.id] })
    const info = (await bob.get(paths[0]!)).json
    assert.deepEqual([info.name, info.role, info.is_active], ['Ann', 'user', true])
    assert.equal((await ann.get(paths[0]!)).json.role, 'admin')
    assert.deepEqual((await bob.get(paths[1]!)).json, { active: true })
    assert.equal((await cleo.get(paths[1]!)).status, 400)
    const initial = await bob.get(paths[2]!)
    assert.match(initial.headers.get('content-type')!, /^image\/svg/)
    assert.match(initial.headers.get('content-security-policy')!, /sandbox/)
    await ann.post('/api/v1/auths/update/profile', { name: 'Ann', profile_image_url: PNG })
    assert.equal((await bob.get(paths[2]!)).headers.get('content-type'), 'image/png')
    assert.equal((await ann.get('/api/v1/users/none/active')).status, 400)
  })

  test('tags of a chat are added, listed, filtered by and removed [open-webui.tags]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const { id } = (await ann.post('/api/v1/chats/new', { chat: { title: 'Roses', history } })).json
    await ann.post('/api/v1/chats/new', { chat: { title: 'Lilies', tags: [7, 'Pond', 'pond', ''] } })
    const at = `/api/v1/chats/${id}/tags`
    const names = (answer: { json: { name: string }[] }) => answer.json.map(({ name }) => name)
    const added = await ann.post(at, { name: 'Red Roses' })
    assert.deepEqual(added.json, [{ id: 'red_roses', name: 'Red Roses', user_id: ann.id, meta: null }])
    assert.deepEqual(names(await ann.post(at, { name: 'red roses' })), ['Red Roses'])
    assert.deepEqual(names(await ann.get(at)), ['Red Roses'])
    assert.deepEqual(names(await ann.get('/api/v1/chats/all/tags')), ['Pond', 'Red Roses'])
    assert.deepEqual((await ann.get(`/api/v1/chats/${id}`)).json.meta, { tags: ['red_roses'] })
    const having = async (name: string, who = ann) =>
      (await who.post('/api/v1/chats/tags', { name })).json.map((found: { id: string }) => found.id)
    assert.deepEqual(
      [await having('Red Roses'), await having('none'), await having('Red Roses', bob)],
      [[id], [], []],
    )
    for (const answer of [await bob.get(at), await bob.post(at, { name: 'x' })])
      assert.deepEqual([answer.status, answer.json.code], [401, 'chat_missing'])
    assert.equal((await ann.post(at, { name: ' ' })).status, 422)
    for (let n = 1; n < 50; n++) await ann.post(at, { name: `t${n}` })
    assert.equal((await ann.post(at, { name: 'one more' })).json.code, 'too_many_tags')
    const removed = await ann.fetch(at, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Red Roses' }),
    })
    assert.equal(((await removed.json()) as unknown[]).length, 49)
  })

  test('a chat is cloned whole and forked at a message, where importing is permitted [open-webui.copies]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const folder = (await bob.post('/api/v1/folders/', { name: 'Garden' })).json.id
    const { id } = (
      await bob.post('/api/v1/chats/new', { chat: { title: 'Roses', models: ['garden'], history } })
    ).json
    await bob.post(`/api/v1/chats/${id}/folder`, { folder_id: folder })
    const clone = (await bob.post(`/api/v1/chats/${id}/clone`, {})).json
    assert.deepEqual(
      [clone.title, clone.folder_id, Object.keys(clone.chat.history.messages).toSorted(), clone.chat.models],
      ['Clone of Roses', folder, ['a', 'b', 'c'], ['garden']],
    )
    assert.notEqual(clone.id, id)
    assert.equal((await bob.post(`/api/v1/chats/${id}/clone`, { title: 'Mine' })).json.title, 'Mine')
    const fork = (await bob.post(`/api/v1/chats/${id}/fork`, { message_id: 'c' })).json
    assert.deepEqual(
      [fork.chat.history.currentId, fork.chat.messages.map((message: { id: string }) => message.id)],
      ['c', ['a', 'c']],
    )
    assert.equal((await bob.post(`/api/v1/chats/${id}/fork`)).json.chat.history.currentId, 'b')
    assert.equal(
      (await bob.post(`/api/v1/chats/${id}/fork`, { message_id: 'none' })).json.code,
      'message_missing',
    )
    assert.equal((await bob.post(`/api/v1/chats/${id}/clone`, { title: 7 })).status, 422)
    for (const name of ['clone', 'fork'])
      assert.equal((await ann.post(`/api/v1/chats/${id}/${name}`, {})).json.code, 'chat_missing')
    const permissions = (await ann.get('/api/v1/users/default/permissions')).json
    permissions.chat.import = false
    await ann.post('/api/v1/users/default/permissions', permissions)
    assert.equal((await bob.post(`/api/v1/chats/${id}/clone`, {})).status, 401)
  })

  test('chats are exported by line, by folder and archived ones, and archived at once [open-webui.exports]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const folder = (await ann.post('/api/v1/folders/', { name: 'Garden' })).json.id
    const made = []
    for (const title of ['One', 'Two'])
      made.push((await ann.post('/api/v1/chats/new', { chat: { title, history } })).json.id)
    await ann.post(`/api/v1/chats/${made[0]}/folder`, { folder_id: folder })
    const all = await ann.get('/api/v1/chats/all')
    assert.match(all.headers.get('content-type')!, /^application\/x-ndjson/)
    const lines = all.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(new Set(lines.map(({ title }) => title)), new Set(['One', 'Two']))
    assert.equal(lines[0].chat.messages.length, 2)
    assert.equal((await bob.get('/api/v1/chats/all')).text, '')
    const titles = async (path: string, who = ann) =>
      (await who.get(path)).json.map(({ title }: { title: string }) => title)
    assert.deepEqual(await titles(`/api/v1/chats/folder/${folder}`), ['One'])
    assert.deepEqual(await titles(`/api/v1/chats/folder/${folder}/list`), ['One'])
    for (const path of ['', '/list'])
      assert.equal((await bob.get(`/api/v1/chats/folder/${folder}${path}`)).json.code, 'folder_missing')
    assert.equal((await ann.get(`/api/v1/chats/${made[0]}/pinned`)).json, false)
    await ann.post(`/api/v1/chats/${made[0]}/pin`)
    assert.equal((await ann.get(`/api/v1/chats/${made[0]}/pinned`)).json, true)
    assert.equal((await ann.post('/api/v1/chats/archive/all')).json, true)
    assert.equal((await ann.get('/api/v1/chats/archived/count')).json, 2)
    assert.equal((await bob.get('/api/v1/chats/archived/count')).json, 0)
    assert.equal((await titles('/api/v1/chats/all/archived')).length, 2)
    assert.deepEqual(await titles('/api/v1/chats/all/archived?page=2'), [])
    assert.equal((await ann.post('/api/v1/chats/unarchive/all')).json, true)
    assert.equal((await ann.get('/api/v1/chats/archived/count')).json, 0)
  })

  test('the text of a stored message is replaced [open-webui.edits]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const { id } = (await ann.post('/api/v1/chats/new', { chat: { title: 'Roses', history } })).json
    const at = `/api/v1/chats/${id}/messages`
    const edited = (await ann.post(`${at}/b`, { content: 'In May.' })).json.chat.history.messages
    assert.deepEqual([edited.b.content, edited.b.parentId, edited.c.content], ['In May.', 'a', 'In July.'])
    assert.equal((await ann.post(`${at}/none`, { content: 'x' })).json.code, 'message_missing')
    assert.equal((await bob.post(`${at}/b`, { content: 'x' })).json.code, 'chat_missing')
    assert.equal((await ann.post(`${at}/b`, { content: 7 })).status, 422)
  })

  test('prompts are kept under Open WebUI’s names [open-webui.prompts]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const form = { command: '/weekly', name: 'The week', content: 'Sum up {{week}}.' }
    const made = (await bob.post('/api/v1/prompts/create', form)).json
    assert.deepEqual([made.command, made.name, made.content], ['weekly', 'The week', 'Sum up {{week}}.'])
    const [own] = (await bob.get('/api/v1/prompts/')).json
    assert.deepEqual(
      [own.name, own.command, own.content, own.user_id],
      ['weekly', 'weekly', form.content, bob.id],
    )
    assert.equal((await bob.get('/api/v1/prompts/command/weekly')).json.id, made.id)
    const at = `/api/v1/prompts/id/${made.id}`
    assert.equal((await bob.get(at)).json.command, 'weekly')
    assert.equal((await bob.post(`${at}/update`, { ...form, content: 'Short.' })).json.content, 'Short.')
    const renamed = (await bob.post(`${at}/update/meta`, { command: 'week', name: 'Week' })).json
    assert.deepEqual([renamed.command, renamed.name, renamed.content], ['week', 'Week', 'Short.'])
    const list = async (query: string) => (await bob.get(`/api/v1/prompts/list?${query}`)).json.total
    assert.deepEqual([await list(''), await list('query=WEEK'), await list('query=none')], [1, 1, 0])
    assert.deepEqual((await bob.get('/api/v1/prompts/tags')).json, [])
    assert.equal((await bob.post('/api/v1/prompts/create', { command: 'x', content: '' })).status, 422)
    for (const answer of [
      await ann.get(at),
      await ann.get('/api/v1/prompts/command/week'),
      await ann.post(`${at}/update`, form),
      await ann.post(`${at}/update/meta`, { command: 'x', name: 'x' }),
      await ann.delete(`${at}/delete`),
    ])
      assert.deepEqual([answer.status, answer.json.code], [404, 'prompt_missing'])
    assert.equal((await bob.delete(`${at}/delete`)).json, true)
  })

  test('settings are exported without secrets, and fixed features stay as they are [open-webui.settings]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const form = (await ann.get('/api/v1/auths/admin/config')).json
    assert.deepEqual([form.ENABLE_NOTES, form.ENABLE_FOLDERS], [false, true])
    const written = (await ann.post('/api/v1/auths/admin/config', { ...form, ENABLE_NOTES: true })).json
    assert.equal(written.ENABLE_NOTES, false)
    const config = {
      'openai.api_keys': ['sk-very-secret'],
      'openai.api_configs': { 0: { headers: { Authorization: 'very-secret' }, enable: true } },
      'other.api_key': 'very-secret',
      'other.name': 'garden',
    }
    await ann.post('/api/v1/configs/import', { config })
    const exported = await ann.get('/api/v1/configs/export')
    assert.equal(exported.json['other.name'], 'garden')
    assert.deepEqual(exported.json['openai.api_configs'], { 0: { enable: true } })
    assert.doesNotMatch(exported.text, /very-secret|internal\./)
    const ui = (await ann.get('/api/v1/configs/namespace/ui')).json
    assert.deepEqual([ui['ui.enable_signup'], 'other.name' in ui], [true, false])
    for (const path of ['export', 'namespace/ui', 'models', 'connections', 'code_execution'])
      assert.equal((await bob.get(`/api/v1/configs/${path}`)).status, 401)
    const details = () => bob.get('/api/v1/auths/admin/details')
    assert.deepEqual((await details()).json, { name: 'Ann', email: 'ann@example.com' })
    await ann.post('/api/v1/auths/admin/config', { ...form, ADMIN_EMAIL: 'help@example.com' })
    assert.deepEqual((await details()).json, { name: null, email: 'help@example.com' })
    await ann.post('/api/v1/auths/admin/config', { ...form, SHOW_ADMIN_DETAILS: false })
    assert.equal((await details()).json.code, 'admin_details_hidden')
    const banners = [{ id: 'b1', type: 'info', content: 'Roses', timestamp: 7 }]
    assert.deepEqual((await ann.post('/api/v1/configs/banners', { banners })).json, banners)
    const fresh = (await ann.get('/api/v1/users/default/permissions/defaults')).json
    assert.equal(fresh.chat.delete, true)
    assert.equal((await ann.get('/api/v1/tasks/config')).json.ENABLE_TAGS_GENERATION, false)
  })

  test('models are listed at the OpenAI address, and their tags and records exported [open-webui.models]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const ids = async (who = ann) =>
      (await who.get('/openai/models')).json.data.map(({ id }: { id: string }) => id)
    assert.deepEqual([(await ids()).includes('garden'), await ids(bob)], [true, []])
    const made = { id: 'roses', base_model_id: 'garden', name: 'Roses', meta: { tags: [{ name: 'red' }, 7] } }
    await ann.post('/api/v1/models/create', made)
    const base = { id: 'garden', base_model_id: null, name: 'Garden', meta: { tags: [{ name: 'green' }] } }
    await ann.post('/api/v1/models/create', base)
    assert.deepEqual((await ann.get('/api/v1/models/tags')).json, ['red'])
    assert.deepEqual((await bob.get('/api/v1/models/tags')).json, [])
    assert.deepEqual((await ann.get('/api/v1/models/base/tags')).json, ['green'])
    assert.deepEqual(
      (await ann.get('/api/v1/models/export')).json.map(({ id }: { id: string }) => id),
      ['roses'],
    )
    assert.equal((await bob.get('/api/v1/models/export')).status, 401)
  })

  test('features that are not offered have empty lists, and no other routes [open-webui.unoffered]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    assert.deepEqual((await ann.get('/api/v1/knowledge/')).json, { items: [], total: 0 })
    assert.deepEqual((await ann.get('/api/v1/notes/')).json, [])
    assert.deepEqual((await ann.get('/api/tasks')).json, { tasks: [] })
    for (const path of ['knowledge/create', 'notes/create', 'functions/create', 'channels/create'])
      assert.equal((await ann.post(`/api/v1/${path}`, { name: 'x' })).status, 404)
    assert.equal((await ann.get('/api/v1/knowledge/none')).status, 404)
    const missing = await ann.get('/api/v1/chats/none/tags')
    assert.match(missing.json.detail, /^We could not find what you're looking for/)
  })
})
