import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import type { TestWait } from '#core/inbox/test-address/test-waits.ts'
import { testSurface } from './test-surface.ts'

async function deliver(t: TestContext, reads: TestWait[], { headers = {}, body = '{}' }: RequestInit) {
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
  const { status } = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
  return { status, written }
}

const WAITING: TestWait = { untilMs: 1000, refusal: null, event: null }

test('a refused delivery does not replace the delivery that arrived at the same time [inbox.wait]', async (t) => {
  const reads = [WAITING, { ...WAITING, event: '{"n":1}' }]
  const { status, written } = await deliver(t, reads, { headers: { 'x-webhook-secret': 'wrong' } })
  assert.equal(status, 403)
  assert.deepEqual([reads, written], [[], []])
})

const UNREADABLE: [why: string, status: number, request: RequestInit][] = [
  ['too-large', 413, { body: 'x'.repeat(101) }],
  ['unsupported', 415, { headers: { 'content-encoding': 'x-rot13' } }],
]

for (const [why, expected, request] of UNREADABLE)
  test(`the waiting person sees why a body was ${why} [inbox.wait]`, async (t) => {
    const headers = { 'x-webhook-secret': 'right', ...(request.headers as Record<string, string>) }
    const { status, written } = await deliver(t, [WAITING, WAITING], { ...request, headers })
    assert.equal(status, expected)
    assert.deepEqual(written, [{ ...WAITING, refusal: { at: 0, why } }])
  })
