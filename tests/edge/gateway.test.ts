import assert from 'node:assert/strict'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import test, { type TestContext } from 'node:test'
import type { EdgeHub } from '#surfaces/edge/hubs.ts'
import { movingHubs, startTestEdge, type TestEdgeOptions } from '../support/edge.ts'
import { openRaw, rawRequest } from '../support/raw-http.ts'
import { freePort } from '../support/free-ports.ts'
import { startRecordingServer } from '../support/recording-server.ts'

const hub = (slug: string, rest: Partial<EdgeHub> = {}): EdgeHub => ({
  slug,
  bridge: 'http://127.0.0.1:9',
  inbound: null,
  mcp: true,
  mcpSignIn: false,
  ...rest,
})

async function startGatewayEdge(
  t: TestContext,
  slugs: readonly string[],
  { answer, ...options }: TestEdgeOptions & { answer?: (slug: string) => RequestListener } = {},
) {
  const bridges = new Map(
    await Promise.all(
      slugs.map(
        async (slug) => [slug, await startRecordingServer(t, answer?.(slug) ?? `from ${slug}`)] as const,
      ),
    ),
  )
  const hubs = movingHubs(slugs.map((slug) => hub(slug, { bridge: bridges.get(slug)!.url })))
  const edge = await startTestEdge(t, { isGateway: true, hubs, ...options })
  const textOf = async (path: string) => (await fetch(edge.url + path)).text()
  return { edge, hubs, bridges, textOf }
}

test('a Hub’s bridge gets requests for its own paths, without their prefix and otherwise unchanged [edge.gateway-routes]', async (t) => {
  const { edge, bridges, textOf } = await startGatewayEdge(t, ['ash', 'birch'])
  assert.equal(await textOf('/b/birch/artifacts/c%201/a.txt?t=x%20y&t=2'), 'from birch')
  await fetch(`${edge.url}/b/ash/mcp`, { method: 'POST', body: '{}' })
  assert.equal(await textOf('/mcp'), 'from chatapp')
  assert.equal((await fetch(`${edge.url}/b/none/mcp`)).status, 404)
  assert.deepEqual(
    [...bridges].map(([slug, { received }]) => [
      slug,
      received.map(({ method, target }) => `${method} ${target}`),
    ]),
    [
      ['ash', ['POST /mcp']],
      ['birch', ['GET /artifacts/c%201/a.txt?t=x%20y&t=2']],
    ],
  )
})

