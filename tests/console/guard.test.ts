import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { requestsWith, startTestConsole } from '../support/console.ts'
import { refusal, startCast } from './cast.ts'

const hub = await startCast({ after })
const { admin, dan, olga, pat, blake, penny, visitor } = hub

const READS = [
  '/me',
  '/hubs',
  '/permissions?hub=garden',
  '/access?hub=garden',
  '/access/explain?subject=pat@example.com&hub=garden',
  '/audit',
  '/access-changes',
  '/summary',
  '/overview',
  '/workflows',
  '/runs',
]
const NAMES_GARDEN = READS.filter((path) => path.includes('hub=garden'))
const CHANGE = { subject: 'pat@example.com', hub: 'garden', permission: 'share_public' }
const APPLY = {
  subject: 'pat@example.com',
  hub: 'garden',
  operations: [{ action: 'grant', permission: 'use_hub' }],
}
const CHANGES: [path: string, body: object | undefined][] = [
  ['/access/grant', CHANGE],
  ['/access/revoke', CHANGE],
  ['/access/apply', APPLY],
  ['/hubs/garden/manage', undefined],
  ['/hubs/garden/unmanage', undefined],
]

test('signed out, every route answers 401 and says how to sign in [console.session]', async () => {
  for (const path of [...READS, '/chat-access', '/openapi.json']) {
    const answer = await visitor.get(path)
    assert.deepEqual(refusal(answer), [401, 'unauthenticated'], path)
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer/)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }
  for (const [path, body] of CHANGES)
    assert.deepEqual(refusal(await visitor.post(path, body)), [401, 'unauthenticated'], path)
})

test('a person without managed Hubs gets 403 forbidden everywhere except for their own data [console.level]', async () => {
  for (const path of READS) assert.deepEqual(refusal(await pat.get(path)), [403, 'forbidden'], path)
  for (const [path, body] of CHANGES)
    assert.deepEqual(refusal(await pat.post(path, body)), [403, 'forbidden'], path)
  assert.equal((await pat.get('/chat-access')).status, 200)
  assert.equal((await pat.get('/openapi.json')).status, 200)
})

test('organization administrators and the Hub’s own read everything of the Hub [console.level]', async () => {
  for (const caller of [admin, dan])
    for (const path of READS) assert.equal((await caller.get(path)).status, 200, path)
})

test('a manager of another Hub is refused every request that names this Hub [console.scope]', async () => {
  for (const path of [...NAMES_GARDEN, '/audit?hub=garden', '/access-changes?hub=garden', '/runs?hub=garden'])
    assert.deepEqual(refusal(await olga.get(path)), [403, 'outside_ceiling'], path)
  for (const [path, body] of CHANGES.slice(0, 3))
    assert.deepEqual(refusal(await olga.post(path, body)), [403, 'outside_ceiling'], path)
})

test('a Hub’s administrator does not learn which other Hubs there are [console.scope]', async () => {
  const [known, unknown] = [await olga.get('/access?hub=garden'), await olga.get('/access?hub=nowhere')]
  assert.deepEqual(refusal(known), refusal(unknown))
  assert.deepEqual(refusal(await admin.get('/access?hub=nowhere')), [404, 'not_found'])
  assert.deepEqual(refusal(await olga.get('/access?hub=*')), [403, 'outside_ceiling'])
})

test('only organization administrators move a Hub between the ways of managing access [console.level]', async () => {
  for (const [path] of CHANGES.slice(3))
    assert.deepEqual(refusal(await dan.post(path)), [403, 'forbidden'], path)
})

test('a blocked person is refused everywhere with 403 blocked [console.blocked]', async () => {
  for (const path of [...READS, '/chat-access'])
    assert.deepEqual(refusal(await blake.get(path)), [403, 'blocked'])
  for (const [path, body] of CHANGES)
    assert.deepEqual(refusal(await blake.post(path, body)), [403, 'blocked'])
})

test('an account that waits for approval gets 403 forbidden [console.level]', async () => {
  for (const path of [...READS, '/chat-access'])
    assert.deepEqual(refusal(await penny.get(path)), [403, 'forbidden'], path)
})

test('an API key acts as its owner and needs no Origin [console.key]', async () => {
  const key = await dan.byKey()
  assert.equal((await key.get('/me')).json.email, dan.email)
  const granted = await key.post('/access/apply', APPLY)
  assert.deepEqual([granted.status, granted.json.changed], [200, 0])
  assert.equal((await key.post('/access/apply', APPLY, { origin: 'https://elsewhere.example' })).status, 200)
})

