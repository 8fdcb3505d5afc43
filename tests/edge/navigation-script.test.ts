import assert from 'node:assert/strict'
import { Script } from 'node:vm'
import test from 'node:test'
import { startTestEdge } from '../support/edge.ts'

test('the edge serves the script that links the web chat to the Console [edge.navigation-script]', async (t) => {
  const edge = await startTestEdge(t)
  const answer = await fetch(`${edge.url}/svc-portal-navigation.js`)
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type')!, /^text\/javascript/)
  assert.equal(answer.headers.get('cache-control'), 'no-cache')
  assert.ok(new Script(await answer.text()))
  assert.equal(edge.chatapp.received.length, 0)
})

test('the script is sent again only when it changed [edge.navigation-script]', async (t) => {
  const edge = await startTestEdge(t)
  const url = `${edge.url}/svc-portal-navigation.js`
  const etag = (await fetch(url)).headers.get('etag')!
  const same = await fetch(url, { headers: { 'If-None-Match': `W/${etag}, "other"` } })
  assert.deepEqual([same.status, same.headers.get('etag')], [304, etag])
  assert.equal((await fetch(url, { headers: { 'If-None-Match': '"other"' } })).status, 200)
  const head = await fetch(url, { method: 'HEAD' })
  assert.ok(Number(head.headers.get('content-length')) > 0)
  assert.equal((await fetch(url, { method: 'POST' })).status, 405)
})
