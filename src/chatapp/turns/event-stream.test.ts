import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { openEventStream } from './event-stream.ts'

test('a stream for a reader that disconnected before the start is closed at once [chatapp.turn-stays]', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port }).on('error', () => {})
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const left = once(response, 'close')
  request.destroy()
  await left
  const stream = openEventStream(response, {
    clock: systemClock,
    isLast: () => false,
    onDropped: () => assert.fail(),
  })
  await stream.closed
  server.close()
})
