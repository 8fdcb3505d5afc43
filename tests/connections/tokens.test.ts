import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { ConsoleCaller } from '../support/console.ts'
import { startOauthMcpServer } from '../support/oauth-mcp-server.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { addUser, connect, startConnections } from './world.ts'

const lastOf = <T>(items: readonly T[]): T => items.at(-1)!

test('twenty calls with an expired token refresh it once and ask no person to sign in [connections.one-refresh]', async (t) => {
  const world = await startConnections(t, { provider: { accessTokenSeconds: 2 } })
  const pat = await addUser(world, 'Pat')
  await connect(world, pat)
  const { expires_at: end } = (await world.storedConnections(pat))[0]!
  while (Date.now() / 1000 < end + 1) await new Promise((resolve) => setTimeout(resolve, 100))
  const before = world.provider.tokenRequests('refresh_token').length
  const output = await Promise.all(
    Array.from({ length: 20 }, (_, n) => world.ask(pat, `/tool read_beds {}\n/say ${n}`)),
  )
  for (const { tools } of output) assert.equal(lastOf(tools).state, 'done', lastOf(tools).error)
  assert.equal(world.provider.tokenRequests('refresh_token').length - before, 1)
})

test('a token is for its owner alone, and is found in no log, event, answer or table of ours [connections.secret]', async (t) => {
  const lines: string[] = []
  const world = await startConnections(t, { onLog: (line) => lines.push(line) })
  const pat = await addUser(world, 'Pat')
  const kim = await addUser(world, 'Kim')
  await connect(world, pat)
  const token = (await world.storedConnections(pat))[0]!.token.access_token
  const output = await world.ask(pat, '/tool read_beds {}')
  assert.match(output.text, /beds of \\?\[hidden\]/)
  assert.match(output.text, new RegExp(`"length":${token.length}`))
  assert.ok(lines.some((line) => line.includes('with [hidden]')))
  const others = await world.ask(kim, '/tool read_beds {}')
  assert.equal(lastOf(others.tools).state, 'failed')
  const nobody = await world.ask({ email: '' }, '/tool read_beds {}')
  assert.equal(lastOf(nobody.tools)?.state ?? 'refused', 'refused')
  const listed = JSON.stringify([
    (await pat.get('/connections')).json,
    (await world.admin.get('/audit')).json,
    (await world.admin.get('/access-changes')).json,
  ])
  for (const text of [output.raw, others.raw, listed, ...lines]) assert.ok(!text.includes(token))
  const rows = JSON.stringify([
    await world.store.db.selectFrom('connection_journeys').selectAll().execute(),
    await world.store.db.selectFrom('connection_uses').selectAll().execute(),
    await world.store.db.selectFrom('trace_spans').selectAll().execute(),
  ])
  assert.ok(!rows.includes(token))
  for (const file of await readdir(join(world.folder, 'data'), { recursive: true, withFileTypes: true }))
    if (file.isFile())
      assert.ok(!(await readFile(join(file.parentPath, file.name), 'latin1')).includes(token), file.name)
})

test('a refusal names the missing connection, and a tool that wraps the refusal still offers to connect [connections.lacks]', async (t) => {
  const world = await startConnections(t)
  const pat = await addUser(world, 'Pat')
  const wrapped = lastOf((await world.ask(pat, '/tool weed {}')).tools)
  assert.match(wrapped.error!, /No weeding today/)
  assert.equal(wrapped.connect!.provider, 'plants')
  await connect(world, pat)
  const lacking = lastOf((await world.ask(pat, '/tool plough {}')).tools)
  assert.match(lacking.error!, /lacks a permission: files\.write/)
  await connect(world, pat, { journey: lacking.connect!.journey })
  assert.match((await world.ask(pat, '/tool plough {}')).text, /Ploughed/)
  await world.disconnect(pat)
  const later = await world.ask(pat, '/tool connect_account {}')
  assert.match(later.text, /"provider":"plants"/)
  assert.match(later.text, /not connected/)
})

test('only people with an administrator’s permission may connect, and a disabled provider is open to no one [connections.allowed]', async (t) => {
  const world = await startConnections(t, { ids: ['secret'] })
  const pat = await addUser(world, 'Pat')
  await world.addProvider('secret', { name: 'Secret', config: { access_grants: [] } })
  const list = (await world.ask(pat, '/tool connect_account {}')).text
  assert.match(list, /plants/)
  assert.ok(!list.includes('secret'))
  const refused = lastOf((await world.ask(pat, '/tool connect_account {"provider":"secret"}')).tools)
  assert.equal(refused.state, 'failed')
  assert.match(refused.error!, /no provider “secret”/)
  assert.equal((await pat.post('/connection-journeys', { provider: 'secret' })).status, 404)
  assert.equal((await pat.post('/connection-journeys', { provider: 7 })).status, 400)
  assert.equal((await pat.post('/connection-journeys', { provider: 'plants', more: 1 })).status, 400)
  assert.equal((await world.admin.post('/connection-journeys', { provider: 'secret' })).status, 200)
})

