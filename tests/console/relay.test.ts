import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ZodType } from 'zod'
import { HubStates, type HubState } from '#core/serving/schema.ts'
import { createHubServers } from '#core/serving/servers.ts'
import type { ConsoleRoute } from '#ground/api/contract.ts'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { CONTRACTS } from '#processes/contracts.ts'
import { openSecrets, relaySecretOf } from '#processes/secrets.ts'
import { PASS_HEADER } from '#surfaces/console/relay/headers.ts'
import { signRelayToken } from '#cluster/relay/relay-token.ts'
import type { RelayedCaller, RelayedRequest } from '#surfaces/console/relay/bridges.ts'
import { requestsWith, startTestConsole, type ConsoleCaller } from '../support/console.ts'
import { readEvents } from '../support/event-source.ts'
import { memoryOf } from '../support/memory.ts'

const hub = await startTestConsole(
  { after },
  {
    hubs: ['Garden', 'Orchard', 'Pond'],
    everywhere: { 'tasks/water.md': '---\nrun: water.sh\n---\n', 'tasks/water.sh': 'true\n' },
    environment: { WEBHOOK_INBOUND_SECRET: 'sesame' },
  },
)
const { admin, store } = hub
const SLUGS = ['garden', 'orchard', 'pond']
const servers = createHubServers({ store, clock: systemClock })
const secret = relaySecretOf(await openSecrets({ dataFolder: join(hub.folder, 'data'), secretsFile: null }))

const byEach = ({ token }: ConsoleCaller) =>
  hub.bridges.map((url) =>
    requestsWith(url, (method) => ({
      cookie: `token=${token}`,
      ...(method === 'GET' ? {} : { origin: hub.origin }),
    })),
  )
await admin.get('/me')
const dan = await hub.addPerson('Dan')
await admin.post('/access/grant', { subject: dan.email, hub: 'garden', permission: 'manage_access' })
for (const [n, slug] of ['Garden', 'Orchard', 'Pond'].entries()) {
  const memory = memoryOf(join(hub.folder, slug), store, { now: () => 1000 + n })
  for (const text of [`${slug} one`, `${slug} two`]) await memory.save(admin.email, text)
}

test('each bridge answers for every Hub, and all of them alike [console.relay]', async () => {
  const asked = [
    '/workflows',
    '/workflows?limit=2&offset=1',
    '/inbox',
    '/channels',
    '/memory',
    '/memory?limit=2&offset=3',
    ...SLUGS.flatMap((slug) =>
      ['workflows', 'inbox', 'inbox/events', 'channels', 'messages', 'strangers', 'memory'].map(
        (path) => `/${path}?hub=${slug}`,
      ),
    ),
  ]
  for (const path of asked) {
    const answers = await Promise.all(byEach(admin).map(({ get }) => get(path)))
    for (const { status, text } of answers) assert.equal(status, 200, `${path}: ${text}`)
    const [first, ...others] = answers.map(({ text }) => untilNow(path, text))
    for (const other of others) assert.equal(other, first, path)
    if (!path.includes('hub=')) assert.deepEqual(answers[0]!.json.unreachable, [], path)
  }
  const { json } = await admin.get('/workflows')
  assert.deepEqual([json.total, json.items.map((one: { hub: string }) => one.hub)], [3, SLUGS])
})

const untilNow = (path: string, text: string) =>
  /^\/(?:summary|channels|people)\b/.test(path) ? text.replace(/T\d\d:\d\d:\d\d\.\d{3}Z/g, '') : text

const VALUES: Readonly<Record<string, string>> = {
  hub: 'garden',
  subject: 'dan@example.com',
  permission: 'use_hub',
  query: 'dan',
  run: 'none',
}

test('every bridge returns the same data from the store, for every caller [console.relay]', async () => {
  const stored = Object.values(CONTRACTS)
    .flatMap((group) => Object.values<ConsoleRoute>(group))
    .filter(({ method, isLive, isStream, params }) => method === 'get' && !isLive && !isStream && !params)
  const answered: string[] = []
  for (const person of [admin, dan])
    for (const { path, query } of stored) {
      const shape = (query as { shape?: Record<string, ZodType> } | undefined)?.shape ?? {}
      const needed = Object.keys(shape).filter((name) => !shape[name]!.safeParse(undefined).success)
      const asked = new URLSearchParams(needed.map((name) => [name, VALUES[name] ?? name]))
      const answers = await Promise.all(byEach(person).map(({ get }) => get(`${path}?${asked.toString()}`)))
      const [first, ...others] = answers.map(({ status, text }) => [status, untilNow(path, text)])
      for (const other of others) assert.deepEqual(other, first, `${path}?${asked.toString()}`)
      if (first![0] === 200) answered.push(path)
    }
  assert.ok(answered.length > 30, answered.join('\n'))
})

