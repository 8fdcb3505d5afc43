import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import OpenAI from 'openai'
import { signUp } from '../support/console-person.ts'
import { runHub, secretsOf } from '../support/running-hub.ts'
import { until } from '../support/until.ts'
import { calls, says, startUpstream, type UpstreamScript } from '../support/upstream.ts'

const model = 'garden-team'
const upstream = await startUpstream()
after(() => upstream[Symbol.asyncDispose]())
const hub = await runHub({
  processes: 'compact',
  environment: {
    MCP_SERVER: 'true',
    SVC_MODEL: 'compatible/fern-7b',
    SVC_MODEL_BASE_URL: upstream.url,
    SVC_MODEL_API_KEY: 'sk-upstream',
  },
})
after(() => hub[Symbol.asyncDispose]())
const ann = await signUp(hub.url, {
  name: 'Ann',
  email: 'ann@example.com',
  password: 'correct horse battery',
})
const { api_key: apiKey } = await ann.call('POST', '/api/v1/auths/api_key')
const { bridgeKey } = await secretsOf(hub)

const doors = {
  edge: new OpenAI({ baseURL: `${hub.url}/api`, apiKey }),
  bridge: new OpenAI({
    baseURL: `${hub.bridge}/v1`,
    apiKey: bridgeKey,
    defaultHeaders: { 'X-Svc-User': 'ann@example.com' },
  }),
}

const marks = join(hub.folder, 'marks.txt')
await writeFile(
  join(hub.folder, 'tools', 'mark.ts'),
  `import { appendFileSync } from 'node:fs'
import { defineTool, z } from 'hub-service'
export const mark = defineTool({
  name: 'mark',
  description: 'Make a mark.',
  input: z.object({}),
  readOnly: true,
  run() {
    appendFileSync(${JSON.stringify(marks)}, 'x')
    return 'made'
  },
})
`,
)
await until(async () => {
  const headers = { authorization: `Bearer ${bridgeKey}`, 'x-svc-user': 'ann@example.com' }
  return (await (await fetch(`${hub.bridge}/v1/about`, { headers })).text()).includes('"mark"')
})
const marksMade = async () => (await readFile(marks, 'utf8').catch(() => '')).length