test('without a person no link is created, and an unavailable web chat is reported as unavailable [connections.away]', async (t) => {
  const world = await startConnections(t)
  const pat = await addUser(world, 'Pat')
  const scheduled = lastOf(
    (await world.ask(pat, '/tool read_beds {}', { 'x-svc-surface': 'schedule' })).tools,
  )
  assert.equal(scheduled.connect, undefined)
  assert.match(scheduled.error!, /\/portal\/connections/)
  await world.stopChatapp()
  const away = lastOf((await world.ask(pat, '/tool weed {}')).tools)
  assert.match(away.error!, /try again/)
  assert.equal(away.connect, undefined)
})

test('an outside MCP server works with each person’s own connected account [connections.mcp]', async (t) => {
  const outside = await startOpenIdProvider(t)
  // Some servers refuse a request without a token, and name the required scopes.
  const header = 'Bearer error="insufficient_scope", scope="files.read"'
  const server = await startOauthMcpServer(t, outside, { keyless: { status: 403, header } })
  const world = await startConnections(t, {
    files: { 'mcp.json': JSON.stringify({ mcpServers: { beds: { url: server.url } } }) },
  })
  const pat = await addUser(world, 'Pat')
  const kim = await addUser(world, 'Kim')
  await world.addMcpProvider('beds', server.url)
  // The first connection registers the Hub at the provider, which only an administrator of the web chat may do.
  await world.admin.post('/access/grant', {
    subject: world.admin.email,
    hub: 'garden',
    permission: 'use_hub',
  })
  await connect(world, world.admin, { provider: 'beds', account: 'ann' })
  const asked = lastOf((await world.ask(pat, '/tool beds__connect {}')).tools)
  assert.equal(asked.connect!.provider, 'beds')
  await connect(world, pat, { provider: 'beds', journey: asked.connect!.journey, account: 'pat' })
  await world.ask(pat, '/tool beds__connect {}')
  const greeted = await world.ask(pat, '/tool beds__greet {"name":"Pat"}')
  assert.match(greeted.text, /Hello Pat/)
  const other = lastOf((await world.ask(kim, '/tool beds__greet {"name":"Kim"}')).tools)
  assert.equal(other.state, 'failed')
  assert.equal(other.connect!.provider, 'beds')
  await connect(world, kim, { provider: 'beds', journey: other.connect!.journey, account: 'kim' })
  assert.match((await world.ask(kim, '/tool beds__greet {"name":"Kim"}')).text, /Hello Kim/)
  assert.deepEqual([...new Set(server.callers)].toSorted(), ['kim', 'pat'])
})

const NEEDS_WRITING = 'Bearer error="insufficient_scope", scope="files.write"'

const SURVEY = `import { defineTool, z } from 'hub-service'
export const survey = defineTool({
  name: 'survey', description: 'Surveys the beds', input: z.object({}), readOnly: true,
  needs: { connection: 'beds' },
  async run(_, ctx) {
    await ctx.connection('beds', { scopes: ['files.write'] })
    return 'Surveyed.'
  },
})
`

async function startBeds(t: TestContext, names: readonly string[]) {
  const outside = await startOpenIdProvider(t)
  const server = await startOauthMcpServer(t, outside)
  const world = await startConnections(t, {
    files: {
      'mcp.json': JSON.stringify({ mcpServers: { beds: { url: server.url } } }),
      'tools/survey.ts': SURVEY,
    },
  })
  await world.addMcpProvider('beds', server.url)
  await connect(world, world.admin, { provider: 'beds', account: 'ann' })
  const people: ConsoleCaller[] = []
  for (const name of names) {
    const person = await addUser(world, name)
    people.push(person)
    await connect(world, person, { provider: 'beds', account: name.toLowerCase() })
    await world.ask(person, '/tool beds__connect {}')
  }
  const greet = async (person: { email: string }) => {
    const answer = await world.ask(person, '/tool beds__greet {"name":"Pat"}')
    return { ...answer, tool: lastOf(answer.tools) }
  }
  const row = async (person: ConsoleCaller) =>
    (await person.get('/connections')).json.items.find(({ provider }: any) => provider === 'beds')
  const grantedTo = async (person: ConsoleCaller) =>
    (await world.storedConnections(person))[0].token.scope.split(' ').toSorted()
  return { server, world, people, greet, row, grantedTo }
}

