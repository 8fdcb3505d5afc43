import assert from 'node:assert/strict'
import test from 'node:test'
import { rawRequest } from '../support/raw-http.ts'
import { runHub } from '../support/running-hub.ts'

/** Maximum sign-in attempts per IP address and minute. */
const MAX_REQUESTS = 60

test('sign-in limits see the person behind a proxy that is named, and not the proxy [edge.trusted-proxies]', async () => {
  await using hub = await runHub({ environment: { SVC_TRUSTED_PROXIES: '127.0.0.0/8' } })
  const port = Number(new URL(hub.url).port)
  const signIn = async (forwardedFor: string, email: string) => {
    const body = JSON.stringify({ email, password: 'wrong' })
    const head = [
      'POST /api/v1/auths/signin HTTP/1.1',
      `Host: 127.0.0.1:${port}`,
      `Origin: http://127.0.0.1:${port}`,
      `X-Forwarded-For: ${forwardedFor}`,
      'X-Real-IP: 203.0.113.200',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ]
    return (await rawRequest(port, `${head.join('\r\n')}\r\n\r\n${body}`)).status
  }
  // The attacker controls the first addresses of the header; the proxy appends the real one.
  for (let count = 0; count < MAX_REQUESTS; count++)
    await signIn(`192.0.2.${count}, 203.0.113.9`, 'ada@garden.example')
  assert.equal(await signIn('192.0.2.99, 203.0.113.9', 'ben@garden.example'), 429)
  assert.equal(await signIn('203.0.113.10', 'ben@garden.example'), 400)
})