test('a run is started and seen, and notes are erased, by any bridge [console.relay]', async () => {
  for (const [index, slug] of SLUGS.entries()) {
    const { post, get, delete: erase } = byEach(admin)[(index + 1) % 3]!
    const started = await post('/workflows/run', { hub: slug, workflow: 'md:water' })
    assert.equal(started.status, 200, started.text)
    assert.equal((await get(`/runs/${slug}/${started.json.run_id}`)).status, 200)
    const { json } = await get(`/memory?hub=${slug}`)
    const note = json.items[0].id
    assert.deepEqual((await erase('/memory', { hub: slug, id: note })).json, { erased: 1 })
    assert.equal((await erase('/memory', { hub: slug, id: note })).json.code, 'not_found')
  }
})

test('every bridge refuses the same data of a Hub, relayed or not [console.relay-access]', async () => {
  for (const { get, post } of byEach(dan)) {
    assert.equal((await get('/inbox?hub=garden')).status, 200)
    for (const path of ['/inbox?hub=orchard', '/messages?hub=pond', '/roster?hub=orchard'])
      assert.equal((await get(path)).json.code, 'outside_ceiling', path)
    const run = await post('/workflows/run', { hub: 'pond', workflow: 'md:water' })
    assert.equal(run.json.code, 'outside_ceiling')
    assert.deepEqual(
      (await get('/workflows')).json.items.map((one: { hub: string }) => one.hub),
      ['garden'],
    )
  }
})

test('a live view of another Hub’s inbox is handed on, and ends with its reader [console.relay-live]', async () => {
  const live = await readEvents(`${hub.bridges[1]}/portal/api/inbox/live?hub=garden`, admin.token)
  const { event, data } = await live.next()
  assert.deepEqual([event, data.endpoints[0].name], ['inbox', 'webhook'])
  await live[Symbol.asyncDispose]()
})

async function relayed(
  changed: Partial<{
    request: Partial<RelayedRequest>
    asker: Partial<RelayedCaller>
    hub: string
    instance: string
    at: number
    secret: string
    nonce: string
    sent: RelayedRequest
    headers: Record<string, string>
  }> = {},
) {
  const sent = changed.sent ?? { method: 'GET', target: '/portal/api/inbox?hub=garden', body: undefined }
  const server = await servers.find('garden')
  const pass = signRelayToken(
    changed.secret ?? secret,
    { ...sent, ...changed.request },
    {
      audience: { hub: changed.hub ?? 'garden', instance: changed.instance ?? server!.instance },
      asker: {
        email: admin.email,
        name: 'Ann',
        userId: admin.id,
        via: 'session',
        keyHubs: null,
        ...changed.asker,
      },
      at: changed.at ?? Date.now(),
      nonce: changed.nonce ?? newId(),
    },
  )
  const answer = await fetch(hub.url + sent.target, {
    method: sent.method,
    headers: {
      [PASS_HEADER]: pass,
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...changed.headers,
    },
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
  })
  return { status: answer.status, json: (await answer.json()) as { code?: string } }
}
const RUN = {
  method: 'POST',
  target: '/portal/api/workflows/run',
  body: { hub: 'garden', workflow: 'md:water' },
}
const OTHER_BODY = { hub: 'garden', workflow: 'md:weed' }

test('a pass counts once, for one request, one moment and one start of one bridge [console.relay-pass]', async () => {
  assert.equal((await relayed()).status, 200)
  assert.equal((await relayed({ sent: RUN })).status, 200)
  const refused: Parameters<typeof relayed>[0][] = [
    { secret: 'guessed' },
    { request: { target: '/portal/api/inbox?hub=orchard' } },
    { request: { method: 'POST' } },
    { hub: 'orchard', instance: (await servers.find('orchard'))!.instance },
    { instance: newId() },
    { at: Date.now() - 31_000 },
    { at: Date.now() + 60_000 },
    { sent: RUN, request: { body: OTHER_BODY } },
    { sent: RUN, request: { body: undefined } },
    // An invalid relay token must not fall back to the session cookie.
    { secret: 'guessed', headers: { cookie: `token=${admin.token}` } },
    // Routes without a Hub refuse relay tokens.
    { sent: { method: 'GET', target: '/portal/api/people', body: undefined } },
  ]
  for (const change of refused) {
    const { status, json } = await relayed(change)
    assert.deepEqual([status, json.code], [401, 'unauthenticated'], JSON.stringify(change))
  }
  const nonce = newId()
  assert.equal((await relayed({ nonce, sent: RUN })).status, 200)
  assert.equal((await relayed({ nonce, sent: RUN })).status, 401)
})

