import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { signUpAt, type GatewayPerson } from './gateway-person.ts'
import { isGone, isServing, makeHub, runGateway, type RunningGateway } from './running-gateway.ts'
import { until } from '../support/until.ts'

const SECRET = 'sesame-sesame-sesame'

const CRASH = `
import { defineTool } from 'hub-service'
import { z } from 'zod'
export default defineTool({
  name: 'crash', description: 'Ends the process', input: z.object({}), run: () => process.exit(9),
})
`

const TASK = '---\nrun: echo done\nrun_as: ann@example.org\n---\n'

describe('a gateway whose Hubs share a process', () => {
  let folder: string
  let gateway: RunningGateway
  let call: GatewayPerson['call']
  let ask: GatewayPerson['ask']
  let mayUse: GatewayPerson['mayUse']
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hubs-'))
    await makeHub(folder, 'Ash', 'MCP_SERVER=true\n')
    await makeHub(folder, 'Birch', `MCP_SERVER=true\nWEBHOOK_INBOUND_SECRET=${SECRET}\n`)
    await makeHub(folder, 'Cedar')
    await mkdir(join(folder, 'Cedar/tools'))
    await writeFile(join(folder, 'Cedar/tools/crash.ts'), CRASH)
    await mkdir(join(folder, 'Cedar/tasks'))
    await writeFile(join(folder, 'Cedar/tasks/echo.md'), TASK)
    gateway = await runGateway(folder, { SVC_BRIDGE_WORKERS: '1' })
    ;({ call, ask, mayUse } = await signUpAt(() => gateway, 'Ann'))
    await untilSo(async () => (await mayUse()).length === 3)
  })
  after(async () => {
    await gateway.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const untilSo = async (isSo: () => Promise<boolean>) => {
    await until(() => isSo().catch(() => false), { what: String(isSo) })
  }
  const workers = () =>
    execFileSync('pgrep', ['-P', String(gateway.pid), '-f', 'worker'], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)
  const holds = (pid: number, text: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
  const bridges = () => workers().find((pid) => holds(pid, 'bridge-1'))!
  const served = async () =>
    JSON.parse(await readFile(join(folder, '.svc/hubs.json'), 'utf8')).hubs as {
      slug: string
      bridge: string
    }[]

  test('one process holds all bridges, and each Hub is reached at its own addresses [gateway.workers] [edge.gateway-routes]', async () => {
    assert.deepEqual(await mayUse(), ['ash', 'birch', 'cedar'])
    assert.equal(workers().length, 2, 'the bridges, and the receivers')
    for (const [slug, name] of [
      ['ash', 'Ash'],
      ['cedar', 'Cedar'],
    ])
      assert.match(await ask(slug!, 'Who are you?'), new RegExp(`I am ${name}`))
    const output = await ask('birch', '/tool save_file {"filename":"note.txt","content":"of birch"}')
    const [, path] = /\((\/b\/birch\/artifacts\/[^\s)"\\]+)/.exec(output) ?? []
    assert.ok(path, output)
    assert.equal((await call(path, { bearer: '' })).text, 'of birch')
    assert.equal((await call(path.replace('/b/birch', '/b/ash'), { bearer: '' })).status, 401)
    assert.equal((await call(path.replace('/b/birch', ''), { bearer: '' })).text === 'of birch', false)
  })

  test('a program signs in to one Hub’s MCP server by its address [edge.gateway-routes]', async () => {
    const key = (await call('/api/v1/auths/api_key', { body: {} })).json.api_key as string
    const toolsAt = async (slug: string) => {
      const client = new Client({ name: 'test', version: '1.0.0' })
      const headers = { authorization: `Bearer ${key}` }
      const url = new URL(`${gateway.url}/b/${slug}/mcp`)
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }))
      const { tools } = await client.listTools()
      await client.close()
      return tools.length
    }
    assert.ok((await toolsAt('ash')) > 0)
    assert.ok((await toolsAt('birch')) > 0)
    await assert.rejects(toolsAt('cedar'), /404|Not found/)
    assert.deepEqual((await call('/b/cedar/mcp', { body: {} })).json, {
      detail: 'Not found',
      code: 'not_found',
    })
  })

  test('any bridge serves the Console of all Hubs [gateway.console]', async () => {
    const states = async () => {
      const { json } = await call('/portal/api/hub-states')
      const items = json.items as { hub: string; serving: object | null }[]
      return items.map(({ hub, serving }) => [hub, serving !== null])
    }
    assert.deepEqual(
      await states(),
      ['ash', 'birch', 'cedar'].map((hub) => [hub, true]),
    )
    assert.match((await call('/portal/api/workflows?hub=cedar')).text, /md:echo/)
  })

  test('a delivery is accepted while the bridges’ process is down, and all Hubs return [gateway.workers-apart]', async () => {
    const before = bridges()
    process.kill(before, 'SIGKILL')
    const posted = await fetch(`${gateway.url}/webhooks/birch/webhook`, {
      method: 'POST',
      headers: { 'x-webhook-secret': SECRET },
      body: '{}',
    })
    assert.equal(posted.status, 200, await posted.text())
    await untilSo(async () => /I am Ash/.test(await ask('ash', 'Who are you?')))
    await untilSo(async () => /I am Cedar/.test(await ask('cedar', 'Who are you?')))
    assert.notEqual(bridges(), before)
  })

  test('a Hub that ends the process continues in its own process, and this is reported [gateway.workers-apart]', async () => {
    await ask('cedar', '/tool crash {}')
    await untilSo(async () => /I am Cedar/.test(await ask('cedar', 'Who are you?')))
    await untilSo(async () => /I am Ash/.test(await ask('ash', 'Who are you?')))
    assert.ok(workers().some((pid) => holds(pid, join(folder, 'Cedar'))))
    const log = await readFile(join(folder, '.svc/logs/hubs/cedar.log'), 'utf8')
    assert.match(log, /"hub.set_apart"/)
    const { json } = await call('/portal/api/hubs?limit=50')
    const reported = (json.items as { slug: string; problems: { message: string }[] }[]).map(
      ({ slug, problems }) => [slug, problems.map(({ message }) => message).join()],
    )
    assert.match(JSON.stringify(reported), /"cedar","[^"]*shares with other Hubs[^"]*exit code 9/)
    const shared = bridges()
    await ask('cedar', '/tool crash {}')
    await untilSo(async () => /I am Cedar/.test(await ask('cedar', 'Who are you?')))
    assert.equal(bridges(), shared)
  })

  test('a Hub is added and removed without affecting the others, and the Console continues without the first one [gateway.workers] [edge.gateway-failover]', async () => {
    const shared = bridges()
    await makeHub(folder, 'Dogwood')
    await gateway.told('Dogwood', isServing)
    await untilSo(async () => (await served()).some(({ slug }) => slug === 'dogwood'))
    assert.equal(bridges(), shared)
    const asking = keepAsking(() => call('/portal/api/me'))
    await rm(join(folder, 'Ash'), { recursive: true })
    await gateway.told('Ash', isGone)
    await untilSo(async () => !(await served()).some(({ slug }) => slug === 'ash'))
    await untilSo(async () => (await call('/b/ash/artifacts/x')).status === 404)
    assert.deepEqual(await asking.refusals(), [])
    assert.equal(bridges(), shared)
  })
})

function keepAsking(ask: () => Promise<{ status: number; text: string }>) {
  const refused: string[] = []
  let isOver = false
  const askOn = async () => {
    while (!isOver) {
      const { status, text } = await ask()
      if (status !== 200) refused.push(`${status} ${text}`)
    }
  }
  const asking = [askOn(), askOn(), askOn()]
  return {
    async refusals() {
      isOver = true
      await Promise.all(asking)
      return refused
    },
  }
}
