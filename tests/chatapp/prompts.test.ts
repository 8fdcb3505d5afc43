import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BACKENDS } from '../support/stores.ts'
import { startRecordingAgent } from './recording-agent.ts'
import { startTestChatapp } from './started-chatapp.ts'

const AT = '/api/v1/prompts/'

for (const backend of BACKENDS)
  describe(`prompts on ${backend.kind}`, { skip: backend.skip }, () => {
    test('people keep prompts under their own names, change and delete them, and no other person sees them [prompts.own]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', ann)
      const names = async (client = bob) =>
        ((await client.get(AT)).json as { name: string }[]).map(({ name }) => name)
      const made = await bob.post(AT, {
        name: ' Weekly ',
        title: 'The week',
        text: 'Sum up {{week|this week}}.',
      })
      assert.equal(made.status, 200)
      assert.deepEqual(
        [made.json.name, made.json.title, made.json.parts],
        ['weekly', 'The week', ['Sum up ', { name: 'week', default: 'this week' }, '.']],
      )
      assert.equal((await ann.post(AT, { name: 'weekly', text: 'Ann’s own' })).status, 200)
      assert.equal((await bob.post(AT, { name: '豆', text: 'Beans' })).status, 200)
      assert.deepEqual(await names(), ['weekly', '豆'])

      const one = `${AT}${made.json.id}`
      const changed = await bob.post(`${one}/update`, { name: 'week', text: 'Short.' })
      assert.deepEqual(
        [changed.json.id, changed.json.name, changed.json.title, changed.json.text],
        [made.json.id, 'week', '', 'Short.'],
      )
      assert.equal(
        (await bob.post(`${one}/update`, { name: 'week', text: 'Again.' })).status,
        200,
        'its own name',
      )
      for (const { status, json } of [
        await ann.post(`${one}/update`, { name: 'mine', text: 'x' }),
        await ann.delete(one),
      ])
        assert.deepEqual([status, json.code], [404, 'prompt_missing'])
      assert.deepEqual(
        [(await bob.delete(one)).json, (await bob.delete(one)).json.code],
        [true, 'prompt_missing'],
      )
      assert.deepEqual(await names(), ['豆'])

      const both = await Promise.all([1, 2, 3].map((n) => bob.post(AT, { name: 'Twice', text: `${n}` })))
      assert.equal(both.filter(({ status }) => status === 200).length, 1)

      await ann.delete(`/api/v1/users/${bob.id}`)
      assert.deepEqual(
        (await chat.store.db.selectFrom('chatapp_prompts').select('name').execute()).map(({ name }) => name),
        ['weekly'],
      )
    })
  })

test('a prompt that can’t be kept is refused in words [prompts.own]', async (t) => {
  const chat = await startTestChatapp(t)
  const ann = await chat.signUp('Ann')
  const refusal = async (body: unknown) => {
    const { status, json } = await ann.post(AT, body)
    return [status, json.code]
  }
  assert.equal((await ann.post(AT, { name: 'taken', text: 'x' })).status, 200)
  for (const name of ['a b', '/x', '-x', 'x'.repeat(41), 'a.b'])
    assert.deepEqual(await refusal({ name, text: 'x' }), [400, 'prompt_name_invalid'], name)
  assert.deepEqual(await refusal({ name: 'TAKEN', text: 'x' }), [400, 'prompt_exists'])
  const variables = Array.from({ length: 21 }, (_, n) => `{{v${n}}}`).join(' ')
  assert.deepEqual(await refusal({ name: 'many', text: variables }), [400, 'prompt_too_many_variables'])
  for (const body of [
    {},
    { name: 'x' },
    { name: 'x', text: ' ' },
    { name: 'x', text: 'x'.repeat(20_001) },
    { name: 'x', text: 1 },
    { name: 'x', text: 'x', title: 'x'.repeat(201) },
    { name: 'x', text: 'x', owner: 'me' },
  ])
    assert.equal((await refusal(body))[0], 422, JSON.stringify(body))
  await chat.store.db
    .insertInto('chatapp_prompts')
    .values(
      Array.from({ length: 199 }, (_, n) => ({
        id: `p${n}`,
        user_id: ann.id,
        name: `p${n}`,
        title: '',
        text: 'x',
        created_at: 1,
        updated_at: 1,
      })),
    )
    .execute()
  assert.deepEqual(await refusal({ name: 'x', text: 'x' }), [400, 'too_many_prompts'])
})

const HUBS_OWN = {
  name: 'sow',
  title: 'Sow',
  description: '',
  parts: ['Sow ', { name: 'what', default: null }],
}

test('a Hub’s prompts come from its bridge, asked in the person’s name; a hidden Hub has none [prompts.hub]', async (t) => {
  const chat = await startTestChatapp(t)
  const ann = await chat.signUp('Ann')
  const bob = await chat.addUser('Bob', ann)
  chat.agent.notify({ '/prompts': { data: [HUBS_OWN] } })
  const read = (client: typeof ann, id: string) => client.get(`/api/v1/models/prompts?id=${id}`)
  assert.deepEqual((await read(ann, 'garden')).json, { data: [HUBS_OWN] })
  assert.equal(chat.agent.asked.at(-1)!.headers['x-chatapp-user-email'], 'ann@example.com')
  for (const [client, id] of [
    [bob, 'garden'],
    [ann, 'none'],
  ] as const)
    assert.equal((await read(client, id)).json.code, 'model_not_found')
  chat.agent.notify({ '/prompts': null })
  assert.equal((await read(ann, 'garden')).json.code, 'model_not_found')
  chat.agent.notify({ '/prompts': { data: 'odd' } })
  assert.equal((await read(ann, 'garden')).json.code, 'agent_unreachable')

  const other = await startRecordingAgent()
  t.after(() => other[Symbol.asyncDispose]())
  other.offer([{ id: 'plain' }])
  await ann.post('/openai/config/update', {
    OPENAI_API_BASE_URLS: [other.url],
    OPENAI_API_KEYS: ['k'],
    OPENAI_API_CONFIGS: {},
  })
  assert.deepEqual((await read(ann, 'plain')).json, { data: [] }, 'a model that is no Hub')
  assert.deepEqual(other.asked, [])
})