for (const [door, client] of Object.entries(doors)) {
  const ask = (content = 'hi', rest: object = {}) =>
    client.chat.completions.create({ model, messages: [{ role: 'user', content }], ...rest })
  const failure = async (content?: string) => {
    const before = upstream.requests.length
    const error = await ask(content).then(
      () => assert.fail('it was answered'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof OpenAI.APIError)
    return { error, requests: upstream.requests.length - before }
  }

  test(`a tool that ran is not run again when the model then fails (${door}) [journey.api-no-second-run]`, async () => {
    const before = await marksMade()
    upstream.script(calls({ name: 'mark', input: {} }), (answer) =>
      answer.status(400, { error: { message: 'no' } }),
    )
    const { error, requests } = await failure('make a mark')
    assert.deepEqual(
      [error.status, error.code, error.type, requests, (await marksMade()) - before],
      [424, 'model_bad_request', 'server_error', 2, 1],
    )
    assert.match(error.requestID!, /./)
    assert.match(error.headers!.get('x-svc-chat-id') ?? '', /^first-/)
    assert.match(error.message, /refused the request/)
  })

  test(`the client does not repeat the Hub’s own attempts (${door}) [journey.api-no-second-run]`, async () => {
    for (const [status, code, expected] of [
      [401, 'model_unauthorized', 1],
      [500, 'model_unavailable', 3],
      [429, 'model_rate_limited', 3],
    ] as const) {
      const refuse: UpstreamScript = (answer) =>
        answer.status(status, { error: { message: 'no' } }, { 'retry-after': '0' })
      upstream.script(...Array.from({ length: expected }, () => refuse))
      const { error, requests } = await failure()
      assert.deepEqual([error.code, requests], [code, expected])
    }
  })

  test(`each answer has the id of its request and of its chat (${door}) [journey.api-ids]`, async () => {
    upstream.script(says('one'), says('two'))
    const { data, response, request_id: id } = await ask('first words').withResponse()
    assert.ok('choices' in data)
    assert.match(id!, /./)
    const chat = response.headers.get('x-svc-chat-id')!
    const streamed = await ask('more words', {
      stream: true,
      chat_id: decodeURIComponent(chat),
    }).withResponse()
    assert.equal(streamed.response.headers.get('x-svc-chat-id'), chat)
    assert.match(streamed.request_id!, /./)
    for await (const chunk of streamed.data as unknown as AsyncIterable<unknown>) assert.ok(chunk)
  })
}

test('a response of one door is continued at the other [journey.api-responses]', async () => {
  upstream.script(says('One.'), says('Two.'))
  const { edge, bridge } = doors
  const first = await edge.responses.create({ model, input: 'hi', metadata: { chat_id: 'x', plan: 'a' } })
  assert.deepEqual([first.output_text, first.metadata], ['One.', { plan: 'a' }])
  const stream = bridge.responses.stream({ model, input: 'go on', previous_response_id: first.id })
  const second = await stream.finalResponse()
  assert.equal(second.output_text, 'Two.')
  assert.equal((await edge.responses.retrieve(second.id)).previous_response_id, first.id)
  assert.equal((await edge.responses.inputItems.list(second.id)).data.length, 1)
  await edge.responses.delete(second.id)
  const gone = await bridge.responses.retrieve(second.id).catch((error: unknown) => error)
  assert.ok(gone instanceof OpenAI.APIError && gone.status === 404)
  const unknown = await edge.responses.retrieve('resp_1').catch((error: unknown) => error)
  assert.ok(unknown instanceof OpenAI.APIError && unknown.code === 'response_missing')
})

test('refusals of the web chat and of the edge are errors that the client reads [journey.api-error-shape]', async () => {
  const client = doors.edge
  const read = async (work: Promise<unknown>) => {
    const error = await work.then(
      () => assert.fail('it was answered'),
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof OpenAI.APIError)
    assert.match(error.requestID!, /./)
    return [error.status, error.type, error.code, error.param]
  }
  const messages = [{ role: 'user' as const, content: 'hi' }]
  const stranger = new OpenAI({ baseURL: `${hub.url}/api`, apiKey: 'sk-wrong' })
  assert.deepEqual(await read(stranger.chat.completions.create({ model, messages })), [
    401,
    'authentication_error',
    'invalid_api_key',
    null,
  ])
  assert.deepEqual(await read(client.chat.completions.create({ model, messages: [] })), [
    400,
    'invalid_request_error',
    null,
    'messages',
  ])
  assert.deepEqual((await read(client.models.retrieve('none'))).slice(0, 3), [
    404,
    'invalid_request_error',
    'model_missing',
  ])
  assert.deepEqual((await read(client.embeddings.create({ model, input: 'x' }))).slice(0, 3), [
    404,
    'invalid_request_error',
    'not_found',
  ])
  assert.equal((await client.models.retrieve(model)).id, model)
})

test('a stop of the service ends each open answer with an error, which no client repeats [journey.api-last-event]', async () => {
  upstream.otherwise((answer) => answer.text('begun'))
  const before = upstream.requests.length
  const messages = [{ role: 'user' as const, content: 'hi' }]
  const body = { model, messages, stream: true }
  const open = (url: string, headers: Record<string, string>) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const streams = await Promise.all([
    open(`${hub.url}/api/chat/completions`, { authorization: `Bearer ${apiKey}` }),
    open(`${hub.bridge}/v1/chat/completions`, {
      authorization: `Bearer ${bridgeKey}`,
      'x-svc-user': 'ann@example.com',
    }),
  ])
  const whole = Object.values(doors).map((client) =>
    client.chat.completions.create({ model, messages }).then(
      () => assert.fail('it was answered'),
      (error: unknown) => error as InstanceType<typeof OpenAI.APIError>,
    ),
  )
  const { chat_id: chat } = await ann.call('POST', '/api/chat/completions', {
    model,
    session_id: 's',
    id: randomUUID(),
    parent_id: null,
    user_message: { id: randomUUID(), content: 'hi' },
  })
  const watching = await fetch(`${hub.url}/api/v1/chats/${chat}/events`, {
    headers: { cookie: `token=${ann.token}` },
  })
  assert.equal(watching.status, 200)
  while (upstream.requests.length < before + 5) await upstream.nextRequest()
  const stopped = hub.stop()
  for (const stream of streams)
    assert.match(await stream.text(), /begun[^]*data: \{"error":\{[^\n]*"code":"stopping"[^\n]*\}\}\n\n$/)
  for (const error of await Promise.all(whole)) {
    assert.equal(error.code, 'stopping')
    assert.equal(error.status, 424) // some clients retry each status from 500
    assert.equal(error.headers!.get('x-should-retry'), 'false')
  }
  assert.match(await watching.text(), /"interrupted"[^]*\n\n$/)
  assert.equal(upstream.requests.length, before + 5)
  assert.equal(await stopped, 0)
})