test('a wrong key or none but the cookie’s is no credential [console.key]', async () => {
  const as = (authorization: string) => requestsWith(hub.url, () => ({ authorization })).get('/me')
  for (const value of ['Bearer sk-wrong', `Bearer ${hub.bridgeKey}`, 'Basic YTpi', `Bearer ${admin.token}`])
    assert.deepEqual(refusal(await as(value)), [401, 'unauthenticated'], value)
})

test('any other Authorization value is ignored beside the session [console.ignored-authorization]', async () => {
  for (const value of ['Bearer nonsense', 'Basic YTpi', `Bearer ${hub.bridgeKey}`])
    assert.equal((await admin.get('/me', { authorization: value })).json.email, admin.email, value)
})

test('identity headers of a client are never believed [console.identity-headers]', async () => {
  const claimed = {
    'x-chatapp-user-email': admin.email,
    'x-chatapp-user-role': 'admin',
    'x-svc-user': admin.email,
  }
  assert.deepEqual(refusal(await visitor.get('/me', claimed)), [401, 'unauthenticated'])
  assert.deepEqual(refusal(await pat.get('/me', claimed)), [403, 'forbidden'])
})

test('a session’s change must come from our own pages [console.same-origin]', async () => {
  const cookie = { cookie: `token=${dan.token}` }
  const from = (headers: Record<string, string>) =>
    requestsWith(hub.url, () => ({ ...cookie, ...headers })).post('/access/apply', APPLY)
  const foreign: Record<string, string>[] = [
    {},
    { origin: 'https://elsewhere.example' },
    { origin: 'null' },
    { origin: `${hub.origin}.elsewhere.example` },
    { referer: 'https://elsewhere.example/portal/' },
    { origin: hub.origin, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of foreign)
    assert.deepEqual(refusal(await from(headers)), [403, 'cross_origin'], JSON.stringify(headers))
  assert.equal((await from({ origin: hub.origin })).status, 200)
  assert.equal((await from({ referer: `${hub.origin}/portal/people` })).status, 200)
})

test('the page’s bearer token opens chat-access and nothing else [console.chat-access]', async () => {
  const { get } = requestsWith(hub.url, () => ({ authorization: `Bearer ${pat.token}` }))
  assert.equal((await get('/chat-access')).json.email, pat.email)
  assert.deepEqual(refusal(await get('/openapi.json')), [401, 'unauthenticated'])
})

test('the first web chat administrator becomes organization administrator by calling [console.bootstrap]', async (t) => {
  const fresh = await startTestConsole(t)
  assert.equal((await fresh.admin.get('/me')).json.is_organization_admin, true)
  const { items } = (await fresh.admin.get('/access-changes?action=grant')).json
  assert.deepEqual(items.map(({ actor, hub, permission }: any) => [actor, hub, permission]).toSorted(), [
    ['system:bootstrap', '*', 'manage_access'],
    ['system:bootstrap', 'garden', 'use_hub'],
  ])
  const second = await fresh.addPerson('Second', 'admin')
  assert.deepEqual(refusal(await second.get('/me')), [403, 'forbidden'])
})

test('a person with too many concurrent changes waits, and other people do not [console.rate]', async (t) => {
  const fresh = await startTestConsole(t)
  await fresh.admin.get('/me')
  const change = { ...CHANGE, permission: 'use_hub' }
  const other = await fresh.addPerson('Other')
  await fresh.access.grant(
    { actor: { system: 'cli' } },
    { subject: other.email, hub: '*', permission: 'manage_access' },
  )
  const refused = await untilRefused(() => fresh.admin.post('/access/grant', change))
  assert.deepEqual(refusal(refused), [429, 'rate_limited'])
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
  assert.equal((await other.post('/access/grant', change)).status, 200)
  assert.equal((await fresh.admin.get('/me')).status, 200)
})

/** Concurrent requests, because sequential ones may stay below the limit on a slow computer. */
async function untilRefused(ask: () => ReturnType<typeof admin.get>) {
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(Array.from({ length: 50 }, ask))
    const refused = answers.find(({ status }) => status !== 200)
    if (refused) return refused
  }
  throw new Error('nothing was refused')
}

test('without the web chat no person gets in: 503 unavailable [console.unavailable]', async (t) => {
  const fresh = await startTestConsole(t)
  await fresh.stopChatapp()
  for (const path of ['/me', '/chat-access']) {
    const answer = await fresh.admin.get(path)
    assert.deepEqual(refusal(answer), [503, 'unavailable'])
    assert.ok(answer.headers.get('retry-after'))
  }
  const change = await fresh.admin.post('/access/grant', { ...CHANGE, subject: 'new@example.com' })
  assert.deepEqual(refusal(change), [503, 'unavailable'])
})
