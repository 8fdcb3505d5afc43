import assert from 'node:assert/strict'
import test from 'node:test'
import { startTestEdge } from '../support/edge.ts'
import { rawRequest } from '../support/raw-http.ts'

const get = (target: string, more = '') =>
  `GET ${target} HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n${more}\r\n`

const DOTTED = [
  '/.',
  '/..',
  '/a/../b',
  '/a/./b',
  '/a/..',
  '/portal/../v1/models',
  '/%2e%2e/v1',
  '/a/%2E./b',
  '/a/.%2e',
  '/a/%2e?x',
  '/a\\..\\b',
  '/..\\',
  '/a%2f..%2Fb',
  '/a%5C%2e%2e%5cb',
  '/a/..%2fb',
  '/a%2f.',
]

test('a path with a dot segment in any spelling is refused with 400 [edge.dot-segments]', async (t) => {
  const edge = await startTestEdge(t)
  for (const target of DOTTED) {
    const { status, answer } = await rawRequest(edge.port, get(target))
    assert.equal(status, 400, target)
    assert.match(answer, /"code":"dot_segment"/, target)
  }
  assert.equal(edge.chatapp.received.length + edge.bridge.received.length, 0)
})

test('dots that make no segment, and dots in the query, pass as they are [edge.dot-segments]', async (t) => {
  const edge = await startTestEdge(t)
  const targets = [
    '/...',
    '/a..b',
    '/.hidden',
    '/a./b',
    '/x?next=/../y',
    '/x?\\..\\',
    '/a%2Fb',
    '/a%252e%252e/b',
    '/a;..',
    '/a//b',
  ]
  for (const target of targets) assert.equal((await rawRequest(edge.port, get(target))).status, 200, target)
  assert.deepEqual(
    edge.chatapp.received.map(({ target }) => target),
    targets,
  )
})

test('a target that is not a plain absolute path is refused with 400 [edge.bad-target]', async (t) => {
  const edge = await startTestEdge(t)
  const targets = [
    '//evil.test/',
    '/\\evil.test',
    '/%2fevil.test',
    '/%5cevil.test',
    'http://evil.test/x',
    '*',
    '/a#b',
    '/a\\b',
    '/a%00b',
    '/a%0D%0Ab',
    '/a%7f',
  ]
  for (const target of targets) assert.equal((await rawRequest(edge.port, get(target))).status, 400, target)
  for (const target of ['/a\x01b', '/a\x7fb', '/a\xffb'])
    assert.equal((await rawRequest(edge.port, get(target))).status, 400, JSON.stringify(target))
  assert.equal(edge.chatapp.received.length, 0)
})

test('a request with two Hosts, or one that is no host, is refused with 400 [edge.bad-host]', async (t) => {
  const edge = await startTestEdge(t)
  for (const hosts of [
    'Host: a\r\nHost: a',
    'Host: a\r\nhOsT: b',
    'Host:',
    'Host: a/b',
    'Host: a@b',
    'Host: a, b',
    'Host: a b',
  ])
    assert.equal(
      (await rawRequest(edge.port, `GET / HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)).status,
      400,
      hosts,
    )
  for (const host of ['hub.test', 'hub.test:3080', '127.0.0.1:3080', '[::1]:3080', 'my_host'])
    assert.equal(
      (await rawRequest(edge.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).status,
      200,
      host,
    )
})

test('TRACE and CONNECT are refused with 405 [edge.methods]', async (t) => {
  const edge = await startTestEdge(t)
  const traced = await rawRequest(edge.port, 'TRACE / HTTP/1.1\r\nHost: hub.test\r\nCookie: token=x\r\n\r\n')
  assert.equal(traced.status, 405)
  assert.doesNotMatch(traced.answer, /token=x/)
  const connected = await rawRequest(edge.port, 'CONNECT hub.test:443 HTTP/1.1\r\nHost: hub.test\r\n\r\n')
  assert.equal(connected.status, 405)
  assert.match(connected.answer, /\r\nAllow: /)
})

test('request lines of other HTTP versions are refused with 400 [edge.versions]', async (t) => {
  const edge = await startTestEdge(t)
  for (const line of ['GET /', 'GET / HTTP/2.0\r\nHost: a', 'GET / HTTP/0.9\r\nHost: a'])
    assert.equal((await rawRequest(edge.port, `${line}\r\n\r\n`)).status, 400, line)
  assert.equal(edge.chatapp.received.length, 0)
})

test('a body with ambiguous framing is refused with 400 [edge.framing]', async (t) => {
  const edge = await startTestEdge(t)
  const heads = [
    'POST / HTTP/1.0\r\nTransfer-Encoding: chunked',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6',
    'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nContent-Length: 5',
  ]
  for (const head of heads)
    assert.equal((await rawRequest(edge.port, `${head}\r\n\r\n0\r\n\r\n`)).status, 400, head)
  assert.equal(edge.chatapp.received.length, 0)
})

test('a refused request ends its connection, so nothing behind it is read as another one [edge.framing]', async (t) => {
  const edge = await startTestEdge(t)
  const { answer } = await rawRequest(edge.port, `GET /.. HTTP/1.1\r\nHost: a\r\n\r\n${get('/smuggled')}`)
  assert.equal(answer.match(/HTTP\/1\.1 /g)!.length, 1)
  assert.equal(edge.chatapp.received.length, 0)
})

test('more headers than the server keeps are refused with 431 [edge.headers-limit]', async (t) => {
  const edge = await startTestEdge(t)
  const many = Array.from({ length: 220 }, (_, index) => `X-${index}: 1\r\n`).join('')
  for (const [request, status, code] of [
    [get('/', many), 431, 'headers_too_large'],
    [get(`/${'x'.repeat(33_000)}`), 431, 'headers_too_large'],
    ['GET / HTTP/1.1\r\nHost: a\r\nbad header: 1\r\n\r\n', 400, 'bad_request'],
    ['GARBAGE\r\n\r\n', 400, 'bad_request'],
    ['GET / HTTP/1.1\r\nHost: a\r\nExpect: 7\r\n\r\n', 417, 'expectation_failed'],
  ] as const) {
    const { status: answered, answer } = await rawRequest(edge.port, request)
    assert.equal(answered, status, request.slice(0, 60))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>
    assert.deepEqual(
      [body['code'], typeof body['detail'], (body['error'] as { code: string }).code],
      [code, 'string', code],
    )
  }
})
