import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { tlsSockets } from '#surfaces/edge/tls-sockets.ts'
import { makeCertificates } from '../support/certificates.ts'
import { startTestEdge } from '../support/edge.ts'

test('a web chat behind https is reached, and its certificate is checked [edge.tls-upstream]', async (t) => {
  const files = await makeCertificates(t)
  const [ca, cert, key] = await Promise.all(
    [files.ca, files.certificate, files.key].map((path) => readFile(path, 'utf8')),
  )
  const echo: RequestListener = (request, response) => {
    response.writeHead(200, { 'x-method': request.method! })
    request.pipe(response)
  }
  const server = createServer({ cert, key }, echo)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  const chatappUrl = `https://localhost:${(server.address() as AddressInfo).port}`

  const edge = await startTestEdge(t, { chatappUrl, chatappSockets: tlsSockets(ca) })
  const body = 'x'.repeat(3_000_000)
  for (let round = 0; round < 3; round++) {
    const answer = await fetch(`${edge.url}/api/v1/chats/new`, { method: 'POST', body })
    assert.equal(answer.headers.get('x-method'), 'POST')
    assert.equal((await answer.text()) === body, true)
  }

  const suspicious = await startTestEdge(t, { chatappUrl, chatappSockets: tlsSockets() })
  const refused = await fetch(`${suspicious.url}/api/config`)
  assert.equal(refused.status, 502)
  assert.ok(suspicious.events.includes('upstreamUnreachable'))
})
