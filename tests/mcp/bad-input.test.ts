import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { bearer, callOf, messageIn, modernRequest, post, request, startTestMcp } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'

suite('what is no proper request [mcp.bad-input]', () => {
  let url: string
  let key: string
  const closing: (() => PromiseLike<unknown>)[] = []
  before(async () => {
    const hub = await startTestMcp(
      { after: (close) => void closing.push(close) },
      { files: { ...GARDEN, 'files/large.txt': 'Sow peas! '.repeat(150_000) } },
    )
    url = hub.mcpUrl
    key = (await hub.member('Bea')).key
  })
  after(async () => {
    for (const close of closing.toReversed()) await close()
  })

  const send = (message: unknown, headers: Record<string, string | undefined> = {}) =>
    post(url, message, { ...bearer(key), ...headers })
  const outcome = async (answer: Response) => {
    const { error, id } = await messageIn(answer)
    return { status: answer.status, code: error?.code as number | undefined, id }
  }
  const stillAnswers = async () =>
    assert.equal((await messageIn(await send(callOf('echo', { text: 'hi' })))).result.content[0].text, 'hi')

  const called = modernRequest('tools/call', { name: 'echo', arguments: { text: 'a' } }, 'x')
  const HEADERS = {
    'another version': { 'mcp-protocol-version': '2025-11-25' },
    'no version': { 'mcp-protocol-version': undefined },
    'another method': { 'mcp-method': 'tools/list' },
    'the method in capitals': { 'mcp-method': 'Tools/Call' },
    'no method': { 'mcp-method': undefined },
    'another name': { 'mcp-name': 'prune' },
    'no name': { 'mcp-name': undefined },
    'a name badly encoded': { 'mcp-name': '=?base64?###?=' },
    'version and method wrong': { 'mcp-protocol-version': '2025-11-25', 'mcp-method': 'tools/list' },
    'method and name missing': { 'mcp-method': undefined, 'mcp-name': undefined },
    'none of the three': {
      'mcp-protocol-version': undefined,
      'mcp-method': undefined,
      'mcp-name': undefined,
    },
  }
  for (const [what, headers] of Object.entries(HEADERS))
    test(`headers of 2026-07-28 with ${what} are a mismatch`, async () => {
      const answer = await outcome(await send(called.message, { ...called.headers, ...headers }))
      assert.deepEqual(answer, { status: 400, code: -32020, id: 'x' })
    })

  test('headers that are right in another way are right', async () => {
    const encoded = `=?base64?${Buffer.from('echo').toString('base64')}?=`
    for (const name of [encoded, ' echo ']) {
      const answer = await send(called.message, { ...called.headers, 'mcp-name': name })
      assert.equal((await messageIn(answer)).result.content[0].text, 'a')
    }
  })

  test('unknown versions are refused with the known versions', async () => {
    const { message, headers } = modernRequest('tools/list')
    const later = JSON.parse(JSON.stringify(message).replaceAll('2026-07-28', '2027-01-01'))
    const answer = await send(later, { ...headers, 'mcp-protocol-version': '2027-01-01' })
    const { error } = await messageIn(answer)
    assert.deepEqual([answer.status, error.code, error.data.requested], [400, -32022, '2027-01-01'])
    assert.ok(error.data.supported.includes('2026-07-28'))
    const old = await outcome(
      await send(callOf('echo', { text: 'a' }), { 'mcp-protocol-version': '1999-01-01' }),
    )
    assert.equal(old.status, 400)
  })

  test('a modern header without its envelope is refused', async () => {
    const { headers } = modernRequest('tools/list')
    assert.deepEqual(await outcome(await send(request('tools/list'), headers)), {
      status: 400,
      code: -32602,
      id: 1,
    })
  })

  test('methods that are not there are not found', async () => {
    for (const method of ['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'no/such']) {
      const { message, headers } = modernRequest(method)
      assert.deepEqual(
        await outcome(await send(message, headers)),
        { status: 404, code: -32601, id: 1 },
        method,
      )
    }
    assert.equal((await outcome(await send(request('no/such')))).code, -32601)
  })

  test('unknown tools and invalid arguments have different errors', async () => {
    assert.equal((await outcome(await send(callOf('no_such')))).code, -32602)
    assert.equal((await outcome(await send(callOf('x'.repeat(100_000))))).code, -32602)
    const wrong = await messageIn(await send(callOf('echo', { text: 7 })))
    assert.equal(wrong.result.isError, true)
    assert.match(wrong.result.content[0].text, /text/)
    for (const given of ['text', 7, ['a']]) {
      const odd = request('tools/call', { name: 'echo', arguments: given })
      assert.equal((await outcome(await send(odd))).code, -32602, JSON.stringify(given))
    }
    assert.equal((await outcome(await send(request('tools/call', { name: 7 })))).code, -32602)
    assert.equal((await outcome(await send(request('tools/call', {})))).code, -32602)
    assert.equal((await outcome(await send(request('tools/list', { cursor: 'mine' })))).code, -32602)
  })

  test('bodies that are no JSON-RPC are refused', async () => {
    for (const body of [
      '',
      '{',
      'null',
      '7',
      '"text"',
      '[]',
      '{}',
      '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    ])
      assert.equal((await send(body)).status, 400, body)
    for (const id of [null, {}, [], true]) {
      const answer = await send({ jsonrpc: '2.0', id, method: 'tools/list' })
      assert.equal(answer.status, 400, JSON.stringify(id))
    }
    assert.equal((await outcome(await send('{'))).code, -32700)
  })

  test('a batch is answered for the revision that has them, and never for a modern one', async () => {
    const { message, headers } = modernRequest('tools/list')
    assert.equal((await send([message, message], headers)).status, 400)
    const batch = await send([request('ping', {}, 1), request('ping', {}, 2)])
    assert.equal(batch.status, 200)
    assert.deepEqual(
      ((await batch.json()) as { id: number }[]).map(({ id }) => id),
      [1, 2],
    )
    const one = await send([request('ping', {}, 1)])
    assert.deepEqual(
      ((await one.json()) as { id: number }[]).map(({ id }) => id),
      [1],
    )
    const twins = await send([request('ping', {}, 1), request('ping', {}, 1)])
    assert.equal(twins.status, 400)
    assert.match(await twins.text(), /same id/)
    const many = await send(Array.from({ length: 101 }, (_, id) => request('ping', {}, id)))
    assert.equal(many.status, 400)
    assert.match(await many.text(), /at most 100 messages/)
  })

  test('notifications and answers are taken without a word', async () => {
    for (const method of ['notifications/initialized', 'notifications/cancelled', 'notifications/none']) {
      const answer = await send({ jsonrpc: '2.0', method, params: { requestId: 1 } })
      assert.deepEqual([answer.status, await answer.text()], [202, ''], method)
    }
  })

  test('bodies over 4 MiB and other content types are refused', async () => {
    const large = callOf('echo', { text: 'x'.repeat(4 * 1024 * 1024) })
    assert.equal((await outcome(await send(large))).status, 413)
    assert.equal((await outcome(await send(callOf('echo'), { 'content-type': 'text/plain' }))).status, 415)
    assert.equal((await send(callOf('echo', { text: 'a' }), { accept: 'text/html' })).status, 406)
    await stillAnswers()
  })

  test('answers have a type that Accept takes, in any spelling [mcp.accept]', async () => {
    const typeOf = async (accept: string | undefined, message: unknown) => {
      const answer = await send(message, { accept })
      assert.equal(answer.status, 200, accept)
      assert.ok((await messageIn(answer)).result, accept)
      return answer.headers.get('content-type')!.split(';', 1)[0]
    }
    const withToken = request('tools/call', { name: 'steps', arguments: {}, _meta: { progressToken: 1 } })
    for (const message of [callOf('echo', { text: 'a' }), request('tools/list'), request('ping')]) {
      for (const accept of [
        '*/*',
        'application/json',
        'application/*',
        'Application/JSON, Text/Event-Stream',
      ])
        assert.equal(await typeOf(accept, message), 'application/json', accept)
      for (const accept of ['text/event-stream', 'application/json;q=0, */*'])
        assert.equal(await typeOf(accept, message), 'text/event-stream', accept)
    }
    assert.equal(await typeOf('application/json', withToken), 'application/json')
    assert.equal(await typeOf('*/*', withToken), 'text/event-stream')
    const { message, headers } = modernRequest('tools/list')
    const streamed = await send(message, { ...headers, accept: 'text/event-stream' })
    assert.match(streamed.headers.get('content-type')!, /^text\/event-stream/)
    assert.ok((await messageIn(streamed)).result.tools.length > 3)
    for (const accept of ['text/html', 'application/json;q=0', '*/*;q=0']) {
      const refused = await send(request('ping'), { accept })
      assert.deepEqual([refused.status, (await messageIn(refused)).error.code], [406, -32_000], accept)
    }
  })

  test('JSON comes under any spelling of its type, in UTF-8, with or without a byte order mark [mcp.accept]', async () => {
    const ping = JSON.stringify(request('ping'))
    for (const type of [
      'Application/JSON',
      'application/json; Charset="UTF-8"',
      'application/json;charset=utf-8',
    ])
      assert.equal((await send(ping, { 'content-type': type })).status, 200, type)
    assert.equal((await send(`\uFEFF${ping}`)).status, 200)
    assert.equal((await send(ping, { 'content-type': 'application/json; charset=utf-16' })).status, 415)
  })

  test('parameters that are null are absent, at every method [mcp.nulls]', async () => {
    const nulls = { cursor: null, _meta: null }
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'ping'])
      for (const params of [null, nulls, { _meta: { progressToken: null } }]) {
        const { result } = await messageIn(await send({ ...request(method), params }))
        assert.ok(result, `${method} ${JSON.stringify(params)}`)
      }
    const who = request('tools/call', { name: 'who', arguments: null, _meta: { progressToken: null } })
    assert.equal((await messageIn(await send(who))).result.isError, undefined)
    const prompt = request('prompts/get', { name: 'what_grows_now', arguments: null, _meta: null })
    assert.ok((await messageIn(await send(prompt))).result)
    const { message, headers } = modernRequest('tools/list', { cursor: null, _meta: { progressToken: null } })
    assert.ok((await messageIn(await send(message, headers))).result)
  })

  test('malformed parameters are refused in a sentence, and ids go back [mcp.bad-input]', async () => {
    const initialize = { protocolVersion: '2025-06-18', capabilities: {} }
    for (const [method, params] of [
      ['initialize', initialize],
      ['initialize', {}],
      ['tools/call', { name: 'echo', arguments: 7 }],
      ['resources/read', {}],
      ['prompts/get', { name: 'a', arguments: { a: 1 } }],
    ] as const) {
      const { error, id } = await messageIn(await send(request(method, params, 'x')))
      assert.deepEqual([error.code, id], [-32_602, 'x'], method)
      assert.match(error.message, /^The parameter [\w.]+ of [\w/]+ [a-z ]+\.$/)
    }
    for (const id of ['1.5', '1.50'])
      assert.deepEqual(await outcome(await send(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`)), {
        status: 400,
        code: -32_600,
        id: null,
      })
  })

  test('a revision gets only its own features, by its header or its session [mcp.revisions]', async () => {
    const agree = async (protocolVersion: string) => {
      const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } }
      const answer = await send(request('initialize', params))
      const { result } = await messageIn(answer)
      return { result, session: answer.headers.get('mcp-session-id')! }
    }
    const old = await agree('2024-11-05')
    assert.equal(old.result.protocolVersion, '2024-11-05')
    assert.deepEqual(Object.keys(old.result.serverInfo), ['name', 'version'])
    assert.deepEqual(Object.keys(old.result.capabilities), ['tools', 'prompts', 'resources'])
    assert.equal((await agree('2025-06-18')).result.serverInfo.title, 'Gardener')
    assert.equal((await agree('2024-10-07')).result.protocolVersion, '2025-11-25')

    const bySession = { 'mcp-session-id': old.session }
    const { result } = await messageIn(await send(request('tools/list'), bySession))
    for (const tool of result.tools)
      assert.deepEqual(Object.keys(tool), ['name', 'description', 'inputSchema'])
    const typesFor = async (headers: Record<string, string>, meta = {}) => {
      const call = request('tools/call', { name: 'record', arguments: {}, ...meta })
      const { content } = (await messageIn(await send(call, headers))).result
      return content.map(({ type }: { type: string }) => type)
    }
    assert.deepEqual(await typesFor(bySession), ['text', 'text', 'text', 'text'])
    assert.deepEqual(await typesFor({}), ['text', 'text', 'audio', 'text', 'text'])
    const newer = { 'mcp-protocol-version': '2025-06-18' }
    const streamed = { _meta: { progressToken: 1 } }
    assert.deepEqual(await typesFor(newer, streamed), [
      'text',
      'text',
      'audio',
      'resource_link',
      'resource_link',
    ])
    const unknown = await send(request('ping', {}, 5), { 'mcp-protocol-version': '2024-10-07' })
    const { error, id } = await messageIn(unknown)
    assert.deepEqual([unknown.status, id], [400, 5])
    assert.match(error.message, /“2024-10-07”.*2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26, 2024-11-05\./)
    const batch = [request('ping', {}, 1)]
    assert.equal((await send(batch, { 'mcp-protocol-version': '2025-06-18' })).status, 400)
    assert.equal((await send(batch, { 'mcp-protocol-version': '2025-03-26' })).status, 200)
  })

  test('no stream event is larger than 1 MiB; JSON may be [mcp.files]', async () => {
    const read = request('resources/read', { uri: 'hub://garden/files/large.txt' })
    const whole = await messageIn(await send(read))
    assert.equal(whole.result.contents[0].text.length, 1_500_000)
    const streamed = await send(read, { accept: 'text/event-stream' })
    const { error } = await messageIn(streamed)
    assert.deepEqual([error.code, /Accept: application\/json/.test(error.message)], [-32_603, true])
    const call = request('tools/call', { name: 'record', arguments: {}, _meta: { progressToken: 1 } })
    const events = (await (await send(call)).text()).split('\n\n')
    assert.ok(events.every((event) => Buffer.byteLength(event) < 1024 * 1024))
  })

  test('a body that is 50,000 deep is refused', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const body = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"text":${deep}}}}`
    assert.deepEqual(await outcome(await send(body)), { status: 400, code: -32600, id: 3 })
    assert.equal((await send(deep)).status, 400)
    await stillAnswers()
  })

  test('session ids and marks of where to resume are looked over', async () => {
    const answer = await send(callOf('echo', { text: 'hi' }), {
      'mcp-session-id': 'mine',
      'last-event-id': '7',
    })
    assert.equal(answer.headers.get('mcp-session-id'), null)
    assert.equal((await messageIn(answer)).result.content[0].text, 'hi')
  })

  test('names of the language are no tools', async () => {
    for (const name of ['__proto__', 'constructor', 'toString'])
      assert.equal((await outcome(await send(callOf(name)))).code, -32602, name)
    const sneaky =
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"__proto__":{"name":"echo"},"arguments":{}}}'
    assert.equal((await outcome(await send(sneaky))).code, -32602)
    await stillAnswers()
  })
})
