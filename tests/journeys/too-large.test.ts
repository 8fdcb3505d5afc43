import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { runHub } from '../support/running-hub.ts'

const MB = 1024 * 1024

/** Addresses that read a body before anybody has signed in, and how many bytes they take at most. */
const OPEN = {
  '/api/v1/auths/signin': MB,
  '/portal/p/open': MB,
  '/webhooks/garden-team/webhook': 26 * MB,
}

test('whoever sends too much hears that through the edge, and not that something broke [journey.too-large]', async () => {
  await using hub = await runHub({
    options: ['--webhook'],
    environment: { WEBHOOK_INBOUND_SECRET: 'w'.repeat(32) },
  })
  for (const [path, most] of Object.entries(OPEN)) {
    const response = await fetch(hub.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(most + 8 * MB),
    })
    assert.ok([403, 413].includes(response.status), `${path}: ${response.status} ${await response.text()}`)
  }

  const ann = await signUp(hub.url, {
    name: 'Ann',
    email: 'ann@example.com',
    password: 'correct horse battery',
  })
  for (const credential of [`Cookie: token=${ann.token}`, 'X-Nobody: x'])
    for (const first of ['POST /api/v1/files/ HTTP/1.1', 'POST /api/v1/files/ HTTP/1.0']) {
      const { port } = new URL(hub.url)
      const head = `${first}\r\nHost: 127.0.0.1:${port}\r\n${credential}\r\nOrigin: ${hub.url}\r\nContent-Type: multipart/form-data; boundary=b`
      const answer = await sendWhole(Number(port), head, Buffer.alloc(40 * MB))
      assert.match(
        answer,
        credential.startsWith('Cookie') ? /^HTTP\/1.1 413 [^]*file_too_large/ : /^HTTP\/1.1 401 /,
      )
    }
})

/** As Python's clients do: nothing is read before all was sent. */
async function sendWhole(port: number, head: string, body: Buffer): Promise<string> {
  const connection = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause()
  connection.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n`)
  await new Promise<void>((resolve, reject) =>
    connection.write(body, (error) => (error ? reject(error) : resolve())),
  )
  connection.end()
  return text(connection)
}
