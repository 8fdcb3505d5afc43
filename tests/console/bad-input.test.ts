import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { refusal, startCast } from './cast.ts'

const hub = await startCast({ after })
const { admin } = hub

const LISTS = ['/access?hub=garden', '/audit?', '/access-changes?', '/runs?', '/workflows?', '/hubs?']

test('a page is 50 items unless asked, and never more than 200 [console.page-size]', async () => {
  const limitOf = async (path: string) => (await admin.get(path)).json.limit
  for (const list of LISTS) {
    assert.equal(await limitOf(list), 50, list)
    assert.equal(await limitOf(`${list}&limit=200`), 200, list)
    for (const limit of ['201', '1000000000'])
      assert.equal(await limitOf(`${list}&limit=${limit}`), 200, list)
    assert.equal(await limitOf(`${list}&limit=&offset=`), 50, list)
  }
})

test('an invalid page size is refused by name [console.page-size]', async () => {
  for (const list of LISTS)
    for (const wrong of [
      'limit=0',
      'limit=-1',
      'limit=1e9',
      'limit=x',
      'limit=1.5',
      'limit=99999999999',
      'limit=1&limit=2',
      'offset=-1',
      'offset=x',
      'offset=1000001',
    ]) {
      const answer = await admin.get(`${list}&${wrong}`)
      assert.deepEqual(refusal(answer), [400, 'invalid'], `${list} ${wrong}`)
      assert.match(answer.json.detail, new RegExp(`^${wrong.split('=')[0]}: `))
    }
})

const NASTY = [
  "' OR 1=1; drop table people; --",
  '%',
  '_%_',
  '\\',
  '"',
  '\0',
  '\u202e',
  '<script>',
  '${1}',
  '😀',
]

test('filters are read literally, with any content [console.bad-input]', async () => {
  for (const value of NASTY)
    for (const [path, filters] of [
      ['/access?hub=garden', ['q']],
      ['/audit?', ['hub', 'user', 'tool', 'surface']],
      ['/access-changes?', ['hub', 'user', 'actor', 'action']],
      ['/runs?', ['hub', 'workflow', 'run_id']],
    ] as const)
      for (const filter of filters) {
        const { status, json } = await admin.get(`${path}&${filter}=${encodeURIComponent(value)}`)
        const what = `${path} ${filter} ${value}`
        if (filter === 'hub') {
          assert.deepEqual([status, json.code], [404, 'not_found'], what)
          continue
        }
        assert.equal(status, 200, what)
        if (value !== '\0' || filter !== 'q') assert.equal(json.items.length, 0, what)
      }
})

test('a filter of 10 KB is refused by name and not repeated [console.bad-input]', async () => {
  for (const [path, filter] of [
    ['/access?hub=garden', 'q'],
    ['/audit?', 'user'],
    ['/access-changes?', 'actor'],
  ] as const) {
    const answer = await admin.get(`${path}&${filter}=${'%_'.repeat(2500)}'${'x'.repeat(5000)}`)
    assert.deepEqual(refusal(answer), [400, 'invalid'])
    assert.match(answer.json.detail, new RegExp(`^${filter}: expected at most 256 characters$`))
  }
})

const WRONG_QUERIES: [path: string, names: RegExp][] = [
  ['/audit?outcome=maybe', /^outcome: /],
  ['/audit?since=yesterday', /^since: expected a time such as/],
  ['/audit?since=2026-02-30T00:00:00Z', /^since: /],
  ['/audit?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', /^since: expected a time before `until`/],
  [
    '/access-changes?since=2026-01-02T00:00:00Z&until=2026-01-02T00:00:00%2B01:00',
    /^since: expected a time before/,
  ],
  ['/runs?status=winning', /^status: /],
  ['/runs?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z', /^since: /],
  ['/summary?period=1y', /^period: /],
  ['/me?brief=perhaps', /^brief: /],
  ['/permissions', /^hub: is missing/],
  ['/permissions?hub=garden&hub=orchard', /^hub: /],
  ['/access/explain?hub=garden', /^subject: is missing/],
  ['/access/explain?subject=x&hub=garden', /^subject: expected an e-mail/],
  ['/access/explain?subject=pat@example.com&hub=garden&permission=DROP', /^permission: /],
  ['/access?hub=garden&format=xml', /^format: /],
  ['/audit?colour=red', /^colour: there is no such field/],
]

test('a wrong query is refused with 400 and names the field [console.bad-input]', async () => {
  for (const [path, names] of WRONG_QUERIES) {
    const answer = await admin.get(path)
    assert.deepEqual(refusal(answer), [400, 'invalid'], path)
    assert.match(answer.json.detail, names, path)
  }
})

