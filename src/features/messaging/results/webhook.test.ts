import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import type { OutgoingMessage } from '../channel.ts'
import { webhookConversation } from './names.ts'
import { pauseAfter, webhookProblem, webhookSender } from './webhook.ts'

const SECRET = `whsec_${Buffer.from('an hour of quiet in the garden').toString('base64')}`
const environment = { HOOK: SECRET, RAW: 'just words', BAD: 'whsec_é' }
const allowedHosts = [{ hostname: 'wiki.local', port: null }]

test('an incomplete webhook setting is reported before any delivery [deliver.problems]', () => {
  const problem = (url: string, secret = 'HOOK') =>
    webhookProblem({ environment, allowedHosts }, { url, secret })
  assert.equal(problem('https://a.example/x'), null)
  assert.equal(problem('http://wiki.local/x'), null)
  assert.match(problem('http://a.example/secret')!, /^a\.example is not behind https/)
  assert.match(problem('https://a.example', 'NONE')!, /NONE is not set/)
  for (const name of ['RAW', 'BAD'])
    assert.match(problem('https://a.example', name)!, /expected whsec_ and base64/)
  assert.match(problem('https://a.example', 'toString')!, /is not set/)
})

test('all attempts at a webhook together take most of a day [deliver.webhook]', () => {
  const pauses = Array.from({ length: 14 }, (_, index) => pauseAfter(index + 1))
  assert.deepEqual(pauses.slice(0, 4), [1000, 3000, 9000, 27_000])
  const hours = pauses.reduce((sum, ms) => sum + ms, 0) / 3_600_000
  assert.ok(hours > 20 && hours <= 24, String(hours))
})

const message = (url: string): OutgoingMessage => ({
  id: 'm1',
  text: '{}',
  plain: '{}',
  to: { conversation: webhookConversation({ url, secret: 'HOOK' }), replyTo: null },
})

test('a webhook in our network gets no delivery unless an administrator allows it, for any DNS result [deliver.inside]', async () => {
  for (const [url, resolved] of [
    ['https://127.0.0.1/', []],
    ['https://[::1]/', []],
    ['https://a.example/', ['93.184.216.34', '10.0.0.7']],
    ['https://metadata.example/', ['169.254.169.254']],
  ] as const) {
    const sender = webhookSender({
      environment,
      allowedHosts,
      clock: systemClock,
      resolve: async () => resolved.map((address) => ({ address, family: 4 })),
    })
    const outcome = await sender.send(message(url), new AbortController().signal)
    assert.equal(outcome.outcome, 'failed')
    assert.match(JSON.stringify(outcome), /is not on the public internet.*SVC_FETCH_ALLOW_HOSTS/)
  }
})

test('a host that is not found is looked for again later [deliver.webhook]', async () => {
  const sender = webhookSender({ environment, allowedHosts, clock: systemClock, resolve: async () => [] })
  assert.deepEqual(
    await sender.send({ ...message('https://a.example/'), attempt: 2 }, AbortSignal.timeout(5000)),
    {
      outcome: 'later',
      afterMs: 3000,
      reason: 'there is no host a.example',
      of: 'conversation',
    },
  )
})

test('answers of a receiver that is being deployed are tried again, when its Retry-After says, in seconds or as a date [deliver.retry]', async (t) => {
  const now = Date.UTC(2026, 10, 28, 12)
  let answer: { status: number; retryAfter?: string } = { status: 200 }
  const server = createServer((request, response) => {
    request.resume()
    response
      .writeHead(answer.status, { ...(answer.retryAfter && { 'retry-after': answer.retryAfter }) })
      .end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const sender = webhookSender({
    environment,
    allowedHosts: [{ hostname: '127.0.0.1', port }],
    clock: { now: () => now, sleep: systemClock.sleep },
  })
  const outcomeOf = async (status: number, retryAfter?: string) => {
    answer = { status, ...(retryAfter && { retryAfter }) }
    const sent = await sender.send(message(`http://127.0.0.1:${port}/`), AbortSignal.timeout(5000))
    return sent.outcome === 'later' ? sent.afterMs : sent.outcome
  }
  assert.equal(await outcomeOf(429, new Date(now + 20_000).toUTCString()), 20_000)
  assert.equal(await outcomeOf(503, '12'), 12_000)
  assert.equal(await outcomeOf(503, '7200'), 7_200_000)
  assert.equal(await outcomeOf(503, 'soon'), 1000)
  for (const status of [404, 408, 409, 425, 429, 500])
    assert.equal(await outcomeOf(status), 1000, String(status))
  for (const status of [301, 400, 401, 403, 413])
    assert.equal(await outcomeOf(status), 'failed', String(status))
  assert.equal(await outcomeOf(410), 'closed')
})
