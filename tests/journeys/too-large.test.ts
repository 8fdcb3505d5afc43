import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { runHub, secretsOf } from '../support/running-hub.ts'

const MB = 1024 * 1024

/** Addresses that read a body without a sign-in, with their limit in bytes. */
const OPEN = {
  '/api/v1/auths/signin': MB,
  '/portal/p/open': MB,
  '/webhooks/garden-team/webhook': 26 * MB,
}

const list = '['.repeat(20_000) + ']'.repeat(20_000)
const object = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 8000 }, (_, n) => [`key${n}`, n])))

const ODD: Readonly<Record<string, string>> = {
  'a list nested 20,000 levels': list,
  'an object nested 20,000 levels': object,
  'a field nested 20,000 levels': `{"messages":[{"role":"user","content":"hi"}],"chat":${object},"model":${list}}`,
  'levels that never end': '[{"a":'.repeat(20_000),
  'many keys': wide,
  'a long list': `[${'1,'.repeat(60_000)}1]`,
  'a long string': JSON.stringify('a'.repeat(200_000)),
  'a key __proto__': '{"__proto__":{"role":"admin"},"chat":{"__proto__":{"a":1}},"messages":[]}',
}

test('a client that sends too much, or JSON nested too deeply, gets the reason through the edge [journey.too-large]', async (t) => {
  await using hub = await runHub({
    options: ['--webhook'],
    environment: { WEBHOOK_INBOUND_SECRET: 'w'.repeat(32), MCP_SERVER: 'true' },
  })

  const ann = await signUpAt(hub.url, 'Ann')

  await t.test('bodies', async () => {
    for (const [path, most] of Object.entries(OPEN)) {
      const response = await fetch(hub.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: ' '.repeat(most + 8 * MB),
      })
      assert.ok([403, 413].includes(response.status), `${path}: ${response.status} ${await response.text()}`)
    }
  })

  await t.test('JSON', async () => {
    const { bridgeKey } = await secretsOf(hub)
    const own = { authorization: `Bearer ${ann.token}` }
    const session = { cookie: `token=${ann.token}`, origin: hub.url }
    const doors: Record<string, Record<string, string>> = {
      [`${hub.url}/api/v1/auths/signin`]: {},
      [`${hub.url}/api/v1/chats/new`]: own,
      [`${hub.url}/api/v1/chats/batch`]: own,
      [`${hub.url}/api/v1/folders/`]: own,
      [`${hub.url}/api/v1/prompts/`]: own,
      [`${hub.url}/api/chat/completions`]: own,
      [`${hub.url}/portal/api/access/grant`]: session,
      [`${hub.bridge}/v1/chat/completions`]: {
        authorization: `Bearer ${bridgeKey}`,
        'x-chatapp-user-email': 'ann@example.com',
      },
      [`${hub.bridge}/mcp`]: {
        authorization: `Bearer ${ann.token}`,
        accept: 'application/json, text/event-stream',
      },
    }
    for (const [url, headers] of Object.entries(doors))
      for (const [what, body] of Object.entries(ODD)) {
        const answer = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
        const text = await answer.text()
        assert.ok(answer.status >= 400 && answer.status < 500, `${url}, ${what}: ${answer.status} ${text}`)
        if (!/levels/.test(what) || url.endsWith('/mcp')) continue // without a key, `/mcp` refuses before it reads the body
        assert.equal(answer.status, 400, `${url}, ${what}: ${text}`)
        assert.match(text, /more than 200 levels deep/, `${url}, ${what}`)
      }
    assert.equal((await ann.get('/api/v1/chats/list')).status, 200)
    assert.equal(({} as { role?: string }).role, undefined)
  })

  await t.test('deliveries are kept as they came', async () => {
    for (const [what, body] of Object.entries(ODD)) {
      const answer = await fetch(`${hub.url}/webhooks/garden-team/webhook`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-webhook-secret': 'w'.repeat(32) },
        body,
      })
      assert.equal(answer.status, 200, `${what}: ${await answer.text()}`)
    }
  })

  await t.test('a sender that reads nothing before it has sent all', async () => {
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
})

/** Sends the whole request before it reads, like Python's clients. */
async function sendWhole(port: number, head: string, body: Buffer): Promise<string> {
  const connection = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).pause()
  connection.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n`)
  await new Promise<void>((resolve, reject) =>
    connection.write(body, (error) => (error ? reject(error) : resolve())),
  )
  connection.end()
  return text(connection)
}
