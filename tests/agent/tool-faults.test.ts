import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { folderWith } from '../support/folder.ts'
import { servicesOfHub } from '../support/own-services.ts'

const ROOT = join(import.meta.dirname, '../..')

const TOOLS = `
import { EventEmitter } from 'node:events'
import { connect } from 'node:net'
import { defineTool, z } from 'hub-service'
const fault = (name, run) => defineTool({ name, description: 'Faulty', input: z.object({}), run })
export const timer = fault('timer', () => { setTimeout(() => { throw new Error('late throw') }, 1) })
export const rejection = fault('rejection', () => { void Promise.reject(new Error('left alone')) })
export const emitter = fault('emitter', () => { setImmediate(() => new EventEmitter().emit('error', new Error('unheard'))) })
export const socket = fault('socket', () => { connect(1, '127.0.0.1') })
export const lateRejection = fault('late_rejection', () => { void (async () => { await null; throw 'no error object' })() })
`

async function startBridgeProcess(t: TestContext, folder: string, script = '') {
  const code = `
    import { startBridge } from '#processes/bridge.ts'
    import { openSecrets } from '#processes/secrets.ts'
    const environment = ${JSON.stringify({ BRIDGE_PORT: '0', SVC_ACCESS: 'groups', ...(await servicesOfHub(folder)) })}
    const { url } = await startBridge({ environment, hubFolder: ${JSON.stringify(folder)} })
    const { bridgeKey } = await openSecrets({ dataFolder: ${JSON.stringify(join(folder, '.svc'))}, secretsFile: null })
    console.log(JSON.stringify({ ready: url, bridgeKey }))
    ${script}
  `
  const child = spawn(process.execPath, [COMPILE_CACHE, '--input-type=module', '-e', code], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const lines: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line.startsWith('{') ? (JSON.parse(line) as Record<string, unknown>) : { text: line })
      for (const look of waiting) look()
    })
  const line = (matches: (line: Record<string, unknown>) => boolean) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      const look = () => {
        const found = lines.find(matches)
        if (found) resolve(found)
      }
      waiting.add(look)
      child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${JSON.stringify(lines)}`)))
      look()
    })
  return { child, line, ready: () => line((one) => 'ready' in one) }
}

const FAULTS: [tool: string, reason: RegExp, place: RegExp | null][] = [
  ['timer', /late throw/, /^tools\/faulty\.ts:\d+$/],
  ['rejection', /left alone/, /^tools\/faulty\.ts:\d+$/],
  ['emitter', /unheard/, /^tools\/faulty\.ts:\d+$/],
  ['socket', /ECONNREFUSED/, null],
  ['late_rejection', /no error object/, null],
]

test('an error of tool code outside its call is logged and never ends the bridge [agent.tools.faults]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.', 'tools/faulty.ts': TOOLS })
  const bridge = await startBridgeProcess(t, folder)
  const { ready: url, bridgeKey } = await bridge.ready()
  const ask = async (content: string) => {
    const answer = await fetch(`${String(url)}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${String(bridgeKey)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'x', messages: [{ role: 'user', content }] }),
    })
    return `${answer.status} ${await answer.text()}`
  }
  for (const [tool, reason, place] of FAULTS) {
    assert.match(await ask(`/tool ${tool}`), /^200/)
    const fault = await bridge.line((one) => one['event'] === 'tool.faulted' && one['tool'] === tool)
    assert.match(String(fault['reason']), reason)
    if (place) assert.match(String(fault['place']), place)
  }
  assert.match(await ask('/say still here'), /still here/)
})

test('a tool file that leaves a fault behind while it loads does no harm [agent.tools.faults]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  await mkdir(join(folder, 'tools'))
  await writeFile(
    join(folder, 'tools/bad.ts'),
    `setTimeout(() => { throw new Error('at load') }, 1)\nexport const a = 1\n`,
  )
  const bridge = await startBridgeProcess(t, folder)
  await bridge.ready()
  const fault = await bridge.line((one) => one['event'] === 'tool.faulted')
  assert.deepEqual([fault['tool'], fault['place']], ['tools/bad.ts', 'tools/bad.ts:1'])
})

test('a fault of our own still ends the process [agent.tools.faults]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  const bridge = await startBridgeProcess(t, folder, `setTimeout(() => { throw new Error('ours') }, 1)`)
  const [code] = await once(bridge.child, 'exit')
  assert.equal(code, 1)
})