test('a server that requires a further scope gets it once the person agreed to all scopes [connections.step-up]', async (t) => {
  const { server, world, people, greet, row, grantedTo } = await startBeds(t, ['Pat', 'Kim'])
  const [pat, kim] = people as [ConsoleCaller, ConsoleCaller]
  assert.match((await greet(pat)).text, /Hello Pat/)
  server.askForScope({ status: 403, header: NEEDS_WRITING, scope: 'files.write' })

  const { tool } = await greet(pat)
  assert.match(tool.error!, /lacks a permission: files\.write\. Ask the person to connect it at/)
  const { missing_scopes: missing, state } = await row(pat)
  assert.deepEqual([state, missing], ['scope_missing', ['files.write']])
  const journey = (await pat.get(`/connection-journeys/${tool.connect!.journey}`)).json
  assert.deepEqual([journey.lack, journey.scopes], ['scope_missing', ['files.write']])

  const errorAt = async (person: ConsoleCaller, path: string) =>
    new URL((await world.browse(person, path)).location!, world.origin).searchParams.get('error')
  assert.match((await errorAt(kim, journey.authorize))!, /another account/)
  for (const change of [/files\.write/, /proof=./])
    assert.match((await errorAt(pat, journey.authorize.replace(change, 'files.all')))!, /incomplete/)

  await connect(world, pat, { provider: 'beds', journey: tool.connect!.journey, account: 'pat' })
  assert.deepEqual(await grantedTo(pat), ['files.read', 'files.write'])
  assert.match((await greet(pat)).text, /Hello Pat/)
  assert.equal((await row(pat)).state, 'healthy')

  await t.test(
    'unattended work says it without a link, and the page of connections requests it',
    async () => {
      const scheduled = lastOf(
        (await world.ask(kim, '/tool survey {}', { 'x-svc-surface': 'schedule' })).tools,
      )
      assert.equal(scheduled.connect, undefined)
      assert.match(
        scheduled.error!,
        /lacks a permission: files\.write\. The person connects it at .*\/portal\/connections/,
      )
      assert.equal((await row(kim)).state, 'scope_missing')
      const begun = (await kim.post('/connection-journeys', { provider: 'beds' })).json
      assert.deepEqual(begun.scopes, ['files.write'])
      await connect(world, kim, { provider: 'beds', journey: begun.id, account: 'kim' })
      assert.match((await greet(kim)).text, /Hello Pat/)
    },
  )

  await t.test('a scope that connecting again cannot bring is not asked for again', async () => {
    for (const [status, header] of [
      [403, NEEDS_WRITING],
      [401, NEEDS_WRITING],
      [403, 'Basic realm="x", bearer scope=files.write, ERROR=insufficient_scope'],
    ] as const) {
      server.askForScope({ status, header, scope: null })
      const { tool: refused } = await greet(pat)
      assert.match(
        refused.error!,
        /has the permission that beds names: files\.write\. Connecting again does not help/,
      )
      assert.equal(refused.connect, undefined)
    }
    server.askForScope({ status: 403, header: 'Bearer error="insufficient_scope"', scope: null })
    assert.match((await greet(pat)).tool.error!, /lacks a permission that beds does not name/)
    server.askForScope({ status: 403, header: 'Bearer error="invalid_request"', scope: null })
    assert.match((await greet(pat)).tool.error!, /refuses the Hub’s requests \(403\)/)
  })

  await t.test('a scope that the provider did not grant is not asked for again by the agent', async () => {
    const lee = await addUser(world, 'Lee')
    await connect(world, lee, { provider: 'beds', account: 'lee' })
    server.askForScope({ status: 403, header: NEEDS_WRITING, scope: 'files.write' })
    const { tool: asked } = await greet(lee)
    const scopes = ['files.read']
    const { journey } = asked.connect!
    await connect(world, lee, { provider: 'beds', journey, account: 'lee', scopes })
    const view = (await lee.get(`/connection-journeys/${journey}`)).json
    assert.deepEqual(view.missing_scopes, ['files.write'])
    assert.equal(view.detail, 'Beds did not grant files.write.')
    const { tool: again } = await greet(lee)
    assert.match(again.error!, /agreed to that when they last connected it, and Beds did not grant it/)
    assert.equal(again.connect, undefined)
    const offered = await world.ask(lee, '/tool connect_account {"provider":"beds"}')
    assert.match(offered.text, /did not grant files\.write although the person agreed/)
    assert.deepEqual((await lee.post('/connection-journeys', { provider: 'beds' })).json.scopes, [
      'files.write',
    ])
  })
})

