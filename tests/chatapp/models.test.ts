import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testClock } from '../support/clock.ts'
import type { Client } from './client.ts'
import { GARDEN, startRecordingAgent } from './recording-agent.ts'
import { startTestChatapp } from './started-chatapp.ts'

const idsOf = async (client: Client, path = '/api/models') =>
  (await client.get(path)).json.data.map((model: any) => model.id) as string[]
const publish = (admin: Client, id: string, ...grants: [string, string][]) =>
  admin.post('/api/v1/models/model/access/update', {
    id,
    access_grants: grants.map(([principal_id, permission]) => ({
      principal_type: 'user',
      principal_id,
      permission,
    })),
  })

const hubWith = async (id: string) => {
  const agent = await startRecordingAgent()
  agent.offer([{ id }])
  return agent
}

describe('models', () => {
  test('an administrator sees the connection’s entry as it is [chatapp.models]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const list = (await admin.get('/api/models')).json
    assert.equal(list.object, 'list', 'clients of OpenAI’s API require it')
    const [model] = list.data
    assert.deepEqual(
      [model.id, model.name, model.urlIdx, model.openai],
      ['garden', 'Garden helper', 0, GARDEN],
    )
    assert.equal('info' in model, false)
    assert.deepEqual(await idsOf(admin, '/api/v1/models'), ['garden'])
  })

  test('other people see a model once it is published to them or to everyone [chatapp.models]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const [bob, cleo] = [await chat.addUser('Bob', admin), await chat.addUser('Cleo', admin)]
    const ask = async (client: Client) =>
      await client.post('/api/chat/completions', {
        model: 'garden',
        messages: [{ role: 'user', content: 'hi' }],
      })
    assert.deepEqual([await idsOf(bob), await idsOf(cleo)], [[], []])
    const { status, json } = await ask(bob)
    assert.deepEqual([status, json.detail, json.code], [400, 'Model not found', 'model_not_found'])
    await publish(admin, 'garden', [bob.id, 'read'])
    assert.deepEqual([await idsOf(bob), await idsOf(cleo)], [['garden'], []])
    assert.deepEqual([(await ask(bob)).status, (await ask(cleo)).status], [200, 400])
    await publish(admin, 'garden', ['*', 'read'])
    assert.deepEqual([await idsOf(bob), await idsOf(cleo)], [['garden'], ['garden']])
    await publish(admin, 'garden', [bob.id, 'write'])
    assert.deepEqual([await idsOf(bob), await idsOf(cleo)], [[], []])
    await publish(admin, 'garden')
    assert.deepEqual([await idsOf(bob), await idsOf(cleo)], [[], []])
  })

  test('a disabled model is gone for all people [chatapp.models]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    await publish(admin, 'garden', ['*', 'read'])
    const toggled = await admin.post('/api/v1/models/model/toggle?id=garden')
    assert.deepEqual([toggled.json.is_active, await idsOf(admin)], [false, []])
    await admin.post('/api/v1/models/model/toggle?id=garden')
    assert.deepEqual(await idsOf(admin), ['garden'])
  })

  test('a model built on another needs that one to be published [chatapp.models]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', admin)
    const everyone = [{ principal_type: 'user', principal_id: '*', permission: 'read' }]
    const params = { system: 'Speak like a pirate.' }
    const form = {
      id: 'pirate',
      base_model_id: 'garden',
      name: 'Pirate',
      meta: {},
      params,
      access_grants: everyone,
    }
    assert.equal((await admin.post('/api/v1/models/create', form)).status, 200)
    assert.deepEqual([await idsOf(admin), await idsOf(bob)], [['garden', 'pirate'], []])
    await publish(admin, 'garden')
    assert.deepEqual(await idsOf(bob), ['pirate'])
    await bob.post('/api/chat/completions', { model: 'pirate', messages: [{ role: 'user', content: 'hi' }] })
    const sent = chat.agent.completions.at(-1)!.body
    assert.deepEqual([sent.model, sent.messages[0]], ['garden', { role: 'system', content: params.system }])
  })

  test('rows are created once, changed, read and deleted by those who may [chatapp.model-rows]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', admin)
    const form = {
      id: 'garden',
      base_model_id: null,
      name: 'Gardener',
      meta: { capabilities: { usage: true } },
      params: { a: 1 },
    }
    const created = await admin.post('/api/v1/models/create', form)
    assert.deepEqual([created.status, created.json.access_grants], [200, []])
    assert.equal((await admin.post('/api/v1/models/create', form)).status, 401)
    const grant = { principal_type: 'user', principal_id: bob.id, permission: 'read' }
    await admin.post('/api/v1/models/model/update', {
      ...form,
      name: 'Gardener 2',
      access_grants: [grant, grant],
    })
    const asReader = (await bob.get('/api/v1/models/model?id=garden')).json
    assert.deepEqual([asReader.name, asReader.params, asReader.write_access], ['Gardener 2', {}, false])
    assert.equal(asReader.access_grants.length, 1)
    assert.deepEqual(
      (await admin.get('/api/v1/models/base')).json.map((row: any) => row.id),
      ['garden'],
    )
    await admin.post('/api/v1/models/model/update', { ...form, name: 'Gardener 3' })
    assert.equal((await bob.get('/api/models')).json.data[0].name, 'Gardener 3')
    assert.equal((await bob.post('/api/v1/models/model/update', form)).status, 401)
    assert.equal((await bob.post('/api/v1/models/model/delete', { id: 'garden' })).status, 401)
    assert.equal((await admin.post('/api/v1/models/model/delete', { id: 'garden' })).json, true)
    assert.equal((await admin.post('/api/v1/models/model/delete', { id: 'garden' })).status, 401)
    assert.equal((await admin.get('/api/v1/models/model?id=garden')).status, 404)
    assert.equal(
      (await admin.post('/api/v1/models/model/access/update', { id: 'x', access_grants: null })).status,
      422,
    )
  })

  test('a person who may build models gains access to none by it [chatapp.model-rows]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', admin)
    const form = (id: string, base_model_id: string | null) => ({
      id,
      base_model_id,
      name: id,
      meta: {},
      params: {},
    })
    assert.equal((await bob.post('/api/v1/models/create', form('mine', 'garden'))).status, 401)
    const permissions = (await admin.get('/api/v1/users/default/permissions')).json
    permissions.workspace.models = true
    await admin.post('/api/v1/users/default/permissions', permissions)
    assert.equal((await bob.post('/api/v1/models/create', form('garden', null))).status, 401)
    assert.equal((await bob.post('/api/v1/models/create', form('mine', 'garden'))).status, 401)
    await publish(admin, 'garden', [bob.id, 'read'])
    const everyone = [{ principal_type: 'user', principal_id: '*', permission: 'read' }]
    const made = await bob.post('/api/v1/models/create', {
      ...form('mine', 'garden'),
      access_grants: everyone,
    })
    assert.deepEqual([made.status, made.json.access_grants], [200, []])
    assert.equal((await bob.post('/api/v1/models/model/update', form('mine', null))).status, 401)
    assert.deepEqual(await idsOf(bob), ['garden', 'mine'])
  })

  test('a list is requested once a second, and once for concurrent readers [chatapp.model-lists]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const admin = await chat.signUp('Ann')
    await Promise.all(Array.from({ length: 10 }, () => idsOf(admin)))
    assert.equal(chat.agent.listCalls(), 1)
    clock.advance(999)
    await idsOf(admin)
    assert.equal(chat.agent.listCalls(), 1)
    clock.advance(1)
    await idsOf(admin)
    assert.equal(chat.agent.listCalls(), 2)
    await admin.get('/api/models?refresh=true')
    assert.equal(chat.agent.listCalls(), 3)
  })

  test('neither a turn with one Hub nor publishing a new one asks the others [chatapp.model-turns]', async (t) => {
    const clock = testClock()
    const slugs = ['garden', 'kitchen', 'library']
    const hubs = await Promise.all(slugs.map(hubWith))
    const served = slugs.slice(0, 2)
    for (const hub of hubs) t.after(() => hub[Symbol.asyncDispose]())
    const chat = await startTestChatapp(t, {
      clock,
      connections: () => served.map((slug, index) => ({ url: hubs[index]!.url, key: 'k', slug, away: null })),
    })
    const admin = await chat.signUp('Ann')
    const ask = async (model: string) =>
      (await admin.post('/api/chat/completions', { model, messages: [{ role: 'user', content: 'hi' }] }))
        .status
    assert.equal(await ask('kitchen'), 200)
    const calls = () => hubs.map((hub) => hub.listCalls())
    assert.deepEqual(calls(), [1, 1, 0])
    clock.advance(60_000)
    assert.equal(await ask('garden'), 200)
    assert.deepEqual(calls(), [1, 1, 0])
    served.push('library')
    await admin.post('/api/v1/models/model/access/update', {
      id: 'library',
      name: 'Library',
      access_grants: [],
    })
    assert.equal(await ask('library'), 200)
    assert.deepEqual(calls(), [1, 1, 1])
    assert.equal(await ask('none'), 400)
    assert.deepEqual(calls(), [2, 2, 1])
  })

  test('a connection that fails, hangs or talks nonsense is left out [chatapp.model-lists]', async (t) => {
    const clock = testClock()
    const other = await startRecordingAgent()
    t.after(() => other[Symbol.asyncDispose]())
    other.offer([{ id: 'kitchen' }, { noId: true }, null, 'text'] as object[])
    const chat = await startTestChatapp(t, { clock })
    const admin = await chat.signUp('Ann')
    await admin.post('/openai/config/update', {
      ENABLE_OPENAI_API: true,
      OPENAI_API_BASE_URLS: [other.url, 'http://127.0.0.1:9/v1'],
      OPENAI_API_KEYS: ['a', 'b'],
      OPENAI_API_CONFIGS: {},
    })
    assert.deepEqual(await idsOf(admin), ['garden', 'kitchen'])
    other.offer(null)
    clock.advance(1000)
    assert.deepEqual(await idsOf(admin), ['garden'])
    other.offer([{ id: 'kitchen' }])
    clock.advance(1000)
    assert.deepEqual(await idsOf(admin), ['garden', 'kitchen'])
  })

  test('a Hub that does not answer stays in the list, marked, until it does [chatapp.away]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const admin = await chat.signUp('Ann')
    const shown = async () =>
      (await admin.get('/api/models')).json.data.map(({ id, name, away }: any) => [id, name, away?.state])
    assert.deepEqual(await shown(), [['garden', 'Garden helper', undefined]])
    chat.agent.offer(null)
    clock.advance(1000)
    const since = new Date(clock.now()).toISOString()
    assert.deepEqual(await shown(), [['garden', 'Garden helper', 'unreachable']])
    clock.advance(60_000)
    assert.equal((await admin.get('/api/models')).json.data[0].away.since, since)
    chat.agent.offer([GARDEN])
    clock.advance(1000)
    assert.deepEqual(await shown(), [['garden', 'Garden helper', undefined]])
  })

  test('an unavailable Hub is shown to people with access, and gets no requests [chatapp.away]', async (t) => {
    const agent = await startRecordingAgent()
    t.after(() => agent[Symbol.asyncDispose]())
    const away = { state: 'broken', since: '2026-01-02T03:04:05.000Z' } as const
    const hubs = [
      { url: agent.url, key: 'k', slug: 'garden', away: null as typeof away | null },
      { url: '', key: 'k', slug: 'never', away },
    ]
    const chat = await startTestChatapp(t, { agent, connections: () => hubs })
    const admin = await chat.signUp('Ann')
    const [bob, cleo] = [await chat.addUser('Bob', admin), await chat.addUser('Cleo', admin)]
    await publish(admin, 'garden', [bob.id, 'read'])
    hubs[0] = { ...hubs[0]!, url: 'http://127.0.0.1:9/v1', away }
    const [model, ...others] = (await bob.get('/api/models')).json.data
    assert.deepEqual([model.id, model.away, others], ['garden', away, []])
    assert.deepEqual([await idsOf(cleo), await idsOf(admin)], [[], ['garden']])
    const ask = () =>
      bob.post('/api/chat/completions', { model: 'garden', messages: [{ role: 'user', content: 'hi' }] })
    const refused = await ask()
    assert.deepEqual([refused.status, /not available now/.test(refused.json.detail)], [503, true])
    hubs[0] = { ...hubs[0], url: agent.url, away: null }
    assert.equal((await ask()).status, 200)
    await publish(admin, 'never', [cleo.id, 'read'])
    assert.deepEqual(await idsOf(cleo), ['never'], 'it was granted before we started')
  })

  test('models that share a name show their ids beside it [chatapp.same-name]', async (t) => {
    const first = await startRecordingAgent()
    const second = await startRecordingAgent()
    t.after(() => Promise.all([first[Symbol.asyncDispose](), second[Symbol.asyncDispose]()]))
    second.offer([{ ...GARDEN, id: 'garden-2' }])
    const chat = await startTestChatapp(t, {
      connections: () => [
        { url: first.url, key: 'k', slug: 'garden', away: null },
        { url: second.url, key: 'k', slug: 'garden-2', away: null },
      ],
    })
    const admin = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', admin)
    await publish(admin, 'garden-2', [bob.id, 'read'])
    const namesOf = async (client: Client) =>
      (await client.get('/api/models')).json.data.map(({ name }: any) => name)
    assert.deepEqual(await namesOf(admin), ['Garden helper · garden', 'Garden helper · garden-2'])
    assert.deepEqual(await namesOf(bob), ['Garden helper'])
  })

  test('the bridge stays connected for any stored setting, and keys are never shown [chatapp.connections]', async (t) => {
    const other = await startRecordingAgent()
    t.after(() => other[Symbol.asyncDispose]())
    other.offer([{ id: 'kitchen' }, { id: 'garden', name: 'An impostor' }])
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const form = (await admin.get('/openai/config')).json
    assert.deepEqual(form.OPENAI_API_BASE_URLS, [chat.agent.url])
    assert.doesNotMatch(JSON.stringify(form), /test-bridge-key/)
    const stored = await admin.post('/openai/config/update', {
      ENABLE_OPENAI_API: true,
      OPENAI_API_BASE_URLS: [other.url],
      OPENAI_API_KEYS: ['sk-outside-key-123456'],
      OPENAI_API_CONFIGS: { '0': { prefix_id: 'out', headers: { 'X-Team': 'blue' } } },
    })
    assert.deepEqual(stored.json.OPENAI_API_BASE_URLS, [chat.agent.url, other.url])
    assert.doesNotMatch(stored.text, /outside-key/)
    assert.deepEqual(
      (await admin.get('/api/models')).json.data.map((model: any) => [model.id, model.urlIdx]),
      [
        ['garden', 0],
        ['out.kitchen', 1],
        ['out.garden', 1],
      ],
    )
    // Reading returns masked keys. Writing the masked keys back keeps the real keys.
    await admin.post('/openai/config/update', stored.json)
    await admin.post('/api/chat/completions', {
      model: 'out.kitchen',
      messages: [{ role: 'user', content: 'hi' }],
    })
    const [sent] = other.completions
    assert.deepEqual(
      [sent!.headers.authorization, sent!.headers['x-team']],
      ['Bearer sk-outside-key-123456', 'blue'],
    )
    assert.equal(sent!.body.model, 'kitchen')
    await admin.post('/openai/config/update', { ...stored.json, ENABLE_OPENAI_API: false })
    assert.deepEqual(await idsOf(admin), ['garden'])
  })

  test('two connections with the same address keep their own keys, in any order, although their masks are equal [chatapp.connections]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const other = await startRecordingAgent()
    t.after(() => other[Symbol.asyncDispose]())
    other.offer([{ id: 'kitchen' }])
    const [one, two] = ['sk-first-key-same', 'sk-other-key-same']
    const stored = await admin.post('/openai/config/update', {
      OPENAI_API_BASE_URLS: [other.url, other.url],
      OPENAI_API_KEYS: [one, two],
      OPENAI_API_CONFIGS: { '0': { prefix_id: 'one' }, '1': { prefix_id: 'two' } },
    })
    const { OPENAI_API_BASE_URLS: urls, OPENAI_API_KEYS: keys, OPENAI_API_CONFIGS: configs } = stored.json
    assert.equal(keys[1], keys[2])
    const turned = { OPENAI_API_BASE_URLS: urls.slice(1), OPENAI_API_KEYS: keys.slice(1) }
    await admin.post('/openai/config/update', {
      ...turned,
      OPENAI_API_CONFIGS: { '0': configs['2'], '1': configs['1'] },
    })
    const keyOf = async (prefix: string) => {
      const messages = [{ role: 'user', content: 'hi' }]
      await admin.post('/api/chat/completions', { model: `${prefix}.kitchen`, messages })
      return other.completions.at(-1)!.headers.authorization
    }
    assert.deepEqual([await keyOf('one'), await keyOf('two')], [`Bearer ${one}`, `Bearer ${two}`])
    await admin.post('/openai/config/update', {
      OPENAI_API_BASE_URLS: urls.slice(2),
      OPENAI_API_KEYS: keys.slice(2),
      OPENAI_API_CONFIGS: { '0': configs['2'] },
    })
    assert.equal(await keyOf('two'), `Bearer ${two}`)
  })

  test('an address is tried before it is stored [chatapp.connections]', async (t) => {
    const chat = await startTestChatapp(t)
    const admin = await chat.signUp('Ann')
    const verify = (url: string) => admin.post('/openai/verify', { url, key: 'x' })
    assert.deepEqual((await verify(chat.agent.url)).json.data[0].id, 'garden')
    assert.equal((await verify('http://127.0.0.1:9/v1')).status, 502)
    assert.equal((await verify('file:///etc/passwd')).status, 422)
  })
})
