import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import test, { type TestContext } from 'node:test'
import { startTestEdge } from '../support/edge.ts'
import { openRaw } from '../support/raw-http.ts'

const HEAD = 'HTTP/1.1 200 OK\r\n'
const LAST = `${HEAD}Connection: close\r\n`

const STAGES: Readonly<Record<string, string>> = {
  nothing: '',
  'half a status line': 'HTTP/1.1 20',
  'half its head': `${HEAD}Content-Le`,
  'an interim answer': 'HTTP/1.1 103 Early Hints\r\n\r\n',
  'its head': `${HEAD}Content-Length: 10\r\n\r\n`,
  'half a body of known length': `${HEAD}Content-Length: 10\r\n\r\nhello`,
  'half a chunk': `${HEAD}Transfer-Encoding: chunked\r\n\r\na\r\nhello`,
  'a whole chunk': `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
  'all but the last line': `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n`,
  'half a body of its last answer': `${LAST}Content-Length: 10\r\n\r\nhello`,
  'a whole chunk of its last': `${LAST}Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`,
}
const BEFORE_THE_ANSWER = new Set(['nothing', 'half a status line', 'half its head', 'an interim answer'])
const BREAKS = { 'a reset': 'resetAndDestroy', 'an end': 'end' } as const

test('an upstream that disconnects causes 502 before its response and an aborted body within it, never a clean end [edge.resets]', async (t) => {
  for (const [stage, sent] of Object.entries(STAGES))
    for (const [how, breakOff] of Object.entries(BREAKS))
      for (const method of ['GET', 'POST']) {
        const seen = await seenBy(t, { sent, breakOff, method })
        t.diagnostic(`${method.padEnd(4)} ${stage.padEnd(30)} ${how.padEnd(8)} ${seen}`)
        assert.equal(
          seen,
          BEFORE_THE_ANSWER.has(stage) ? '502' : '200 aborted',
          `${method}, ${stage}, ${how}`,
        )
      }
})

test('a body without a length is complete if its connection ends, and not if it is reset [edge.resets]', async (t) => {
  const sent = `${HEAD}\r\nhello`
  assert.equal(await seenBy(t, { sent, breakOff: 'end', method: 'GET' }), '200 whole')
  assert.equal(await seenBy(t, { sent, breakOff: 'resetAndDestroy', method: 'GET' }), '200 aborted')
})

test('an upstream that breaks off within its agreement to a websocket gives 502 [edge.resets]', async (t) => {
  for (const sent of ['', 'HTTP/1.1 101 Swit', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: web'])
    for (const breakOff of Object.values(BREAKS)) {
      const port = await startBreaking(t, sent, breakOff)
      const edge = await startTestEdge(t, { chatappUrl: `http://127.0.0.1:${port}` })
      const client = await openRaw(edge.port)
      client.send('GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      assert.match(await client.closed(), /^HTTP\/1\.1 502 /, `${JSON.stringify(sent)} ${breakOff}`)
      await edge.close()
    }
})

interface Broken {
  sent: string
  breakOff: (typeof BREAKS)[keyof typeof BREAKS]
  method: string
}

async function seenBy(t: TestContext, { sent, breakOff, method }: Broken): Promise<string> {
  const port = await startBreaking(t, sent, breakOff)
  const edge = await startTestEdge(t, { chatappUrl: `http://127.0.0.1:${port}` })
  const answer = await fetch(edge.url, { method, ...(method === 'POST' && { body: 'x' }) })
  const end = await answer.text().then(
    () => 'whole',
    () => 'aborted',
  )
  await edge.close()
  return answer.status === 502 && end === 'whole' ? '502' : `${answer.status} ${end}`
}

async function startBreaking(t: TestContext, sent: string, breakOff: Broken['breakOff']): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => socket.write(sent, () => socket[breakOff]()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}
