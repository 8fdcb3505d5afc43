import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { startBridge } from '#processes/bridge.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { bearer, callOf, messageIn, post, request, startTestMcp, type TestMcp } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'
import { callThatRuns, endedWithinFiveSeconds, notesOf } from './running-call.ts'
import { servicesOf } from '../support/own-services.ts'
import { until } from '../support/until.ts'

const LIST = request('tools/list')

/** Shared by tests that advance no clock and change no configuration. */
const shared = await startTestMcp(
  { after },
  { files: GARDEN, environment: { BRIDGE_API_KEYS: 'sk-of-the-bridge' } },
)

let people = 0
const member = () => shared.member(`Bea ${++people}`)

const refusalOf = async (answer: Response) => ({
  status: answer.status,
  challenge: answer.headers.get('www-authenticate'),
  message: ((await answer.json()) as { error: { message: string } }).error.message,
})

const WRONG = 'Bearer realm="mcp", error="invalid_token"'

suite('who may come in', () => {
  test('without a key, or with an invalid key, the response is 401 without metadata [mcp.key]', async () => {
    const hub = shared
    const unsigned = await refusalOf(await post(hub.mcpUrl, LIST))
    assert.deepEqual([unsigned.status, unsigned.challenge], [401, 'Bearer realm="mcp"'])
    const { token } = (await member()).person
    for (const authorization of ['Bearer sk-wrong', `Bearer ${token}`, 'Bearer nonsense']) {
      const refusal = await refusalOf(await post(hub.mcpUrl, LIST, { authorization }))
      assert.deepEqual([refusal.status, refusal.challenge], [401, WRONG], authorization)
    }
    const byCookie = await post(hub.mcpUrl, LIST, { cookie: `token=${token}` })
    assert.equal(byCookie.status, 401)
  })

  test('bridge keys are refused, also one that looks like a personal key [mcp.bridge-key]', async () => {
    const hub = shared
    for (const key of [hub.bridgeKey, 'sk-of-the-bridge', 'svc-local-bridge-key']) {
      const refusal = await refusalOf(await post(hub.mcpUrl, LIST, bearer(key)))
      assert.deepEqual([refusal.status, refusal.challenge], [401, WRONG])
      if (key !== 'svc-local-bridge-key') assert.match(refusal.message, /Bridge keys/)
    }
  })

  test('a Access: Console Hub asks for use_hub [mcp.gate-console]', async () => {
    const hub = shared
    const stranger = await hub.addPerson(`Cleo ${++people}`)
    const refusal = await refusalOf(await post(hub.mcpUrl, LIST, bearer(await hub.keyOf(stranger))))
    assert.deepEqual([refusal.status, refusal.challenge], [401, WRONG])
    const { key } = await member()
    assert.equal((await post(hub.mcpUrl, LIST, bearer(key))).status, 200)
  })

  test('X-API-Key opens all doors that a bearer key opens, and counts after Authorization [mcp.key]', async () => {
    const hub = shared
    const { key } = await member()
    const byHeader = { 'x-api-key': key }
    assert.equal((await post(hub.mcpUrl, LIST, byHeader)).status, 200)
    assert.equal((await post(hub.mcpUrl, LIST, { ...byHeader, ...bearer('sk-wrong') })).status, 401)
    assert.equal((await post(hub.mcpUrl, LIST, { 'x-api-key': 'sk-wrong', ...bearer(key) })).status, 200)
    const statusOf = async (url: string, headers: Record<string, string>) =>
      (await fetch(url, { headers })).status
    assert.equal(await statusOf(`${hub.url}/portal/api/chat-access`, byHeader), 200)
    assert.equal(await statusOf(`${hub.url}/portal/api/me`, byHeader), 403)
    assert.equal(await statusOf(`${hub.chatappUrl}/api/v1/auths/`, byHeader), 200)
    assert.equal(await statusOf(`${hub.url}/v1/models`, { 'x-api-key': hub.bridgeKey }), 200)
    assert.equal(await statusOf(`${hub.url}/v1/models`, { 'x-api-key': 'wrong' }), 401)
  })

  test('an account that waits for approval is refused [mcp.key]', async () => {
    const hub = shared
    const { person, key } = await member()
    await setRole(hub, person.id, 'pending')
    assert.equal((await post(hub.mcpUrl, LIST, bearer(key))).status, 401)
  })

  test('a grant withdrawn between list and call refuses the call [mcp.gate-console]', async () => {
    const hub = shared
    const { person, key } = await member()
    assert.equal((await post(hub.mcpUrl, LIST, bearer(key))).status, 200)
    await hub.revoke(person, 'use_hub')
    assert.equal((await post(hub.mcpUrl, callOf('echo', { text: 'hi' }), bearer(key))).status, 401)
  })

  test('a blocked person is refused with the next call [mcp.gate-console]', async () => {
    const hub = shared
    const { person, key } = await member()
    assert.equal((await post(hub.mcpUrl, callOf('echo', { text: 'hi' }), bearer(key))).status, 200)
    await hub.access.block({ actor: { system: 'cli' } }, person.email)
    assert.equal((await post(hub.mcpUrl, callOf('echo', { text: 'hi' }), bearer(key))).status, 401)
  })

  test('a revoked key is good for five seconds at most [mcp.revoked]', async (t) => {
    const clock = manualClock(Date.now())
    const hub = await startTestMcp(t, { clock })
    const { person, key } = await hub.member('Bea')
    assert.equal((await post(hub.mcpUrl, LIST, bearer(key))).status, 200)
    await hub.revokeKey(person)
    clock.advance(5000)
    assert.equal((await post(hub.mcpUrl, LIST, bearer(key))).status, 401)
  })

  test('losing access ends a call that runs, and leaves a receipt [mcp.revoked] [bridge.access-receipt]', async (t) => {
    const clock = manualClock(Date.now())
    const hub = await startTestMcp(t, { clock, files: GARDEN })
    const { person, key } = await hub.member('Bea')
    const { answer } = await callThatRuns(hub, hub.mcpUrl, key)
    await hub.access.block({ actor: { system: 'cli' } }, person.email)
    assert.equal((await endedWithinFiveSeconds(clock, answer)).status, 401)
    const receipts = () =>
      createAccessChanges(hub.store).list({ action: 'access.stopped' }, { limit: 10, offset: 0 })
    await until(async () => (await receipts()).total > 0)
    const [receipt, ...others] = (await receipts()).items
    assert.deepEqual([others, receipt!.subject, receipt!.reason], [[], person.email, 'blocked'])
    const stopped = receipt!.after as Record<string, unknown>
    assert.deepEqual(
      [stopped['kind'], typeof stopped['key'], typeof stopped['change']],
      ['mcp_call', 'string', 'number'],
    )
  })

  test('a key that is revoked right after a check ends its calls and streams within five seconds [mcp.revoked]', async (t) => {
    const clock = manualClock(Date.now())
    const hub = await startTestMcp(t, { clock, files: GARDEN })
    const { person, key } = await hub.member('Bea')
    const answer = post(hub.mcpUrl, callOf('wait'), bearer(key))
    await nextCheck(clock)
    const { params, ...message } = callOf('wait')
    const asking = { ...message, params: { ...params, _meta: { progressToken: 'p' } } }
    const stream = await post(hub.mcpUrl, asking, bearer(key))
    await nextCheck(clock)
    const reader = stream.body!.getReader()
    assert.match(new TextDecoder().decode((await reader.read()).value), /progress/)
    clock.advance(1000)
    for (let calls = 0; calls < 2; calls++) await nextCheck(clock)
    await hub.revokeKey(person)
    const revokedAt = clock.now()
    clock.advance(1000)
    assert.equal((await answer).status, 401)
    while (!(await reader.read()).done);
    assert.ok(clock.now() - revokedAt <= 5000)
    assert.deepEqual((await notesOf(hub)).toSorted(), ['stopped', 'stopped', 'waiting', 'waiting'])
  })

  test('one person’s programs get so much a minute, and each other person as much [mcp.limits]', async (t) => {
    const clock = manualClock(Date.now())
    const environment = { SVC_MCP_REQUESTS_PER_MINUTE: '3' }
    const hub = await startTestMcp(t, { clock, environment })
    const [bea, cleo] = [await hub.member('Bea'), await hub.member('Cleo')]
    for (let n = 0; n < 3; n++) assert.equal((await post(hub.mcpUrl, LIST, bearer(bea.key))).status, 200)
    const refused = await post(hub.mcpUrl, LIST, bearer(bea.key))
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '20'])
    assert.match((await messageIn(refused)).error.message, /Try again in 20 s/)
    assert.equal((await post(hub.mcpUrl, LIST, bearer(cleo.key))).status, 200)
    clock.advance(20_000)
    assert.equal((await post(hub.mcpUrl, LIST, bearer(bea.key))).status, 200)
  })

  test('an address that guesses keys must wait, and a caller with an earlier valid key continues [mcp.attempts]', async (t) => {
    const clock = manualClock(Date.now())
    const hub = await startTestMcp(t, { clock })
    const { key } = await hub.member('Bea')
    const from = (address: string, headers = {}) =>
      post(hub.mcpUrl, LIST, { 'x-forwarded-for': address, ...headers })
    assert.equal((await from('203.0.113.7', bearer(key))).status, 200)
    const statuses = new Set<number>()
    for (let n = 1; n < 120; n++) statuses.add((await from('203.0.113.7', bearer(`sk-guess-${n}`))).status)
    assert.deepEqual([...statuses], [401])
    const refused = await from('203.0.113.7', bearer('sk-guess-120'))
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
    assert.equal((await from('203.0.113.7')).status, 429)
    assert.equal((await from('203.0.113.7', bearer('sk-guess-1'))).status, 401)
    assert.equal((await from('203.0.113.7', bearer(key))).status, 200)
    assert.equal((await from('198.51.100.2')).status, 401)
  })

  test('a key for one Hub opens it and no other [mcp.key-scope]', async (t) => {
    const hub = await startTestMcp(t, { hubs: ['Garden', 'Orchard'] })
    const { person } = await hub.member('Bea')
    const answer = await fetch(`${hub.chatappUrl}/api/v1/auths/api_keys`, {
      method: 'POST',
      headers: { ...bearer(person.token), 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'elsewhere', hubs: ['orchard'] }),
    })
    const { api_key: key } = (await answer.json()) as { api_key: string }
    const refusal = await refusalOf(await post(hub.mcpUrl, LIST, bearer(key)))
    assert.deepEqual([refusal.status, refusal.message], [401, 'This key is limited to other Hubs.'])
    const there = await hub.access.grant(
      { actor: { system: 'cli' } },
      { subject: person.email, hub: 'orchard', permission: 'use_hub' },
    )
    assert.ok(there.ok)
    assert.equal((await post(`${hub.bridges[1]}/mcp`, LIST, bearer(key))).status, 200)
  })

  test('a group-based Hub asks for the group, when one is named [mcp.gate-groups]', async (t) => {
    const environment = { SVC_ACCESS: 'groups', MCP_ACCESS_GROUP: 'Diggers' }
    const clock = manualClock(Date.now())
    const hub = await startTestMcp(t, { environment, clock })
    const [bea, cleo] = [await hub.addPerson('Bea'), await hub.addPerson('Cleo')]
    const keys = [await hub.keyOf(bea), await hub.keyOf(cleo)]
    const statuses = () =>
      Promise.all(keys.map(async (key) => (await post(hub.mcpUrl, LIST, bearer(key))).status))
    assert.deepEqual(await statuses(), [401, 401])
    const { id } = await asAdmin(hub, '/api/v1/groups/create', { name: 'Diggers', description: '' })
    await asAdmin(hub, `/api/v1/groups/id/${id}/users/add`, { user_ids: [bea.id] })
    clock.advance(5000)
    assert.deepEqual(await statuses(), [200, 401])
    await hub.access.block({ actor: { system: 'cli' } }, bea.email)
    assert.deepEqual(await statuses(), [401, 401])
  })

  test('a group-based Hub without a named group admits all people [mcp.gate-groups]', async (t) => {
    const hub = await startTestMcp(t, { environment: { SVC_ACCESS: 'groups' } })
    const key = await hub.keyOf(await hub.addPerson('Bea'))
    assert.equal((await post(hub.mcpUrl, LIST, bearer(key))).status, 200)
  })

  test('a web chat that does not answer leads to 503, not to 401 [mcp.unchecked]', async (t) => {
    const hub = await startTestMcp(t)
    const { key } = await hub.member('Bea')
    await hub.stopChatapp()
    const answer = await post(hub.mcpUrl, LIST, bearer(key))
    assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [503, null])
    assert.equal(answer.headers.get('retry-after'), '1')
  })
})