const GRANT = { subject: 'pat@example.com', hub: 'garden', permission: 'use_hub' }
const WRONG_BODIES: [body: unknown, names: RegExp][] = [
  [undefined, /a JSON body is missing/],
  ['', /a JSON body is missing/],
  ['{', /^The body is not valid JSON, or /],
  ['[]', /^body: /],
  ['null', /^body: /],
  ['{"__proto__":{"a":1}}', /has a key __proto__/],
  [{}, /^subject: is missing · hub: is missing · permission: is missing$/],
  [{ ...GRANT, subject: 1 }, /^subject: /],
  [{ ...GRANT, subject: '' }, /^subject: /],
  [{ ...GRANT, subject: ['pat@example.com'] }, /^subject: /],
  [{ ...GRANT, subject: 'pat@example.com, dan@example.com' }, /e-mail/],
  [{ ...GRANT, subject: 'p\u0430t@example.com' }, /e-mail/],
  [{ ...GRANT, subject: 'pat@ex ample.com' }, /e-mail/],
  [{ ...GRANT, subject: 'x'.repeat(10_000) }, /^subject: /],
  [{ ...GRANT, hub: null }, /^hub: /],
  [{ ...GRANT, permission: 'Use Hub' }, /^permission: /],
  [{ ...GRANT, expected_revision: '3' }, /^expected_revision: /],
  [{ ...GRANT, expected_revision: -1 }, /^expected_revision: /],
  [{ ...GRANT, expected_revision: 1.5 }, /^expected_revision: /],
  [
    { ...GRANT, reason: 'because', note: 'x' },
    /^reason: there is no such field · note: there is no such field$/,
  ],
]

test('a wrong body is refused with 400, names the field and changes nothing [console.bad-input]', async () => {
  const { json: before } = await admin.get('/access-changes?limit=1')
  for (const path of ['/access/grant', '/access/revoke'])
    for (const [body, names] of WRONG_BODIES) {
      const answer = await admin.post(path, body, { 'content-type': 'application/json' })
      assert.deepEqual(refusal(answer), [400, 'invalid'], `${path} ${JSON.stringify(body)}`)
      assert.match(answer.json.detail, names)
      assert.ok(!answer.text.includes('xxxx'))
    }
  const operations = (items: unknown) => ({ subject: 'pat@example.com', hub: 'garden', operations: items })
  for (const items of [
    undefined,
    [],
    'grant',
    [{ action: 'grant' }],
    [{ action: 'give', permission: 'use_hub' }],
    [{ action: 'grant', permission: 'use_hub', hub: 'orchard' }],
    Array.from({ length: 101 }, () => ({ action: 'grant', permission: 'use_hub' })),
    [
      { action: 'grant', permission: 'share_public' },
      { action: 'revoke', permission: 'share_public' },
    ],
  ])
    assert.deepEqual(refusal(await admin.post('/access/apply', operations(items))), [400, 'invalid'])
  assert.deepEqual((await admin.get('/access-changes?limit=1')).json, before)
})

test('a body that is no JSON, or too large, is refused [console.bad-input]', async () => {
  const asText = await admin.post('/access/grant', JSON.stringify(GRANT), { 'content-type': 'text/plain' })
  assert.deepEqual(refusal(asText), [415, 'media_type'])
  assert.match(asText.json.detail, /application\/json/)
  const form = await admin.post('/access/grant', 'subject=x', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  assert.deepEqual(refusal(form), [415, 'media_type'])
  const large = await admin.post('/access/grant', { ...GRANT, subject: 'x'.repeat(300_000) })
  assert.deepEqual(refusal(large), [413, 'too_large'])
})

test('a route that takes no body refuses one with fields [console.bad-input]', async () => {
  assert.deepEqual(refusal(await admin.post('/hubs/garden/manage', { members: [] })), [400, 'invalid'])
  assert.equal((await admin.post('/hubs/garden/manage', {})).status, 200)
})

test('an unknown address of the API is a JSON 404, for any method [console.errors]', async () => {
  for (const answer of [
    await admin.get('/nothing'),
    await admin.get(''),
    await admin.get('/'),
    await admin.post('/nothing', {}),
    await hub.visitor.get('/nothing'),
  ])
    assert.deepEqual(refusal(answer), [404, 'not_found'])
})

test('a known address that lacks the method answers 405 with the methods that it has [console.errors]', async () => {
  for (const [answer, allow] of [
    [await admin.post('/me', {}), 'DELETE, GET'],
    [await admin.delete('/access'), 'GET'],
    [await hub.visitor.post('/people', {}), 'GET'],
  ] as const) {
    assert.deepEqual(refusal(answer), [405, 'method_not_allowed'])
    assert.equal(answer.headers.get('allow'), allow)
  }
})

test('an address that is no address is a JSON 400 [console.errors]', async () => {
  const { hostname, port } = new URL(hub.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.end('GET /portal/api/hubs/%zz/manage HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const answer = await text(socket)
  assert.match(answer, /^HTTP\/1\.1 400 /)
  assert.equal(JSON.parse(answer.slice(answer.indexOf('{'), answer.lastIndexOf('}') + 1)).code, 'invalid')
})