test('no spelling of a Hub’s prefix reaches private parts of its bridge [edge.gateway-routes]', async (t) => {
  const { edge, bridges } = await startGatewayEdge(t, ['ash'])
  const prefixes = [
    '/b/ash',
    '/b/ash/',
    '//b/ash',
    '/b//ash',
    '/b/%61sh',
    '/%62/ash',
    '/b/ash/artifacts/..',
    '/b\\ash',
  ]
  const rest = [
    '/v1/models',
    '/healthz',
    '/uploads/c/x',
    '/portal/api/me',
    '/%2e%2e/v1/models',
    '/..%2fv1/models',
    '/;/v1',
    '/..;/v1/models',
  ]
  const seen: string[] = []
  for (const prefix of prefixes)
    for (const path of rest) {
      const { status } = await rawRequest(
        edge.port,
        `GET ${prefix}${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      seen.push(`${status} ${prefix}${path}`)
    }
  assert.deepEqual(
    bridges.get('ash')!.received.map(({ target }) => target),
    [],
    seen.join('\n'),
  )
})

test('the Console is served by the first bridge, and by the next when the connection is refused [edge.gateway-failover]', async (t) => {
  const { edge, hubs, bridges, textOf } = await startGatewayEdge(t, ['ash', 'birch', 'cedar'])
  assert.equal(await textOf('/portal/'), 'from ash')
  await bridges.get('ash')!.close()
  assert.equal(await textOf('/portal/'), 'from birch')
  const body = 'x'.repeat(300_000)
  const posted = await fetch(`${edge.url}/portal/api/x`, { method: 'POST', body })
  assert.equal(await posted.text(), 'from birch')
  assert.equal(bridges.get('birch')!.received.at(-1)!.headers['content-length'], String(body.length))
  await bridges.get('birch')!.close()
  assert.equal(await textOf('/portal/'), 'from cedar')
  await bridges.get('cedar')!.close()
  const away = await fetch(`${edge.url}/portal/`)
  assert.deepEqual(
    [away.status, ((await away.json()) as { code: string }).code],
    [502, 'upstream_unreachable'],
  )
  hubs.become([])
  assert.equal((await fetch(`${edge.url}/portal/`)).status, 502)
  assert.equal(await textOf('/'), 'from chatapp')
})

test('a bridge that took the connection is the only one that is asked [edge.gateway-failover]', async (t) => {
  const { edge, bridges } = await startGatewayEdge(t, ['ash', 'birch'], {
    answer: (slug) => (request, response) =>
      slug === 'ash' ? request.socket.destroy() : void response.end('from birch'),
  })
  const answer = await fetch(`${edge.url}/portal/api/change`, { method: 'POST', body: '{}' })
  assert.equal(answer.status, 502)
  assert.equal(bridges.get('birch')!.received.length, 0)
})

test('a bridge that ends while a connection waits to be taken is passed over [edge.gateway-failover] [edge.repeat]', async (t) => {
  const { edge, bridges, textOf } = await startGatewayEdge(t, ['ash', 'birch'])
  assert.equal(await textOf('/portal/'), 'from ash')
  const { server } = bridges.get('ash')!
  server.prependListener('request', (request: IncomingMessage) => request.socket.destroy())
  server.prependListener('connection', (socket: Socket) => {
    socket.resetAndDestroy()
    server.close()
  })
  assert.equal(await textOf('/portal/'), 'from birch')
  assert.equal(edge.events.filter((event) => event === 'requestRepeated').length, 2)
})

test('a websocket and a stream find the next bridge, too [edge.gateway-failover]', async (t) => {
  const { edge, bridges } = await startGatewayEdge(t, ['ash', 'birch'])
  await bridges.get('ash')!.close()
  bridges.get('birch')!.server.on('upgrade', (_, socket) => {
    socket.on('error', () => {})
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello')
  })
  const client = await openRaw(edge.port)
  client.send('GET /portal/ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await client.until('hello')
})

test('Hubs appear and disappear without affecting running requests [edge.gateway-follow]', async (t) => {
  const running: ServerResponse[] = []
  const { edge, hubs, bridges, textOf } = await startGatewayEdge(t, ['ash', 'birch'], {
    answer: (slug) => (request, response) => {
      if (!request.url!.endsWith('stream')) return void response.end(`from ${slug}`)
      response.write('one ')
      running.push(response)
    },
  })
  const [ash, birch] = hubs.list()
  const stream = await fetch(`${edge.url}/b/ash/artifacts/stream`)
  const reader = stream.body!.getReader()
  await reader.read()
  hubs.become([birch!])
  assert.equal((await fetch(`${edge.url}/b/ash/artifacts/x`)).status, 404)
  running[0]!.end('two')
  assert.equal(Buffer.from((await reader.read()).value!).toString(), 'two')
  assert.equal((await reader.read()).done, true)
  hubs.become([{ ...ash!, slug: 'oak' }, birch!])
  assert.equal(await textOf('/b/oak/artifacts/x'), 'from ash')
  hubs.become([{ ...ash!, bridge: bridges.get('birch')!.url }])
  assert.equal(await textOf('/b/ash/artifacts/x'), 'from birch')
})

test('a bridge that is taken off the list while another is asked is passed over [edge.gateway-follow]', async (t) => {
  const cedar = await startRecordingServer(t, 'from cedar')
  const away = hub('ash', { bridge: `http://127.0.0.1:${await freePort()}` })
  const birch = hub('birch', { bridge: (await startRecordingServer(t)).url })
  const left = hub('cedar', { bridge: cedar.url })
  const hubs = movingHubs([away, birch, left])
  const edge = await startTestEdge(t, {
    isGateway: true,
    hubs,
    readClientAddress: () => {
      queueMicrotask(() => hubs.become([left])) // changes the Hubs after the request began and before the refusal
      return '127.0.0.1'
    },
  })
  const answer = await fetch(`${edge.url}/portal/api/x`, { method: 'POST', body: 'x' })
  assert.equal(await answer.text(), 'from cedar')
  assert.equal(cedar.received.length, 1)
})

test('hundreds of changes under load lose nothing [edge.gateway-follow]', async (t) => {
  const { edge, hubs } = await startGatewayEdge(t, ['ash', 'birch'])
  const [ash, birch] = hubs.list()
  const wrong: string[] = []
  let isOver = false
  const load = async () => {
    while (!isOver) {
      const answer = await fetch(`${edge.url}/b/ash/artifacts/x`)
      if ((await answer.text()) !== 'from ash') wrong.push(String(answer.status))
    }
  }
  const loads = Promise.all(Array.from({ length: 8 }, load))
  for (let change = 0; change < 300; change++) {
    const others = Array.from({ length: change % 7 }, (_, index) => hub(`h${index}`))
    hubs.become(change % 2 === 0 ? [ash!, ...others] : [...others, birch!, { ...ash! }])
    await new Promise((next) => setImmediate(next))
  }
  isOver = true
  await loads
  assert.deepEqual(wrong, [])
})

test('deliveries go to their own Hub’s receiver [edge.gateway-webhooks]', async (t) => {
  const receiver = await startRecordingServer(t, 'taken')
  const { edge, hubs } = await startGatewayEdge(t, ['ash', 'birch'])
  const [ash, birch] = hubs.list()
  hubs.become([ash!, { ...birch!, inbound: receiver.url }])
  const post = async (path: string) => (await fetch(edge.url + path, { method: 'POST', body: 'x' })).status
  assert.deepEqual([await post('/webhooks/birch/forge'), await post('/webhooks/ash/forge')], [200, 404])
  assert.deepEqual(
    receiver.received.map(({ target }) => target),
    ['/webhooks/birch/forge'],
  )
})

test('the list of agents is decided on by the next bridge when the first is away [edge.gateway-failover]', async (t) => {
  const port = await freePort()
  const decision: RequestListener = (_, response) =>
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        hubs: [
          { slug: 'ash', allowed: true },
          { slug: 'birch', allowed: false },
        ],
      }),
    )
  const { edge, hubs } = await startGatewayEdge(t, ['ash', 'birch'], {
    answer: () => decision,
    chatapp: (_, response) =>
      void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ data: [{ id: 'ash' }, { id: 'birch' }, { id: 'other' }] })),
  })
  hubs.become([hub('gone', { bridge: `http://127.0.0.1:${port}` }), ...hubs.list()])
  const list = (await (await fetch(`${edge.url}/api/models`)).json()) as { data: { id: string }[] }
  assert.deepEqual(
    list.data.map(({ id }) => id),
    ['ash', 'other'],
  )
})