test('a relayed identity has its own rights, for any view of the other bridge [console.relay-access]', async () => {
  const pat = await hub.addPerson('Pat')
  const codeFor = async (asker: Partial<RelayedCaller>) => (await relayed({ asker })).json.code
  assert.equal(await codeFor({ email: pat.email }), 'forbidden')
  assert.equal(await codeFor({ keyHubs: ['orchard'] }), 'outside_ceiling')
  await hub.access.block({ actor: { system: 'cli' } }, pat.email)
  assert.equal(await codeFor({ email: pat.email }), 'blocked')
})

test('a bridge that answers in another’s place is not believed [console.relay-pass]', async () => {
  const pretender = { ...(await servers.find('garden'))!, instance: newId() }
  await servers.recordHeartbeat(pretender)
  const [, orchard] = byEach(admin)
  const answer = await orchard!.get('/inbox?hub=garden')
  await servers.leave(pretender)
  assert.deepEqual([answer.status, answer.json], [503, { code: 'unavailable', detail: UNREACHED('Garden') }])
  assert.equal((await orchard!.get('/inbox?hub=garden')).status, 200)
})

const UNREACHED = (name: string) => `${name} agent can’t be reached. Try again soon.`

const STORED: ReadonlySet<string> = new Set(
  `readPermissions listHubPermissions listAccess listAccessRequests explainAccess grantPermission revokePermission applyAccess
  manageHub unmanageHub listAudit listAccessChanges readSummary listBudgets changeBudget
  listRatings listAttention listHubStates listHubVersions listModelUse listTraces listMcpConnections listRuns readRun watchRun listArtifacts listPublished`.split(
    /\s+/,
  ),
)

test('every route that names a Hub says whether that Hub or the store answers [console.relay]', () => {
  for (const [name, route] of Object.values(CONTRACTS).flatMap((group) =>
    Object.entries<ConsoleRoute>(group),
  )) {
    const parts = [route.params, route.query, route.body].map(
      (part) => part as { shape?: object } | undefined,
    )
    const naming = parts.filter((part) => 'hub' in (part?.shape ?? {})).length
    assert.equal(naming, route.isLive || STORED.has(name) ? 1 : 0, name)
    assert.ok(!(route.isLive && STORED.has(name)), name)
    if (route.joinOrder) assert.ok(route.isLive && route.method === 'get', name)
  }
})

test('any bridge returns the state of all Hubs: start of service, problems, last run and cost [console.hub-states]', async () => {
  const [first, ...others] = await Promise.all(
    byEach(admin).map(async ({ get }) => (await get('/hub-states')).json),
  )
  for (const other of others) assert.deepEqual(other, first)
  const { items, total } = HubStates.parse(first)
  assert.deepEqual([total, items.map((one) => one.hub)], [3, SLUGS])
  for (const { serving, last_run, cost_usd, problems } of items) {
    assert.ok(Date.parse(serving!.since) <= Date.now())
    assert.deepEqual([last_run!.workflow, cost_usd, problems], ['md:water', 0, 0])
  }
  assert.deepEqual((await byEach(dan)[1]!.get('/hub-states')).json.items.length, 1)
})

test('for a Hub without a bridge, lists say so and other requests respond 503 with its name [console.relay-away]', async () => {
  const live = await readEvents(`${hub.bridges[0]}/portal/api/inbox/live?hub=pond`, admin.token)
  await live.next()
  await Promise.all([hub.stopBridge(2), live.ended])
  const [garden, orchard] = byEach(admin)
  for (const bridge of [garden!, orchard!]) {
    for (const path of ['/workflows', '/inbox', '/channels', '/memory']) {
      const { status, json } = await bridge.get(path)
      assert.deepEqual([status, json.unreachable], [200, [{ slug: 'pond', name: 'Pond agent' }]], path)
      assert.ok(json.items.length > 0 && json.items.every((one: { hub: string }) => one.hub !== 'pond'), path)
    }
    const refused = await bridge.get('/inbox/events?hub=pond')
    assert.deepEqual(
      [refused.status, refused.json],
      [503, { code: 'unavailable', detail: UNREACHED('Pond') }],
    )
    assert.equal((await bridge.get('/inbox/events?hub=none')).json.code, 'not_found')
  }
  const states = (await orchard!.get('/hub-states')).json.items.map((one: HubState) => one.serving !== null)
  assert.deepEqual(states, [true, true, false])
  await servers.recordHeartbeat({
    hub: 'pond',
    instance: newId(),
    address: hub.bridges[2]!,
    version: '1',
    startedAt: 0,
    instanceId: null,
  })
  assert.equal((await orchard!.get('/inbox/events?hub=pond')).status, 503)
  assert.deepEqual((await orchard!.get('/workflows')).json.unreachable, [
    { slug: 'pond', name: 'Pond agent' },
  ])
})
