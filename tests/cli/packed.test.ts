import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { folderWith } from '../support/folder.ts'
import { freePorts } from '../support/free-ports.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)

const TOOL = `import { defineTool, z } from 'hub-service'
export const greet = defineTool({
  name: 'greet',
  description: 'Greets.',
  input: z.object({ who: z.string() }),
  readOnly: true,
  run: async ({ who }) => \`Good day, \${who}.\`,
})
`

async function packed(folder: string): Promise<string> {
  const own = join(folder, 'node_modules/hub-service')
  await mkdir(own, { recursive: true })
  for (const part of ['bin', 'templates', 'package.json'])
    await cp(join(ROOT, part), join(own, part), { recursive: true })
  const bundler = join(ROOT, 'node_modules/tsdown/dist/run.mjs')
  await run(process.execPath, [bundler, '--out-dir', join(own, 'dist'), '--log-level', 'error'], {
    cwd: ROOT,
  })
  return join(own, 'bin/hub.mjs')
}

async function startHub(t: TestContext, command: string, hubFolder: string) {
  const [edge, chatapp, bridge] = await freePorts(3)
  const environment = {
    PATH: process.env['PATH'],
    HOME: hubFolder,
    PORT: String(edge),
    SVC_CHATAPP_PORT: String(chatapp),
    BRIDGE_PORT: String(bridge),
  }
  const child = spawn(process.execPath, [command, 'run', hubFolder, '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`hub run ended with ${code} before it was ready`)
  })
  ended.catch(() => {}) // rejects later, when the test stops the Hub
  const lines = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const [line] = await Promise.race([lines, ended])
  return { child, environment, ready: JSON.parse(line) as { edge: string; hubs: { bridge: string }[] } }
}

test('the package runs a Hub with its own tools, and nothing else [setup.packed]', async (t) => {
  const folder = await folderWith(t, {
    'garden/agent.md': '---\nname: Gardener\n---\nBe brief.\n',
    'garden/tools/greet.ts': TOOL,
  })
  const command = await packed(folder)
  const { child, environment, ready } = await startHub(t, command, join(folder, 'garden'))
  assert.equal((await fetch(`${ready.edge}/svc-portal-navigation.js`)).status, 200)
  assert.equal((await fetch(`${ready.edge}/health`)).status, 200)
  assert.equal((await fetch(`${ready.edge}/portal/api/me`)).status, 401)
  assert.equal((await fetch(`${ready.hubs[0]!.bridge}/healthz`)).status, 200)
  const doctor = await run(process.execPath, [command, 'doctor', join(folder, 'garden')], {
    env: environment,
  })
  assert.match(doctor.stdout, /^ok +Hub +Gardener, 1 tool file$/m)
  const chat = run(process.execPath, [command, 'chat', join(folder, 'garden')], { env: environment })
  chat.child.stdin!.end('/tool greet {"who":"Ann"}\n')
  assert.match((await chat).stdout, /Good day, Ann\./)
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})
