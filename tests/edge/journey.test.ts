import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import test from 'node:test'
import { journeyCookieName, signJourney } from '#ground/base/journey-cookie.ts'
import { startTestEdge } from '../support/edge.ts'
import { rawRequest } from '../support/raw-http.ts'

const journeySecret = 'a secret of this Hub'
const id = '0b8f5c1e-8f0a-4f0e-9d43-1f2b3c4d5e6f'
const mark = { id, provider: 'plants', expiresAt: Date.now() + 60_000 }
const cookieAt = (host: string) => `${journeyCookieName('plants', host)}=${signJourney(journeySecret, mark)}`
const BACK = '/oauth/clients/mcp:plants/callback?code=abc&state=def'

const chatapp = (_: unknown, response: ServerResponse) =>
  response
    .writeHead(303, { location: 'http://hub.test/', 'set-cookie': 'web=1', 'x-kept': 'yes' })
    .end('Moved')

const get = (url: string, method = 'GET', cookies = cookieAt(new URL(url).host)) =>
  fetch(url, { method, redirect: 'manual', headers: { cookie: cookies } })

test('the web chat’s redirect after the provider becomes the journey’s end, and the rest stays unchanged [edge.journey]', async (t) => {
  const edge = await startTestEdge(t, { chatapp, journeySecret })
  const answer = await get(edge.url + BACK)
  assert.equal(answer.status, 302)
  assert.equal(answer.headers.get('location'), `/portal/connect/${id}/done`)
  assert.deepEqual(answer.headers.getSetCookie(), ['web=1'])
  assert.equal(answer.headers.get('x-kept'), 'yes')
  assert.equal(edge.chatapp.received[0]!.target, BACK, 'the web chat got the request as it came')
})

test('without a cookie of ours, by another method or at another address nothing is changed [edge.journey]', async (t) => {
  const edge = await startTestEdge(t, { chatapp, journeySecret })
  const other = await startTestEdge(t, { chatapp })
  for (const answer of [
    await get(edge.url + BACK, 'GET', 'token=abc'),
    await get(edge.url + BACK, 'HEAD'),
    await get(edge.url + BACK, 'POST'),
    await get(`${edge.url}/oauth/clients/mcp:other/callback`),
    await get(`${edge.url}/`),
    await get(other.url + BACK),
  ]) {
    assert.equal(answer.status, 303)
    assert.equal(answer.headers.get('location'), 'http://hub.test/')
  }
})

test('a websocket at that address is no way back [edge.journey]', async (t) => {
  const edge = await startTestEdge(t, { chatapp, journeySecret })
  const answer = await rawRequest(
    edge.port,
    `GET ${BACK} HTTP/1.1\r\nHost: hub.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: ${cookieAt('hub.test')}\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  )
  assert.ok(!JSON.stringify(answer).includes('/portal/connect'))
})
