import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { closeGracefully, createHttpServer, listen, PortTaken } from './http-server.ts'
import { unreadBody } from './unread-body.ts'

const ANYWHERE = { host: '127.0.0.1', port: 0, variable: 'PORT' }

test('listening gives the address with the port the system chose', async () => {
  const server = createHttpServer((_, response) => response.end('hello'))
  const url = await listen(server, ANYWHERE)
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal(await (await fetch(url)).text(), 'hello')
  await closeGracefully(server, 0)
})

for (const [how, read] of Object.entries({
  'whose reader stopped': async (request: IncomingMessage) => {
    for await (const _ of unreadBody(request)) break
  },
  'whose reader failed': async (request: IncomingMessage) => {
    try {
      for await (const _ of unreadBody(request)) throw new Error('no space')
    } catch {}
  },
  'whose reader paused': (request: IncomingMessage) =>
    new Promise<void>((resolve) => request.on('data', () => resolve(void request.pause()))),
  'that flows into a pipe nobody empties': async (request: IncomingMessage) => {
    request.pipe(new PassThrough())
    await once(request, 'pause')
  },
  'without a reader': () => {},
}))
  test(`a connection ends after an early answer to a body ${how}`, { timeout: 20_000 }, async () => {
    const server = createHttpServer((request, response) => {
      const reading = request.method === 'POST' ? read(request) : undefined
      if (reading === undefined) response.end('answered')
      else void reading.then(() => response.end('answered'))
    })
    const url = new URL(await listen(server, ANYWHERE))
    const connection = connect(Number(url.port), url.hostname)
    const body = 'x'.repeat(3_000_000)
    connection.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
    connection.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    const answers = await text(connection)
    assert.match(answers, /^HTTP\/1\.1 200 [^]*\r\nConnection: close\r\n/)
    assert.equal(answers.match(/answered/g)?.length, 1)
    await closeGracefully(server, 0)
  })

test('an early answer announces the end of the connection after its handler removed the header', async () => {
  const server = createHttpServer((_, response) => {
    response.removeHeader('connection')
    response.writeHead(401, { 'content-length': '8' }).end('answered')
  })
  const url = new URL(await listen(server, ANYWHERE))
  const connection = connect(Number(url.port), url.hostname)
  connection.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}')
  assert.match(await text(connection), /\r\nconnection: close\r\n/i)
  await closeGracefully(server, 0)
})

for (const request of ['POST / HTTP/1.0', 'POST / HTTP/1.1\r\nConnection: close'])
  test(`an early answer reaches a sender that reads nothing before all is sent: ${request}`, async () => {
    const server = createHttpServer((_, response) => void response.writeHead(413).end('too large'))
    const url = new URL(await listen(server, ANYWHERE))
    const connection = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true }).pause()
    const body = Buffer.alloc(24 * 1024 * 1024)
    connection.write(`${request}\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n`)
    await new Promise<void>((resolve, reject) => connection.write(body, (e) => (e ? reject(e) : resolve())))
    connection.end()
    assert.match(await text(connection), /^HTTP\/1\.1 413 [^]*too large/)
    await closeGracefully(server, 0)
  })

test(
  'a body that arrives after its response is read before the connection closes',
  { timeout: 20_000 },
  async () => {
    const server = createHttpServer((request, response) => {
      request.once('data', () => response.end('answered'))
    })
    const url = new URL(await listen(server, ANYWHERE))
    const connection = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true })
    connection.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n${'x'.repeat(1000)}`)
    assert.match(String((await once(connection, 'data'))[0]), /answered/)
    const restAt = performance.now()
    await new Promise<void>((resolve, reject) =>
      connection.write('x'.repeat(2_999_000), (error) => (error ? reject(error) : resolve())),
    )
    connection.end()
    await text(connection)
    assert.ok(performance.now() - restAt < 5000)
    await closeGracefully(server, 0)
  },
)

test(
  'a reader that destroys the request loses its connection, and no other request waits',
  { timeout: 20_000 },
  async () => {
    const server = createHttpServer(async (request, response) => {
      for await (const _ of request) break
      response.end('answered')
    })
    const url = new URL(await listen(server, ANYWHERE))
    const connection = connect(Number(url.port), url.hostname)
    connection.on('error', () => {})
    connection.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n${'x'.repeat(2_000_000)}`)
    await once(connection.resume(), 'close')
    await closeGracefully(server, 0)
  },
)

test('an address of IPv6 stands in brackets', async () => {
  const server = createHttpServer()
  assert.match(await listen(server, { ...ANYWHERE, host: '::1' }), /^http:\/\/\[::1\]:\d+$/)
  await closeGracefully(server, 0)
})

test('the error for an occupied port contains the number and the variable', async () => {
  const first = createHttpServer()
  const port = Number(new URL(await listen(first, ANYWHERE)).port)
  const second = createHttpServer()
  await assert.rejects(listen(second, { ...ANYWHERE, port, variable: 'BRIDGE_PORT' }), (error) => {
    assert.ok(error instanceof PortTaken)
    assert.deepEqual([error.port, error.variable], [port, 'BRIDGE_PORT'])
    assert.match(error.message, new RegExp(`port ${port} \\(BRIDGE_PORT\\)`))
    return true
  })
  await closeGracefully(first, 0)
})

test('an answer that runs when the server closes may end', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>()
  const server = createHttpServer((_, response) => ask(() => response.end('late')))
  const answer = fetch(await listen(server, ANYWHERE)).then((response) => response.text())
  const finish = await asked
  const closed = closeGracefully(server, 60_000)
  finish()
  assert.equal(await answer, 'late')
  await closed
})

test('an answer that does not end is cut when the time is over', async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const server = createHttpServer((_, response) => {
    response.write('never ')
    ask()
  })
  const response = await fetch(await listen(server, ANYWHERE))
  await asked
  await closeGracefully(server, 10)
  await assert.rejects(response.text())
})

test('headers beyond the limit are refused', async () => {
  const server = createHttpServer((_, response) => response.end('hello'))
  const { port } = new URL(await listen(server, ANYWHERE))
  const socket = connect(Number(port), '127.0.0.1')
  await once(socket, 'connect')
  socket.end(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(40_000)}\r\n\r\n`)
  assert.match(await text(socket), /^HTTP\/1\.1 431 /)
  await closeGracefully(server, 0)
})

test('a request that is no HTTP is answered in JSON with a code, and its connection ends', async () => {
  const server = createHttpServer((_, response) => response.end('hello'))
  const port = Number(new URL(await listen(server, ANYWHERE)).port)
  for (const [head, status, code] of [
    ['NONSENSE\r\n\r\n', 400, 'bad_request'],
    ['GET / HTTP/1.1\r\nHost: a\r\nbad header: 1\r\n\r\n', 400, 'bad_request'],
    [`GET / HTTP/1.1\r\nHost: a\r\nx: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'headers_too_large'],
  ] as const) {
    const socket = connect(port, '127.0.0.1')
    socket.write(head)
    const answer = await text(socket)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} .*content-length: \\d+`, 'is'))
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))) as Record<string, unknown>
    assert.deepEqual([body['code'], (body['error'] as { code: string }).code], [code, code])
  }
  await closeGracefully(server, 0)
})
