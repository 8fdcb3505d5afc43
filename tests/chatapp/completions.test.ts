import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Script } from './recording-agent.ts'
import { startTestChatapp } from './started-chatapp.ts'

const messages = [{ role: 'user', content: 'hi' }]

describe('chat requests of programs', () => {
  test('a stream arrives chunk by chunk as the agent sends it [chatapp.completions]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const more = Promise.withResolvers<void>()
    chat.agent.script(async (answer) => {
      answer.text('one')
      await more.promise
      answer.raw(': keep-alive\n\n')
      answer.text('two')
      answer.done()
    })
    const response = await ann.fetch('/api/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'garden', stream: true, messages }),
    })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader.read()).value!
    assert.match(text, /one/)
    more.resolve()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value
    assert.match(text, /: keep-alive\n\n[^]*two[^]*data: \[DONE\]\n\n$/)
  })

  test('a stream begins when the agent’s does, though nothing was said yet [chatapp.stream-head]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const more = Promise.withResolvers<void>()
    chat.agent.script(async (answer) => {
      answer.head()
      await more.promise
      answer.text('at last')
      answer.done()
    })
    const response = await ann.fetch('/api/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'garden', stream: true, messages }),
    })
    assert.equal(response.status, 200)
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/)
    assert.equal(response.headers.get('x-accel-buffering'), 'no')
    more.resolve()
    assert.match(await response.text(), /at last[^]*data: \[DONE\]/)
  })

  test('an answer in one piece is passed on as it is [chatapp.completions]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const completion = {
      id: 'x',
      object: 'chat.completion',
      choices: [{ message: { content: 'ok' } }],
      extra: 1,
    }
    chat.agent.script((answer) => answer.status(200, completion))
    const body = JSON.stringify({ model: 'garden', messages, temperature: 0.5, seed: 0 })
    const answer = await ann.post('/api/v1/chat/completions', body.replace(/0}$/, '9007199254740993}'), {
      'content-type': 'application/json',
    })
    assert.deepEqual([answer.status, answer.json], [200, completion])
    assert.equal(chat.agent.completions[0]!.body.temperature, 0.5)
    assert.match(chat.agent.completions[0]!.text, /"seed":9007199254740993/)
  })

  test('a request of the Responses API is forwarded too, without unchecked chat ids [chatapp.responses]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    await ann.post('/api/v1/models/create', {
      id: 'wrapped',
      base_model_id: 'garden',
      name: 'Wrapped',
      params: { system: 'Be kind.' },
      meta: {},
    })
    const response = { id: 'resp_x', object: 'response', output: [], extra: 1 }
    chat.agent.script(
      (answer) => answer.status(200, response),
      (answer) => answer.status(200, response),
      (answer) => {
        const created = {
          type: 'response.created',
          sequence_number: 0,
          response: { id: 'resp_1', status: 'queued' },
        }
        answer.raw(`event: response.created\ndata: ${JSON.stringify(created)}\n\n`)
        answer.raw('event: a\ndata: {"sequence_number":1,"text":"\\"sequence_number\\":9"}\n\n')
        answer.cut()
      },
    )
    const metadata = { chat_id: 'foreign', conversation_id: 'foreign', plan: 'a' }
    const answer = await ann.post('/api/v1/responses', {
      model: 'wrapped',
      input: 'hi',
      instructions: 'Be short.',
      metadata,
      session_id: 's',
    })
    assert.deepEqual([answer.status, answer.json], [200, response])
    const { body, headers } = chat.agent.completions[0]!
    assert.equal(headers['x-chatapp-user-email'], 'ann@example.com')
    assert.deepEqual(body, {
      model: 'garden',
      input: 'hi',
      instructions: 'Be kind.\n\nBe short.',
      metadata: { plan: 'a' },
    })
    const foreign = await ann.post('/api/responses', { model: 'garden', input: 'x', chat_id: ann.id })
    assert.deepEqual([foreign.status, foreign.json.code], [404, 'completion_chat_missing'])
    await ann.post('/api/responses', { model: 'garden', previous_response_id: 'resp_x' })
    assert.deepEqual(chat.agent.completions[1]!.body, { model: 'garden', previous_response_id: 'resp_x' })

    const broken = await ann.fetch('/api/responses', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'garden', input: 'x', stream: true }),
    })
    assert.match(
      await broken.text(),
      /event: error\ndata: \{"type":"error","sequence_number":2,"code":"agent_broke_off",[^\n]*"error":\{[^\n]*\n\nevent: response.failed\ndata: \{"type":"response.failed","sequence_number":3,"response":\{"id":"resp_1","status":"failed","error":\{"code":"server_error"[^\n]*\n\ndata: \[DONE\]\n\n$/,
    )
  })

  test('the agent learns the person, and only chat ids of this person [chatapp.completions]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    await ann.post('/api/v1/auths/update/profile', { name: 'Änn <Lee> 50%' })
    const bob = await chat.addUser('Bob', ann)
    const mine = (await ann.post('/api/v1/chats/new', { chat: { title: 'x' } })).json.id as string
    const ask = (extra: object, headers = {}) =>
      ann.post('/api/chat/completions', { model: 'garden', messages, ...extra }, headers)
    await ask(
      { metadata: { chat_id: 'foreign' }, chat_id: null },
      { 'x-svc-chat-id': 'foreign', 'x-chatapp-user-email': 'x@y.z' },
    )
    const { headers, body } = chat.agent.completions[0]!
    assert.equal(headers.authorization, 'Bearer test-bridge-key')
    assert.equal(headers['x-chatapp-user-email'], 'ann@example.com')
    assert.equal(decodeURIComponent(headers['x-chatapp-user-name'] as string), 'Änn <Lee> 50%')
    assert.deepEqual([headers['x-chatapp-user-id'], headers['x-chatapp-user-role']], [ann.id, 'admin'])
    assert.deepEqual(
      [headers['x-svc-chat-id'], body.chat_id, body.metadata],
      [undefined, undefined, undefined],
    )
    await ask({ chat_id: mine })
    const own = chat.agent.completions[1]!
    assert.deepEqual([own.headers['x-svc-chat-id'], own.body.chat_id], [mine, mine])
    assert.equal((await ask({ chat_id: 'made-up' })).status, 404)
    await ann.post('/api/v1/models/model/access/update', {
      id: 'garden',
      access_grants: [{ principal_type: 'user', principal_id: '*', permission: 'read' }],
    })
    const foreign = await bob.post('/api/chat/completions', { model: 'garden', messages, chat_id: mine })
    assert.equal(foreign.status, 404)
  })

  test('refusals of the agent reach the program in its words [chatapp.completions]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const empty = { message: 'The prompt is empty.', type: 'x', param: 'messages', code: 'empty_prompt' }
    for (const [status, body, expected, type, detail, code] of [
      [400, { error: empty }, 400, 'x', 'The prompt is empty.', 'empty_prompt'],
      [
        403,
        { detail: 'You may not use this agent.' },
        403,
        'permission_error',
        'You may not use this agent.',
      ],
      [429, { error: 'Slow down.' }, 429, 'rate_limit_error', 'Slow down.'],
      [401, { error: { message: 'Wrong bridge key', type: 'y' } }, 502, 'server_error', 'Wrong bridge key'],
      [500, '<html>oops</html>', 502, 'server_error', 'The agent answered with an error (500).'],
    ] as const) {
      chat.agent.script((answer) => answer.status(status, body))
      const answer = await ann.post('/api/chat/completions', { model: 'garden', messages })
      const param = code ? 'messages' : null
      const error = { message: detail, type, param, code: code ?? null }
      assert.deepEqual([answer.status, answer.json], [expected, { detail, ...(code && { code }), error }])
      assert.equal(answer.headers.get('x-should-retry'), status === 401 ? 'false' : null)
    }
    await chat.agent[Symbol.asyncDispose]()
    const gone = await ann.post('/api/chat/completions', { model: 'garden', messages })
    assert.deepEqual(
      [gone.status, gone.json.detail, gone.headers.get('x-should-retry')],
      [502, 'The agent can’t be reached right now. Try again in a moment.', null],
    )
  })

  test('headers of the agent’s answer reach the program, and each answer has a request id [chatapp.completions]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const ask = (body: object = {}) =>
      ann.post('/api/chat/completions', { model: 'garden', messages, ...body }, { 'x-request-id': 'r-1' })
    const headers = {
      'retry-after': '7',
      'x-should-retry': 'false',
      'x-svc-chat-id': 'first-1',
      'set-cookie': 'a=b',
    }
    chat.agent.script((answer) => answer.status(429, { error: { message: 'no' } }, headers))
    chat.agent.script((answer) => answer.whole('{}', { 'content-type': 'application/json', ...headers }))
    chat.agent.script((answer) => answer.whole('data: [DONE]\n\n', headers))
    for (const status of [429, 200, 200]) {
      const answer = await ask()
      const reported = ['retry-after', 'x-should-retry', 'x-svc-chat-id', 'x-request-id', 'set-cookie']
      assert.deepEqual(
        [answer.status, ...reported.map((name) => answer.headers.get(name))],
        [status, '7', 'false', 'first-1', 'r-1', null],
      )
      assert.equal(chat.agent.completions.at(-1)!.headers['x-request-id'], 'r-1')
    }
    const refused = await ask({ model: 'nothing' })
    assert.deepEqual([refused.status, refused.headers.get('x-request-id')], [400, 'r-1'])
    const derived = `first-${'0'.repeat(32)}~12345678`
    chat.agent.script((answer) => answer.whole('{}', { 'content-type': 'application/json' }))
    assert.equal((await ask({ chat_id: derived })).status, 200)
    assert.equal(chat.agent.completions.at(-1)!.body.chat_id, derived)
  })

  test('an answer that breaks off is an error that no client retries [chatapp.completions]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const broken = async (script: Script, stream: boolean) => {
      chat.agent.script(script)
      return ann.post('/api/chat/completions', { model: 'garden', messages, stream })
    }
    const half = { 'content-type': 'application/json', 'content-length': '9' }
    for (const script of [
      (answer) => answer.cut(),
      (answer) => {
        answer.whole('{', half)
        answer.cut()
      },
    ] satisfies Script[]) {
      const whole = await broken(script, false)
      assert.deepEqual(
        [whole.status, whole.headers.get('x-should-retry'), whole.json.error.code],
        [424, 'false', 'agent_broke_off'],
      )
    }
    const stream = await broken(async (answer) => {
      answer.text('one')
      await answer.drained()
      answer.cut()
    }, true)
    assert.match(stream.text, /one[^]*\n\ndata: \{"error":\{[^\n]*"code":"agent_broke_off"[^\n]*\}\}\n\n$/)
  })

  test('a program that leaves cancels the agent [chatapp.completions]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const cancelled = Promise.withResolvers<void>()
    chat.agent.script(async (answer) => {
      answer.text('one')
      await answer.closed
      cancelled.resolve()
    })
    const leave = new AbortController()
    const response = await ann.fetch('/api/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'garden', stream: true, messages }),
      signal: leave.signal,
    })
    await response.body!.getReader().read()
    leave.abort()
    await cancelled.promise
  })

  test('malformed requests never reach the agent [chatapp.bad-input]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    for (const body of ['', '[]', '{}', '"x"', '{"model":1,"messages":[]}'])
      assert.equal(
        (await ann.post('/api/chat/completions', body, { 'content-type': 'application/json' })).status,
        422,
        body,
      )
    for (const messages of [[], 'hi', null, undefined]) {
      const refused = await ann.post('/api/chat/completions', { model: 'garden', messages })
      const message = 'messages must be a list of at least one message.'
      const error = { message, type: 'invalid_request_error', param: 'messages', code: null }
      assert.deepEqual([refused.status, refused.json], [400, { detail: message, error }])
    }
    const unknown = await ann.post('/api/chat/completions', { model: 'nothing', messages })
    assert.deepEqual(
      [unknown.status, unknown.json],
      [
        400,
        {
          detail: 'Model not found',
          code: 'model_not_found',
          error: {
            message: 'Model not found',
            type: 'invalid_request_error',
            param: null,
            code: 'model_not_found',
          },
        },
      ],
    )
    const large = await ann.post('/api/chat/completions', {
      model: 'garden',
      messages: ['x'.repeat(3_000_000)],
    })
    assert.equal(large.status, 413)
    assert.equal(chat.agent.completions.length, 0)
  })
})
