import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import type { TestWait } from '#core/inbox/test-address/test-waits.ts'
import { testSurface } from './test-surface.ts'

test('a refused delivery does not replace the delivery that arrived at the same time [inbox.wait]', async (t) => {
  const waiting: TestWait = { untilMs: 1000, refusal: null, event: null }
  const reads = [waiting, { ...waiting, event: '{"n":1}' }]
  const written: TestWait[] = []
  const surface = testSurface({
    endpoint: { name: 'shop', mode: 'secret', secretVariable: 'A', secret: 'right', maxBytes: 100 },
    clock: { now: () => 0 },
    urlsOf: () => [],
    events: { delivery() {}, storeFailed: ({ error }) => assert.fail(String(error)), otherBody() {} },
    waits: { read: async () => reads.shift() ?? null, write: async (_, wait) => void written.push(wait) },
  })
  const server = createServer((request, response) => {
    void surface.handle(request, response, new URLSearchParams())
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const headers = { 'x-webhook-secret': 'wrong' }
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: '{}' })
  assert.equal(answer.status, 403)
  assert.deepEqual([reads, written], [[], []])
})
