import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestBridge } from '../support/bridge.ts'

test('the health record names folder and agent without a key [bridge.healthz]', async (t) => {
  const bridge = await startTestBridge(t)
  const response = await fetch(`${bridge.url}/healthz`)
  assert.deepEqual(await response.json(), { status: 'ok', hub: 'Garden', agent: 'Gardener' })
})

test('the Hub is the one model, with its name, description and starters [bridge.models]', async (t) => {
  const bridge = await startTestBridge(t)
  const { data } = await bridge.client().models.list()
  const { created, ...model } = data[0] as unknown as Record<string, unknown>
  assert.equal(data.length, 1)
  assert.equal(typeof created, 'number')
  assert.deepEqual(model, {
    id: 'garden',
    object: 'model',
    owned_by: 'hub-service',
    name: 'Gardener',
    description: 'Knows plants',
    suggestions: ['/say Good morning'],
  })
  assert.equal((await bridge.client().models.retrieve('garden')).id, 'garden')
})

test('an unknown model is not found, and neither is any other address', async (t) => {
  const bridge = await startTestBridge(t)
  await assert.rejects(bridge.client().models.retrieve('gpt-5'), { status: 404, code: 'model_not_found' })
  const response = await bridge.fetch('/v1/embeddings', { method: 'POST', body: '{}' })
  assert.equal(response.status, 404)
  assert.match(JSON.stringify(await response.json()), /unknown_url/)
  for (const [method, path, allow] of [
    ['GET', '/v1/chat/completions', 'POST'],
    ['DELETE', '/v1/models', 'GET'],
    ['PUT', '/uploads/a/b.txt', 'POST'],
    ['POST', '/healthz', 'GET'],
    ['PUT', '/v1/models/garden', 'GET'],
    ['DELETE', '/v1/models/other', 'GET'],
    ['POST', '/artifacts/a/b.txt', 'GET, HEAD'],
  ] as const) {
    // An empty body with a JSON content type must not hide the 405.
    const wrong = await bridge.fetch(path, { method, headers: { 'content-type': 'application/json' } })
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, allow], path)
    assert.match(JSON.stringify(await wrong.json()), /"code":"method_not_allowed"/)
  }
  for (const path of ['/artifacts/a', '/v1/models/a/b']) {
    const none = await bridge.fetch(path, { method: 'PATCH' })
    assert.deepEqual([none.status, none.headers.get('allow')], [404, null], path)
  }
})

test('every keyed route refuses a missing, wrong or malformed key before it reads a body [bridge.key-required]', async (t) => {
  const bridge = await startTestBridge(t)
  const routes = [
    ['GET', '/v1/models'],
    ['GET', '/v1/models/garden'],
    ['POST', '/v1/chat/completions'],
    ['POST', '/uploads/c1/a.txt'],
  ] as const
  const wrong = [
    undefined,
    'Bearer wrong',
    `Basic ${bridge.key}`,
    bridge.key,
    'Bearer ',
    `Bearer ${bridge.key}x`,
  ]
  for (const [method, path] of routes)
    for (const authorization of wrong) {
      const headers = new Headers(authorization === undefined ? {} : { authorization })
      const response = await fetch(bridge.url + path, { method, headers })
      assert.equal(response.status, 401, `${method} ${path} ${authorization}`)
      assert.equal(response.headers.get('www-authenticate'), 'Bearer realm="bridge"')
      assert.match(await response.text(), /"code":"invalid_api_key"/)
    }
  assert.deepEqual(await bridge.chatPaths(), [])
})

test('configured keys work beside the generated one, with the scheme in any case [bridge.key-required]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { BRIDGE_API_KEYS: 'first, second' } })
  for (const key of ['first', 'second', bridge.key]) {
    const response = await bridge.fetch('/v1/models', { headers: { authorization: `bearer ${key}` } })
    assert.equal(response.status, 200, key)
  }
  const byDefault = await bridge.fetch('/v1/models', {
    headers: { authorization: 'Bearer svc-local-bridge-key' },
  })
  assert.equal(byDefault.status, 401)
})

test('answers carry the request id they were asked with, or a new one', async (t) => {
  const bridge = await startTestBridge(t)
  const asked = await bridge.fetch('/v1/models', { headers: { 'x-request-id': 'req-1' } })
  assert.equal(asked.headers.get('x-request-id'), 'req-1')
  const odd = await bridge.fetch('/v1/models', { headers: { 'x-request-id': 'a b"c' } })
  assert.match(odd.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/)
})