suite('where requests come from', () => {
  test('pages of other sites are refused [mcp.origin]', async (t) => {
    const hub = await startTestMcp(t, { environment: { SVC_PUBLIC_URL: 'https://hub.example.com' } })
    const { key } = await hub.member('Bea')
    const status = async (headers: Record<string, string>) =>
      (await post(hub.mcpUrl, LIST, { ...bearer(key), ...headers })).status
    assert.equal(await status({ origin: 'https://evil.example.com' }), 403)
    assert.equal(await status({ origin: 'null' }), 403)
    assert.equal(await status({ origin: 'http://hub.example.com' }), 403)
    assert.equal(await status({ origin: 'https://hub.example.com' }), 200)
    assert.equal(await status({ origin: 'http://localhost:6274' }), 200)
  })

  test('GET and DELETE answer 405 [mcp.methods]', async () => {
    const hub = shared
    const { key } = await member()
    for (const method of ['GET', 'DELETE', 'PUT', 'OPTIONS']) {
      const answer = await fetch(hub.mcpUrl, { method, headers: bearer(key) })
      assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method)
    }
  })

  test('without MCP_SERVER=true there is nothing at /mcp [mcp.off]', async () => {
    const hub = shared
    const { key } = await member()
    const environment = {
      BRIDGE_PORT: '0',
      PORT: '3080',
      MCP_SERVER: 'false',
      SVC_DATA_DIR: `${hub.folder}/data`,
      ...(await servicesOf(`${hub.folder}/data`)),
    }
    await using off = await startBridge({ environment, hubFolder: `${hub.folder}/Garden` }, systemClock)
    assert.equal((await post(`${off.url}/mcp`, LIST, bearer(key))).status, 404)
  })

  test('answers are for one caller: two through one cache see their own [mcp.private]', async () => {
    const hub = shared
    const [bea, cleo] = [await member(), await member()]
    for (const { key, person } of [bea, cleo]) {
      const answer = await post(hub.mcpUrl, callOf('who'), bearer(key))
      assert.match(answer.headers.get('cache-control')!, /no-store|no-cache/)
      assert.equal(answer.headers.get('vary'), 'authorization')
      assert.match((await messageIn(answer)).result.content[0].text, new RegExp(person.email))
    }
  })
})

const nextCheck = async (clock: ManualClock): Promise<void> => {
  while ((await clock.nextSleep()) !== 1000);
}

const asAdmin = async (hub: TestMcp, path: string, body: object): Promise<any> => {
  const answer = await fetch(hub.chatappUrl + path, {
    method: 'POST',
    headers: { ...bearer(hub.admin.token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

const setRole = (hub: TestMcp, id: string, role: string) =>
  asAdmin(hub, `/api/v1/users/${id}/update`, { role })
