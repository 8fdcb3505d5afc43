import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startArtifacts } from './world.ts'

const world = await startArtifacts({ after }, { files: { 'files/report.html': '<h1>Report</h1>' } })
const { pat } = world
const hubFolder = join(world.console.folder, 'Garden')

const say = async (email: string | null, prompt: string, more: Record<string, string> = {}) => {
  const answer = await fetch(`${world.console.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.console.bridgeKey}`,
      'content-type': 'application/json',
      ...(email && { 'x-chatapp-user-email': email }),
      ...more,
    },
    body: JSON.stringify({
      model: 'garden',
      chat_id: 'chat-1',
      messages: [{ role: 'user', content: prompt }],
    }),
  })
  const body: any = await answer.json()
  assert.equal(answer.status, 200, JSON.stringify(body))
  return body.choices[0].message.content as string
}
const call = (tool: string, input: object, email: string | null = pat.email, more?: Record<string, string>) =>
  say(email, `/tool ${tool} ${JSON.stringify(input)}`, more)
const published = async (tool: string, input: object) => {
  const text = await call(tool, input)
  const json = /\{.*\}/s.exec(text)?.[0]
  assert.ok(json, text)
  return JSON.parse(json)
}
const view = async (id: string) => (await pat.ask('GET', `/artifacts/api/${id}`)).json
const contentOf = async (id: string) => (await pat.ask('GET', `/artifacts/${id}/content`)).text

test('an agent publishes a file of the Hub in the name of the person it works for [artifacts.tool]', async () => {
  const made = await published('publish_artifact', { path: 'files/report.html', title: 'The report' })
  assert.equal(made.url, `/portal/artifacts/${made.id}`)
  const { owner, title, preview, audience, mine, hub } = await view(made.id)
  assert.deepEqual(
    [owner.email, title, preview, audience.kind, mine, hub],
    [pat.email, 'The report', 'html', 'owner', true, 'garden'],
  )
  assert.equal(await contentOf(made.id), '<h1>Report</h1>')
})

test('an agent publishes a chat file by its name, and text that it writes itself [artifacts.tool]', async () => {
  const upload = await fetch(`${world.console.url}/uploads/chat-1/data.csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.console.bridgeKey}`, 'x-chatapp-user-email': pat.email },
    body: 'a,b\n1,2\n',
  })
  assert.equal(upload.status, 200)
  for (const path of ['data.csv', 'chat/data.csv']) {
    const { id } = await published('publish_artifact', { path })
    assert.deepEqual([(await view(id)).preview, await contentOf(id)], ['csv', 'a,b\n1,2\n'])
  }
  const written = await published('publish_artifact', { content: '# Hi', filename: 'note.md' })
  assert.deepEqual([(await view(written.id)).preview, await contentOf(written.id)], ['markdown', '# Hi'])
})

test('an agent publishes a new version at the same address, with the same audience [artifacts.tool]', async () => {
  const first = await published('publish_artifact', { content: 'one', filename: 'a.txt', audience: 'hub' })
  const second = await published('update_artifact', { id: first.id, content: 'two', filename: 'a.txt' })
  assert.deepEqual([second.id, second.version, second.url], [first.id, 2, first.url])
  assert.deepEqual([(await view(first.id)).audience.kind, await contentOf(first.id)], ['hub', 'two'])
})

