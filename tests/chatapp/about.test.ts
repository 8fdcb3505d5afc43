import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AgentAbout } from '#ground/hub/about/schema.ts'
import type { Client } from './client.ts'
import { startRecordingAgent } from './recording-agent.ts'
import { startTestChatapp, type StartedChatapp } from './started-chatapp.ts'

const ABOUT: AgentAbout = {
  model: null,
  tools: [
    {
      name: 'plan_bed',
      built_in: false,
      title: 'Plan bed',
      description: 'Plans.',
      confirm: false,
      restricted: null,
    },
  ],
  skills: [{ name: 'sow-beds', description: 'Plans beds.' }],
  files: null,
  tasks: [],
}

let chat: StartedChatapp
let admin: Client
let bob: Client

before(async () => {
  chat = await startTestChatapp({ after })
  admin = await chat.signUp('Ann')
  bob = await chat.addUser('Bob', admin)
})

const about = (client: Client, id: string) => client.get(`/api/v1/models/about?id=${id}`)

test('a Hub’s bridge is asked in the person’s name for their abilities [chatapp.about]', async () => {
  chat.agent.notify({ '/about': ABOUT })
  const { status, json } = await about(admin, 'garden')
  assert.deepEqual(
    [status, json],
    [200, { id: 'garden', name: 'Garden helper', description: 'Knows plants', hub: ABOUT }],
  )
  const { headers } = chat.agent.asked.at(-1)!
  assert.deepEqual(
    [headers.authorization, headers['x-chatapp-user-email'], headers['x-chatapp-user-role']],
    ['Bearer test-bridge-key', 'ann@example.com', 'admin'],
  )
})

test('one answer for a Hub that is hidden, closed or not there [chatapp.about]', async () => {
  chat.agent.notify({ '/about': null })
  const hidden = await about(bob, 'garden')
  for (const answer of [await about(bob, 'no-such'), await about(admin, 'garden'), await about(admin, 'x')])
    assert.deepEqual([answer.status, answer.json], [hidden.status, hidden.json])
  assert.equal(hidden.json.code, 'model_not_found')
})

test('a model that is no Hub has only a name, and a failing bridge is reported as such [chatapp.about]', async (t) => {
  const other = await startRecordingAgent()
  t.after(() => other[Symbol.asyncDispose]())
  other.offer([{ id: 'plain' }])
  await admin.post('/openai/config/update', {
    OPENAI_API_BASE_URLS: [other.url],
    OPENAI_API_KEYS: ['k'],
    OPENAI_API_CONFIGS: {},
  })
  assert.deepEqual((await about(admin, 'plain')).json, {
    id: 'plain',
    name: 'plain',
    description: '',
    hub: null,
  })
  assert.deepEqual(other.asked, [])
  chat.agent.notify({ '/about': { tools: 'odd' } })
  assert.equal((await about(admin, 'garden')).json.code, 'agent_unreachable')
})

test('Hubs that a person manages and may not use are those that a bridge names [chatapp.closed-models]', async () => {
  const closed = async (client: Client) => (await client.get('/api/v1/models/closed')).json
  chat.agent.notify({})
  assert.deepEqual(await closed(bob), { data: [] })
  const data = [{ id: 'attic', name: 'Attic helper', can_grant: true }]
  chat.agent.notify({ '/closed-hubs': { data } })
  assert.deepEqual(await closed(bob), { data })
  chat.agent.notify({ '/closed-hubs': { data: 'odd' } })
  assert.deepEqual(await closed(bob), { data: [] })
})

test('the export contains the notes of agents about the person, and names notes that could not be read [chatapp.own-memory]', async () => {
  const exported = async () =>
    (await bob.get('/api/v1/users/user/export')).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'memory' || type === 'missing')
  const note = { id: 'n1', text: 'Likes tea', saved_at_ms: 1_790_000_000_500 }
  chat.agent.notify({ '/memory': { data: [note] } })
  assert.deepEqual(await exported(), [
    { type: 'memory', id: 'n1', hub: 'garden', text: 'Likes tea', saved_at: 1_790_000_000 },
  ])
  const { headers } = chat.agent.asked.at(-1)!
  assert.equal(headers['x-chatapp-user-email'], 'bob@example.com')
  for (const answer of [null, { data: 'odd' }]) {
    chat.agent.notify({ '/memory': answer })
    const [missing, ...more] = await exported()
    assert.deepEqual([missing.type, missing.part, more], ['missing', 'memory', []])
    assert.doesNotMatch(JSON.stringify(missing), /garden/)
  }
})
