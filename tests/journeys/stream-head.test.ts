import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { runHub, secretsOf } from '../support/running-hub.ts'

/** Without an early first byte, a silent model would delay the response head by 15 s. */
const SOON_MS = 10_000

test('a program learns at once that its stream has begun, through the edge and at the bridge [bridge.stream-head]', async () => {
  await using hub = await runHub({ processes: 'compact', environment: { MCP_SERVER: 'true' } })
  const ann = await signUp(hub.url, {
    name: 'Ann',
    email: 'ann@example.com',
    password: 'correct horse battery',
  })
  const { api_key: key } = await ann.call('POST', '/api/v1/auths/api_key')
  const { bridgeKey } = await secretsOf(hub)
  for (const [url, headers] of [
    [`${hub.url}/api/chat/completions`, { authorization: `Bearer ${key}` }],
    [
      `${hub.bridge}/v1/chat/completions`,
      { authorization: `Bearer ${bridgeKey}`, 'x-svc-user': 'ann@example.com' },
    ],
  ] as const) {
    const leaving = AbortSignal.timeout(SOON_MS)
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({
        model: 'garden-team',
        stream: true,
        messages: [{ role: 'user', content: '/wait 600000' }],
      }),
      signal: leaving,
    })
    assert.equal(answer.status, 200)
    assert.match(answer.headers.get('content-type')!, /^text\/event-stream/)
    const reader = answer.body!.getReader()
    assert.match(new TextDecoder().decode((await reader.read()).value), /"role":"assistant"/)
    await reader.cancel()
  }
})