test('closing waits for answers of Hubs that are gone already', async (t) => {
  let finish = () => {}
  const { edge, hubs } = await startGatewayEdge(t, ['ash'], {
    answer: () => (_, response) => {
      response.write('one ')
      finish = () => response.end('two')
    },
  })
  const client = await openRaw(edge.port)
  client.send('GET /b/ash/artifacts/x HTTP/1.1\r\nHost: a\r\n\r\n')
  await client.until('one ')
  hubs.become([])
  const closed = edge.close()
  setImmediate(() => finish())
  assert.match(await client.closed(), /two\r\n0\r\n\r\n$/)
  await closed
})

test('only the edge answers for an unavailable Hub, with its state and without a reason [edge.gateway-away]', async (t) => {
  const { edge, hubs, bridges } = await startGatewayEdge(t, ['ash', 'birch'])
  const [ash] = hubs.list()
  hubs.become([ash!], [{ slug: 'birch', away: 'broken' }])
  for (const path of [
    '/b/birch/artifacts/c/a.txt?t=x',
    '/b/birch/mcp',
    '/.well-known/oauth-protected-resource/b/birch/mcp/oauth',
    '/webhooks/birch/webhook',
  ]) {
    const away = await fetch(edge.url + path)
    assert.deepEqual(
      [away.status, away.headers.get('retry-after'), await away.json()],
      [503, '30', { detail: 'birch is broken', code: 'hub_away', hub: 'birch', state: 'broken' }],
      path,
    )
  }
  const posted = await fetch(`${edge.url}/webhooks/birch/webhook`, { method: 'POST', body: '{}' })
  assert.equal(posted.status, 503)
  const page = await fetch(`${edge.url}/b/birch/artifacts/c/a.txt`, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 503)
  assert.match(await page.text(), /<h1>birch is broken<\/h1>/)
  for (const path of ['/b/birch/v1/models', '/b/birch', '/b/birchx/mcp', '/b/%62irch/mcp'])
    assert.equal((await fetch(edge.url + path)).status, 404, path)
  assert.deepEqual(
    [...bridges.values()].map(({ received }) => received.length),
    [0, 0],
  )
  hubs.become([ash!, hub('birch', { bridge: bridges.get('birch')!.url })])
  assert.equal(await (await fetch(`${edge.url}/b/birch/artifacts/a`)).text(), 'from birch')
})