const SCOPED_TOOLS = `import { defineTool, z } from 'hub-service'
const scoped = (name, scopes) => defineTool({
  name, description: name, input: z.object({}), needs: { connection: 'plants' },
  async run(_, ctx) {
    await ctx.connection('plants', { scopes })
    return name + ' is done.'
  },
})
export const read = scoped('read_one', ['files.read'])
export const write = scoped('write_one', ['files.write'])
export const both = scoped('write_both', ['files.read', 'files.write', 'groups'])
`

test('a token is used for the scopes that it has, and the difference is named and requested once [connections.step-up]', async (t) => {
  const world = await startConnections(t, { files: { 'tools/scoped.ts': SCOPED_TOOLS } })
  const call = async (person: { email: string }, tool: string) =>
    lastOf((await world.ask(person, `/tool ${tool} {}`)).tools)
  const statusOf = async (person: { token: string }, id: string) =>
    (await world.browse(person, `/portal/connect/${id}/status`, { accept: 'application/json' })).json

  await t.test('the provider grants the further scope and leaves out an earlier one', async () => {
    const pat = await addUser(world, 'Pat')
    await connect(world, pat)
    const { journey } = (await call(pat, 'write_one')).connect!
    await connect(world, pat, { journey, scopes: ['openid', 'offline_access', 'files.write'] })
    const status = await statusOf(pat, journey)
    assert.deepEqual(
      [status.state, status.missing_scopes, status.detail],
      ['connected', ['files.read'], 'Plants did not grant files.read.'],
    )
    assert.equal((await call(pat, 'write_one')).state, 'done')
    assert.equal((await call(pat, 'read_beds')).state, 'done', 'a call that declares no scopes')
    for (const _ of [1, 2]) {
      const refused = await call(pat, 'read_one')
      assert.match(refused.error!, /lacks a permission: files\.read\. The person agreed .* did not grant it/)
      assert.equal(refused.connect, undefined)
    }
    const [row] = (await pat.get('/connections')).json.items
    assert.deepEqual([row.state, row.missing_scopes], ['scope_missing', ['files.read']])
  })

  await t.test('a first connection without a scope of the set-up works for the rest', async () => {
    const kim = await addUser(world, 'Kim')
    const journey = await world.journey(kim)
    await connect(world, kim, { journey, account: 'kim', scopes: ['openid'] })
    assert.deepEqual((await statusOf(kim, journey)).missing_scopes, ['files.read'])
    assert.match((await call(kim, 'read_one')).error!, /lacks a permission: files\.read\. Ask the person/)
  })

  await t.test('a refused journey leaves the earlier connection, and both say so', async () => {
    const lee = await addUser(world, 'Lee')
    await connect(world, lee, { account: 'lee' })
    const first = await call(lee, 'write_both')
    assert.match(first.error!, /lacks a permission: files\.write groups\. Ask/)
    const { journey } = first.connect!
    await assert.rejects(connect(world, lee, { journey, allow: false }), /ended as/)
    const status = await statusOf(lee, journey)
    assert.deepEqual([status.state, status.kept, status.missing_scopes], ['failed', true, undefined])
    assert.match(status.detail, /^Your Plants connection stays as it was: /)
    assert.equal((await call(lee, 'read_one')).state, 'done')
    assert.match((await call(lee, 'write_both')).error!, /Ask the person to connect it/)
  })
})

test('if the provider refuses this service, people are not asked to connect again [connections.set-up-wrong]', async (t) => {
  const world = await startConnections(t, { provider: { accessTokenSeconds: 2 } })
  const pat = await addUser(world, 'Pat')
  await connect(world, pat)
  const { expires_at: end } = (await world.storedConnections(pat))[0]!
  world.provider.intercept(({ form }, response) => {
    if (form.get('grant_type') !== 'refresh_token') return false
    response.writeHead(401, { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="x"' })
    response.end('{"error":"invalid_client"}')
    return true
  })
  while (Date.now() / 1000 < end + 1) await new Promise((resolve) => setTimeout(resolve, 100))
  const output = lastOf((await world.ask(pat, '/tool read_beds {}')).tools)
  assert.equal(output.state, 'failed')
  assert.match(output.error!, /Plants refuses this service.*Connecting again does not help/)
  assert.equal(output.connect, undefined)
  assert.match((await world.ask(pat, '/tool connect_account {}')).raw, /misconfigured/)
  const asked = await world.ask(pat, '/tool connect_account {"provider":"plants"}')
  assert.match(asked.text, /an administrator has to check the provider/)
  assert.doesNotMatch(asked.text, /portal\/connect/)
  const [row] = (await pat.get('/connections')).json.items
  assert.equal(row.state, 'misconfigured')
  const journey = await world.journey(pat)
  assert.ok(journey, 'who insists may still try')
  world.provider.intercept(null)
  assert.equal(lastOf((await world.ask(pat, '/tool read_beds {}')).tools).state, 'done')
})
