import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { bearer, callOf, messageIn, modernRequest, post, request, startTestMcp } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'

suite('what is no proper request [mcp.bad-input]', () => {
  let url: string
  let key: string
  const closing: (() => PromiseLike<unknown>)[] = []
  before(async () => {
    const hub = await startTestMcp({ after: (close) => void closing.push(close) }, { files: GARDEN })
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
  /** The server is as well as before. */
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

  test('versions nobody knows are refused with those that are known', async () => {
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

  test('unknown tools and wrong arguments are told apart', async () => {
    assert.equal((await outcome(await send(callOf('no_such')))).code, -32602)
    assert.equal((await outcome(await send(callOf('x'.repeat(100_000))))).code, -32602)
    const wrong = await messageIn(await send(callOf('echo', { text: 7 })))
    assert.equal(wrong.result.isError, true)
    assert.match(wrong.result.content[0].text, /text/)
    for (const given of ['text', 7, ['a'], null]) {
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
