import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { startMcpWebServer, type McpWebServer } from '../support/mcp-web-server.ts'
import { until } from '../support/until.ts'
import { signUpAt, type GatewayPerson } from './gateway-person.ts'
import { makeHub, runGateway, type RunningGateway } from './running-gateway.ts'

const NAMES = ['Ash', 'Birch']
const KEYS = { ash: 'ash-key-93471', birch: 'birch-key-55102' }

const TOOL = `import { defineTool } from 'hub-service'
import { z } from 'zod'
let calls = 0
export default defineTool({
  name: 'look',
  description: 'Tells what it sees',
  input: z.object({ add: z.string().optional() }),
  needs: { env: ['SHARED_NAME'] },
  async run(_, { env }) {
    console.log('printed for ' + env.SHARED_NAME)
    return JSON.stringify({ env: env.SHARED_NAME, outside: process.env.SHARED_NAME ?? null, calls: ++calls })
  },
})
`

describe('two Hubs of one process that use one server at one address', () => {
  let folder: string
  let gateway: RunningGateway
  let ann: GatewayPerson
  let web: McpWebServer
  before(async (t) => {
    folder = await mkdtemp(join(tmpdir(), 'hubs-'))
    web = await startMcpWebServer(t as never, { answer: listsByKey })
    for (const name of NAMES) {
      const slug = name.toLowerCase() as keyof typeof KEYS
      const hub = await makeHub(folder, name, `GARDEN_KEY=${KEYS[slug]}\nSHARED_NAME=of-${slug}\n`)
      const entry = { url: web.url, headers: { Authorization: 'Bearer ${GARDEN_KEY}' } }
      await writeFile(join(hub, 'mcp.json'), JSON.stringify({ mcpServers: { garden: entry } }))
      await mkdir(join(hub, 'tools'))
      await writeFile(join(hub, 'tools/look.ts'), TOOL)
    }
    gateway = await runGateway(folder, { SVC_BRIDGE_WORKERS: '1' })
    ann = await signUpAt(() => gateway, 'Ann')
    await until(async () => (await ann.mayUse()).length > 1)
  })
  after(async () => {
    await gateway.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const listsByKey: NonNullable<Parameters<typeof startMcpWebServer>[1]>['answer'] = (request, response) => {
    if (request.call !== 'tools/list') return false
    const name = `only_${String(request.headers.authorization).split(/[ -]/)[1]}`
    const { id } = JSON.parse(request.body) as { id: number }
    const tools = ['greet', name].map((tool) => ({
      name: tool,
      inputSchema: { type: 'object', properties: { name: { type: 'string' } } },
    }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        jsonrpc: '2.0',
        id,
        result: { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' },
      }),
    )
    return true
  }

  const each = <T>(work: (slug: keyof typeof KEYS, other: keyof typeof KEYS) => Promise<T>) =>
    Promise.all([work('ash', 'birch'), work('birch', 'ash')])

  test('each calls with its own key, and sees the tools that this key is shown [gateway.tenants]', async () => {
    await each(async (slug, other) => {
      const before = web.requests.length
      assert.match(await ann.ask(slug, '/tool garden__greet {"name":"Ada"}'), /Hello Ada/)
      const calls = web.requests.slice(before).filter(({ call }) => call === 'tools/call')
      assert.ok(calls.some(({ headers }) => headers.authorization === `Bearer ${KEYS[slug]}`))
      const refused = await ann.ask(slug, `/tool garden__only_${other} {}`)
      assert.match(refused, new RegExp(`There is no tool “garden__only_${other}”`))
      assert.match(refused, new RegExp(`garden__only_${slug}`))
    })
    const keys = new Set(web.requests.map(({ headers }) => headers.authorization))
    assert.deepEqual(keys, new Set(Object.values(KEYS).map((key) => `Bearer ${key}`)))
  })

  test('a tool of one name is each Hub’s own, with its own variables and its own state [gateway.tenants]', async () => {
    const looks = await each(async (slug) => {
      const output = await ann.ask(slug, '/tool look {}')
      await ann.ask(slug, '/tool look {}')
      return output
    })
    for (const [index, slug] of ['ash', 'birch'].entries())
      assert.match(looks[index]!, new RegExp(`"env":"of-${slug}","outside":null,"calls":1`))
  })

  test('each Hub has its own memory of the agent and its own log [gateway.tenants]', async () => {
    await each((slug) => ann.ask(slug, `/tool remember {"action":"save","text":"secret of ${slug}"}`))
    await each(async (slug, other) => {
      const { text } = await ann.call(`/portal/api/memory?hub=${slug}`)
      assert.ok(text.includes(`secret of ${slug}`), text)
      assert.ok(!text.includes(`secret of ${other}`), text)
      const log = await readFile(join(folder, '.svc/logs/hubs', `${slug}.log`), 'utf8')
      assert.match(log, new RegExp(`printed for of-${slug}`))
      for (const stranger of [`of-${other}`, KEYS.ash, KEYS.birch])
        assert.ok(!log.includes(stranger), stranger)
    })
  })

  test('the export of the own data contains the notes of all Hubs, each under its Hub [chatapp.own-memory]', async () => {
    await each((slug) => ann.ask(slug, `/tool remember {"action":"save","text":"to export from ${slug}"}`))
    const lines = (await ann.call('/api/v1/users/user/export')).text.trim().split('\n')
    const notes = lines.map((line: string) => JSON.parse(line)).filter(({ type }: any) => type === 'memory')
    for (const slug of ['ash', 'birch'])
      assert.deepEqual(
        notes.filter(({ text }: any) => text === `to export from ${slug}`).map(({ hub }: any) => hub),
        [slug],
      )
    assert.ok(!lines.some((line: string) => line.includes('"type":"missing"')))
  })
})
