import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { closeGracefully, createHttpServer, listen, PortTaken } from './http-server.ts'

const ANYWHERE = { host: '127.0.0.1', port: 0, variable: 'PORT' }

test('listening gives the address with the port the system chose', async () => {
  const server = createHttpServer((_, response) => response.end('hello'))
  const url = await listen(server, ANYWHERE)
  assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal(await (await fetch(url)).text(), 'hello')
  await closeGracefully(server, 0)
})

test('an address of IPv6 stands in brackets', async () => {
  const server = createHttpServer()
  assert.match(await listen(server, { ...ANYWHERE, host: '::1' }), /^http:\/\/\[::1\]:\d+$/)
  await closeGracefully(server, 0)
})

test('a port that is taken is told with its number and its variable', async () => {
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
