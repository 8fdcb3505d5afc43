import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket, WebSocketServer } from 'ws'
import { startTestEdge } from '../../support/edge.ts'
import { callWith } from '../../open-webui/target.ts'
import { until } from '../../support/until.ts'
import type { Front } from './fronts.ts'
import { WEBHOOK_SECRET, type FrontHub } from './hub.ts'
import { NAME, send, type Door } from './requests.ts'
import type { RunningFront } from './run-front.ts'
import { upload } from './uploads.ts'
import { keyOf, signIn, sessionOf, call, ask, nextAnswer, endTurn, follow, openTls, within } from './steps.ts'

export interface Fronted {
  front: Front
  program: string
  running: RunningFront
  hub: FrontHub
  startBefore(url: string): Promise<AsyncDisposable & { door: Door }>
}

const MB = 1024 * 1024
const REFUSED_UPLOADS = 4

export const CHECKS: Readonly<Record<string, (fronted: Fronted) => Promise<void>>> = {
  async 'sign-in'({ hub }) {
    const answer = await signIn(hub)
    const cookie = answer.headers['set-cookie']!.find((line) => line.startsWith('token='))
    assert.match(cookie!, /^token=.+HttpOnly; SameSite=Lax; Secure$/)
    const me = await send(hub.door, '/api/v1/auths/', { headers: { cookie: cookie!.split(';')[0]! } })
    assert.deepEqual([me.status, me.json?.email], [200, hub.person.email], me.text)
  },

  async stream({ hub }) {
    const { answer, pieces } = await ask(hub)
    answer.text('first ')
    await pieces.until('first')
    answer.text('last')
    await pieces.until('last')
    endTurn(answer)
    await pieces.until('[DONE]')
  },

  async stop({ hub }) {
    const { answer, pieces } = await ask(hub)
    answer.text('first')
    await pieces.until('first')
    pieces.leave()
    await within(answer.closed, 'the model’s request ends')
  },

  async restart({ hub, running }) {
    const session = await sessionOf(hub)
    const asked = nextAnswer(hub)
    const { chat_id } = await call(hub, session, '/api/chat/completions', {
      model: hub.slug,
      stream: true,
      session_id: crypto.randomUUID(),
      chat_id: null,
      id: crypto.randomUUID(),
      parent_id: null,
      user_message: { id: crypto.randomUUID(), content: 'Hello', files: [] },
    })
    const answer = await asked
    const events = `/api/v1/chats/${chat_id}/events`
    const first = await follow(hub, events, { cookie: session })
    answer.text('before ')
    await first.until('before')
    await running.restart()
    answer.text('after')
    endTurn(answer)
    await until(
      async () => {
        const { json } = await send(hub.door, `/api/v1/chats/${chat_id}`, { headers: { cookie: session } })
        return JSON.stringify(json).includes('before after')
      },
      { what: 'the chat has the whole answer' },
    )
  },

  async websocket({ startBefore }) {
    const leave: (() => unknown)[] = []
    const after = { after: (work: () => unknown) => void leave.push(work) } as TestContext
    const server = new WebSocketServer({ noServer: true })
    server.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
    const edge = await startTestEdge(after)
    edge.chatapp.server.on('upgrade', (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (accepted) => server.emit('connection', accepted)),
    )
    try {
      await using before = await startBefore(edge.url)
      const { port, caText } = before.door
      const options = { ca: caText, servername: NAME, headers: { host: `${NAME}:${port}` } }
      const client = new WebSocket(`wss://127.0.0.1:${port}/api/socket`, options)
      await within(once(client, 'open'), 'the websocket opens')
      for (const text of ['hello', 'x'.repeat(200_000)]) {
        client.send(text)
        const [data] = (await within(once(client, 'message'), 'the echo arrives')) as [Buffer]
        assert.equal(data.toString(), text)
      }
      client.terminate()
    } finally {
      for (const work of leave.toReversed()) await work()
    }
  },

  async mcp({ hub }) {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      authorization: `Bearer ${hub.person.apiKey}`,
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const listed = await send(hub.door, '/mcp', { method: 'POST', headers, body })
    assert.match(listed.text, /"name":"list_files"/)
    const wrong = { ...headers, authorization: 'Bearer sk-00000000000000000000000000000000' }
    assert.equal((await send(hub.door, '/mcp', { method: 'POST', headers: wrong, body })).status, 401)
  },

  async webhook({ hub }) {
    const path = `/webhooks/${hub.slug}/webhook`
    const body = JSON.stringify({ at: Date.now() })
    const signature = `sha256=${createHmac('sha256', WEBHOOK_SECRET).update(body).digest('hex')}`
    const headers = { 'content-type': 'application/json', 'x-signature-256': signature }
    const taken = await send(hub.door, path, { body, headers })
    assert.deepEqual([taken.status, taken.text], [200, 'ok'])
    const forged = await send(hub.door, path, { body: `${body} `, headers })
    assert.equal(forged.status, 403, forged.text)
  },

  async upload({ hub, front }) {
    for (const protocol of front.protocols) {
      const { status, text } = await upload(hub, protocol, { bytes: 20 * MB, headers: keyOf(hub) })
      assert.equal(status, 200, `${protocol}: ${text}`)
      assert.equal(JSON.parse(text).meta.size, 20 * MB)
    }
  },

  async 'too-large'({ hub, front }) {
    for (const protocol of front.protocols)
      for (const isChunked of protocol === 'h1' ? [false, true] : [false])
        for (let count = 0; count < REFUSED_UPLOADS; count++) {
          const how = `${protocol}${isChunked ? ' in chunks' : ''}`
          const { status, text } = await upload(hub, protocol, {
            bytes: 30 * MB,
            isChunked,
            headers: keyOf(hub),
          })
          assert.equal(status, 413, `${how}: ${status} ${text}`)
          assert.match(text, /^\{"detail":.+"code":"file_too_large"/, how)
        }
  },

  async 'refused-webhook'({ hub, front }) {
    const path = `/webhooks/${hub.slug}/webhook`
    for (const protocol of front.protocols)
      for (let count = 0; count < REFUSED_UPLOADS; count++) {
        const { status, text } = await upload(hub, protocol, { bytes: 30 * MB, headers: [], path })
        assert.deepEqual([status, text], [403, 'forbidden'], protocol)
      }
  },

  async 'request-id'({ hub }) {
    const ids = { headers: { 'x-request-id': 'from-the-client-1' } }
    const given = await send(hub.door, '/mcp', ids)
    assert.equal(given.headers['x-request-id'], 'from-the-client-1')
    const made = await send(hub.door, '/mcp')
    assert.match(String(made.headers['x-request-id']), /^[\w-]{8,}$/)
  },

  async 'client-address'({ hub }) {
    const forged = { 'x-forwarded-for': '203.0.113.9' }
    await signIn(hub, { from: '127.8.7.6', headers: forged })
    const records = `${hub.url}/portal/api/web-chat/sign-ins?limit=1`
    const { json } = await callWith(hub.person.apiKey, 'GET', records)
    assert.equal(json?.items[0].network, '127.8.7.0/24')
  },

  async range({ hub }) {
    const stored = await upload(hub, 'h1', { bytes: 1000, headers: keyOf(hub) })
    const path = `/api/v1/files/${JSON.parse(stored.text).id}/content`
    const read = (headers: Record<string, string>) =>
      send(hub.door, path, { headers: { authorization: `Bearer ${hub.person.apiKey}`, ...headers } })
    const part = await read({ range: 'bytes=10-19' })
    assert.deepEqual(
      [part.status, part.headers['content-range'], part.text],
      [206, 'bytes 10-19/1000', 'xxxxxxxxxx'],
    )
    const etag = String(part.headers.etag)
    assert.equal((await read({ range: 'bytes=10-19', 'if-range': etag })).status, 206)
    assert.equal((await read({ range: 'bytes=10-19', 'if-range': '"other"' })).status, 200)
    const outside = await read({ range: 'bytes=2000-' })
    assert.deepEqual([outside.status, outside.headers['content-range']], [416, 'bytes */1000'])
    assert.equal((await read({ 'if-none-match': etag })).status, 304)
  },

  async 'long-header'({ hub }) {
    const bearer = `Bearer ${hub.person.apiKey}`
    const withHeader = (bytes: number) =>
      send(hub.door, '/api/config', { headers: { authorization: bearer, 'x-long': 'x'.repeat(bytes) } })
    assert.equal((await withHeader(16_000)).status, 200)
    const refused = await withHeader(60_000).catch(() => null)
    assert.ok(refused === null || (refused.status >= 400 && refused.status < 500), String(refused?.status))
  },

  async 'stalled-body'({ hub }) {
    const body = '{"email":"ann@example.com","password":"wrong"}'
    const head = [
      'POST /api/v1/auths/signin HTTP/1.1',
      `Host: ${NAME}:${hub.door.port}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body.slice(0, 10),
    ].join('\r\n')
    const abandoned = await openTls(hub)
    abandoned.write(head)
    const slow = await openTls(hub)
    slow.write(head)
    await sleep(3000)
    abandoned.destroy()
    slow.write(body.slice(10))
    const [text] = (await once(slow, 'data')) as [Buffer]
    assert.match(text.toString(), /^HTTP\/1\.1 400 /)
    slow.destroy()
    assert.equal((await send(hub.door, '/api/config')).status, 200)
  },
}
