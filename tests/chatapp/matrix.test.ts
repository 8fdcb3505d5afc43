import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { clientAddresses } from '#chatapp/accounts/sessions/app.ts'
import { CONTRACTS } from '#chatapp/contracts.ts'
import type { ChatRoute } from '#chatapp/http/contract.ts'
import { CHATAPP_REFUSALS } from '#chatapp/http/refusals.ts'
import { ask } from '../support/matrix.ts'
import { assertValidOpenApi } from '../support/openapi.ts'
import { expectedAnswer, kindsOf, type Kind } from './callers.ts'
import { matrixOf, type Beside, type Things } from './matrix.ts'
import { emailOf, startTestChatapp } from './started-chatapp.ts'

const sessionSecret = 'a secret that only the service knows'
const blocked = new Set<string>()
const chat = await startTestChatapp(
  { after },
  { sessionSecret, apiKeys: true, isBlocked: async (email) => blocked.has(email) },
)
const admin = await chat.signUp('Ann')
const pat = await chat.addUser('Pat', admin)
const olga = await chat.addUser('Olga', admin)
const blake = await chat.addUser('Blake', admin)
const penny = await chat.signUp('Penny')
const quinn = await chat.addUser('Quinn', admin)
const kinds = Object.entries<Kind>(
  await kindsOf({ url: chat.url, secret: sessionSecret, admin, pat, olga, blake, penny }),
)
blocked.add(emailOf('Blake'))
await admin.post('/api/v1/models/model/access/update', { id: 'made', access_grants: [] })
const lasting = {
  group: (await admin.post('/api/v1/groups/create', { name: 'G', description: '' })).json.id as string,
  pat: pat.id,
  quinn: quinn.id,
  permissions: (await admin.get('/api/v1/users/default/permissions')).json,
}
let things = await makeThings()
let areUsed = false

const isLast = (name: string) => entryOf(name, things).isLast === true
const routes = Object.values(CONTRACTS).flatMap((room) => Object.entries<ChatRoute>(room))

test('the web chat describes each address of its API in valid OpenAPI [chatapp.openapi]', async () => {
  const { json } = await pat.get('/api/v1/openapi.json')
  await assertValidOpenApi(json)
  const described = Object.values<object>(json.paths).flatMap((path) => Object.keys(path)).length
  assert.equal(described, routes.flatMap(([, route]) => clientAddresses(route)).length)
  const { responses } = json.paths['/api/v1/shares/{id}/files/{file}'].get
  assert.deepEqual(
    ['200', '206', '304', '416'].map((status) => Object.keys(responses[status].content ?? {})),
    [['*/*'], ['*/*'], [], []],
  )
  assert.match(json.paths['/api/responses'].post.responses['4XX'].description, /agent/)
})

for (const [name, route] of routes.toSorted(([one], [other]) => Number(isLast(one)) - Number(isLast(other))))
  for (const path of clientAddresses(route))
    test(`${route.method} ${path} answers every kind of caller as its level and the owner say [chatapp.matrix]`, async () => {
      const reported: [kind: string, answer: unknown[]][] = []
      const expected: typeof reported = []
      for (const [title, kind] of kinds) {
        if (areUsed) things = await makeThings()
        const entry = entryOf(name, things)
        areUsed = entry.uses === true
        const { status, json } = await ask(chat.url, { ...route, path }, entry, kind.headers)
        const answer = expectedAnswer(route, path, entry, kind)
        expected.push([title, typeof answer === 'number' ? [answer] : [...CHATAPP_REFUSALS[answer]]])
        reported.push([title, typeof answer === 'number' ? [status] : [status, json?.detail]])
        if (status === 200 && json !== null) assert.deepEqual(asDeclared(route, json), json, title)
      }
      assert.deepEqual(Object.fromEntries(reported), Object.fromEntries(expected))
    })

test('every route of the web chat has a unique name [chatapp.matrix]', () => {
  assert.equal(new Set(routes.map(([name]) => name)).size, routes.length)
})

function entryOf(name: string, there: Things): Beside {
  return (matrixOf(there) as Readonly<Record<string, Beside>>)[name] ?? {}
}

/** Parses the response with its contract, which drops undeclared fields. */
function asDeclared({ answer }: ChatRoute, json: unknown): unknown {
  return JSON.parse(JSON.stringify(answer.parse(json)))
}

async function makeThings(): Promise<Things> {
  const { json: made } = await pat.post('/api/v1/chats/new', { chat: { title: 'Ferns' } })
  for (const person of [admin, pat, olga, penny]) await person.post('/api/v1/auths/api_key')
  const { json: file } = await pat.upload('plan.txt', 'Water the ferns')
  const folder = await pat.post('/api/v1/folders/', { name: `Ferns ${made.id}` })
  const prompt = await pat.post('/api/v1/prompts/', { name: made.id, text: 'Water the ferns' })
  const schedule = crypto.randomUUID() as string
  await chat.store.db
    .insertInto('chat_schedules')
    .values({
      id: schedule,
      user_id: pat.id,
      title: 'Ferns',
      prompt: 'Ferns?',
      model: 'none',
      schedule: '0 8 * * 1',
      time_zone: 'UTC',
      target: 'new',
      chat_id: null,
      paused: null,
      next_ms: null,
      created_at: 1,
      updated_at: 1,
    })
    .execute()
  const share = crypto.randomUUID() as string
  await chat.store.db
    .insertInto('chatapp_shares')
    .values({
      id: share,
      chat_id: made.id,
      user_id: pat.id,
      audience: 'all',
      copy_title: null,
      shows_details: 0,
      created_at: 1,
      changed_at: 1,
    })
    .execute()
  return {
    ...lasting,
    chat: made.id,
    share,
    schedule,
    file: file.id,
    folder: folder.json.id,
    prompt: prompt.json.id,
  }
}