test('the person gets the reason of an error, and nothing is published [artifacts.tool.bad-input]', async () => {
  await mkdir(join(hubFolder, 'files'), { recursive: true })
  await symlink('/etc/passwd', join(hubFolder, 'files', 'passwd.txt'))
  await writeFile(join(hubFolder, 'secret.txt'), 'outside files/')
  const total = async () => (await pat.ask('GET', '/artifacts/api?view=mine')).json.total
  const before = await total()
  const cases: [tool: string, input: object, problem: RegExp][] = [
    ['publish_artifact', {}, /either `path`, or `content`/],
    ['publish_artifact', { content: 'x' }, /either `path`, or `content`/],
    ['publish_artifact', { path: 'a', content: 'x', filename: 'y' }, /either `path`, or `content`/],
    ['publish_artifact', { path: '../agent.md' }, /is outside the folder/],
    ['publish_artifact', { path: '/etc/passwd' }, /absolute/],
    ['publish_artifact', { path: 'files/passwd.txt' }, /leads out/],
    ['publish_artifact', { path: '../secret.txt' }, /is outside the folder/],
    ['publish_artifact', { path: 'files/none.txt' }, /There is no/],
    ['publish_artifact', { path: 'files' }, /folder|There is no/],
    ['publish_artifact', { content: 'x', filename: 'x', audience: 'everyone' }, /audience/],
    ['update_artifact', { id: 'nothing', content: 'x', filename: 'x' }, /does not exist/],
  ]
  for (const [tool, input, problem] of cases)
    assert.match(await call(tool, input), problem, JSON.stringify(input))
  assert.equal(await total(), before)
})

test('an agent changes no other person’s artifact, and publishes nothing without a person [artifacts.tool.owner]', async () => {
  const { id } = await published('publish_artifact', { content: 'mine', filename: 'a.txt', audience: 'hub' })
  const lee = await world.addVisitor('Lee', 'use_hub')
  assert.match(
    await call('update_artifact', { id, content: 'x', filename: 'x' }, lee.email),
    /Only the owner of an artifact/,
  )
  const { id: hidden } = await published('publish_artifact', { content: 'mine', filename: 'a.txt' })
  assert.match(
    await call('update_artifact', { id: hidden, content: 'x', filename: 'x' }, lee.email),
    /does not exist/,
  )
  assert.equal(await contentOf(id), 'mine')
})

test('a person’s program reads their own artifacts over MCP, and no other person’s [artifacts.mcp]', async () => {
  const person = await world.console.addPerson('Max Machine')
  await world.grant(person.email)
  const max = world.visitorOf(person)
  const own = await max.publish({ filename: 'own.txt', content: 'for the program', title: 'Own' })
  const foreign = await published('publish_artifact', { content: 'x', filename: 'a.txt', audience: 'hub' })
  const ask = await mcpOf(person.token)
  const { resources } = await ask('resources/list', {})
  const mine: { uri: string }[] = resources.filter(({ uri }: any) => uri.includes('/artifacts/'))
  assert.deepEqual(mine, [
    {
      uri: `hub://garden/artifacts/${own.id}`,
      name: 'own.txt',
      title: 'Own',
      mimeType: 'text/plain',
      size: 15,
    },
  ])
  const { uri } = mine[0]!
  const { contents } = await ask('resources/read', { uri })
  assert.deepEqual(contents, [{ uri, mimeType: 'text/plain', text: 'for the program' }])
  await assert.rejects(ask('resources/read', { uri: `hub://garden/artifacts/${foreign.id}` }))
  const { content } = await ask('tools/call', {
    name: 'publish_artifact',
    arguments: { content: 'over MCP', filename: 'm.txt' },
  })
  assert.match(content[0].text, new RegExp(`${world.console.origin}/portal/artifacts/`))
})

async function mcpOf(token: string) {
  const key = await fetch(`${world.console.chatappUrl}/api/v1/auths/api_key`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  const { api_key: apiKey } = (await key.json()) as { api_key: string }
  return async (method: string, params: object): Promise<any> => {
    const answer = await fetch(`${world.console.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const text = await answer.text()
    const json = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
    if (json.error) throw new Error(JSON.stringify(json.error))
    return json.result
  }
}

test('publishing and opening artifacts is counted [artifacts.metrics]', async () => {
  const metrics = async () => (await fetch(`${world.console.url}/metrics`)).text()
  const count = async () =>
    Number(/^hub_artifacts_published_total(?:\{.*\})? (\d+)/m.exec(await metrics())![1])
  const before = await count()
  await pat.publish({})
  assert.equal(await count(), before + 1)
  assert.match(await metrics(), /^hub_artifact_links_opened_total/m)
})
