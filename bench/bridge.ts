import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadOf, type Target } from './bridge/load.ts'
import { addedTimes } from './bridge/latency.ts'
import { parallelStreams } from './bridge/streams.ts'

/**
 * Whole agent turns a second, on one core, beside the plain forwarding of @portkey-ai/gateway in the same run; the time
 * we add to the first piece at 200 turns a second; memory under 500 streams. The model is a server on this machine.
 *
 *   node bench/bridge.ts [seconds] [connections]
 *
 * The peer is fetched into a temporary folder by npm, or taken from PORTKEY_FOLDER.
 */
const SECONDS = Number(process.argv[2] ?? 5)
const CONNECTIONS = Number(process.argv[3] ?? 32)
const ROUNDS = 3
const OURS = '0' // the core of what is measured; everything else shares the other
const OTHER = '1'
const PEER = '@portkey-ai/gateway@1.15.2'

const children: ChildProcess[] = []
const folder = await mkdtemp(join(tmpdir(), 'bench-bridge-'))
try {
  execFileSync('taskset', ['-cp', OTHER, String(process.pid)], { stdio: 'ignore' })
  const upstream = await startChild('upstream.ts', OTHER, '8')
  const bridge = await startChild('process.ts', OURS, `http://127.0.0.1:${upstream.port}`)
  const peer = await startPeer()
  const ours: Target = {
    port: bridge.port,
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${bridge.key}` },
  }
  const theirs: Target = {
    port: peer.port,
    path: '/v1/chat/completions',
    headers: {
      authorization: 'Bearer none',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `http://127.0.0.1:${upstream.port}/v1`,
    },
  }
  const processes: Record<string, ChildProcess> = { bridge: bridge.process, portkey: peer.process }
  const rates: Record<string, number[]> = {}
  const costs: Record<string, number[]> = {}
  for (const stream of [false, true])
    for (let round = 0; round <= ROUNDS; round++)
      // The peer fails for streams from an address of one's own on this Node, so it is asked for whole answers only.
      for (const [name, target] of Object.entries({ bridge: ours, ...(!stream && { portkey: theirs }) })) {
        const body = { model: 'bench', stream, messages: [{ role: 'user', content: 'Say eight words.' }] }
        const busyBefore = await processorSeconds(processes[name]!)
        const load = await loadOf(target, body, CONNECTIONS, round === 0 ? 2 : SECONDS) // round 0 warms up
        const busy = (await processorSeconds(processes[name]!)) - busyBefore
        if (load.failures > 0) throw new Error(`${name} failed ${load.failures} times`)
        if (round === 0) continue
        ;(rates[`${name} ${stream ? 'stream' : 'whole'}`] ??= []).push(load.perSecond)
        ;(costs[`${name} ${stream ? 'stream' : 'whole'}`] ??= []).push((busy * 1000) / load.turns)
        console.log(
          `${name.padEnd(8)} ${stream ? 'stream' : 'whole '} ${load.perSecond.toFixed(0).padStart(6)} turns/s`,
        )
      }
  for (const form of ['whole', 'stream'])
    console.log(
      `turns / portkey, ${form}  ${(median(rates[`bridge ${form}`]!) / median(rates['portkey whole']!)).toFixed(2)}`,
    )

  for (const [what, values] of Object.entries(costs))
    console.log(`${what.padEnd(15)} ${median(values).toFixed(2)} ms of a processor for each`)

  const direct: Target = { ...ours, port: upstream.port }
  const added = await addedTimes({ ours, direct, perSecond: 200, seconds: SECONDS })
  console.log(
    `added to the first piece at 200 turns/s: p50 ${added.p50.toFixed(2)} ms, p99 ${added.p99.toFixed(2)} ms`,
  )

  const slowModel = await startChild('upstream.ts', OTHER, '50', '100')
  const wide = await startChild('process.ts', `${OURS},${OTHER}`, `http://127.0.0.1:${slowModel.port}`)
  const target = { ...ours, port: wide.port, headers: { authorization: `Bearer ${wide.key}` } }
  for (let round = 1; round <= 4; round++) {
    const { seconds, failures } = await parallelStreams(target, 500)
    wide.process.send('collect')
    console.log(
      `500 streams of 50 chunks: ${seconds.toFixed(1)} s, ${failures} failures, ${await memoryOf(wide.process)} MB`,
    )
  }
} finally {
  for (const child of children) child.kill()
  await rm(folder, { recursive: true, force: true })
}

interface Started {
  port: number
  key: string
  process: ChildProcess
}

async function startChild(file: string, cores: string, ...args: string[]): Promise<Started> {
  const command = [
    '-c',
    cores,
    process.execPath,
    '--expose-gc',
    join(import.meta.dirname, 'bridge', file),
    ...args,
  ]
  const child = spawn('taskset', command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  children.push(child)
  const [{ port, key = '' }] = (await once(child, 'message')) as [{ port: number; key?: string }]
  return { port, key, process: child }
}

async function startPeer(): Promise<{ port: number; process: ChildProcess }> {
  const home = process.env['PORTKEY_FOLDER'] ?? folder
  if (home === folder)
    execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, PEER], {
      stdio: 'ignore',
    })
  const port = await freePort()
  const script = join(home, 'node_modules/@portkey-ai/gateway/build/start-server.js')
  const command = ['-c', OURS, process.execPath, script, '--headless', `--port=${port}`]
  const environment = { ...process.env, TRUSTED_CUSTOM_HOSTS: '127.0.0.1', NODE_ENV: 'production' }
  const child = spawn('taskset', command, { stdio: 'ignore', env: environment })
  children.push(child)
  for (let tries = 0; tries < 100; tries++) {
    if (
      await fetch(`http://127.0.0.1:${port}/`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      return { port, process: child }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the peer does not start')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** What a process took of the processors so far: unlike a rate, other work on the machine hardly changes it. */
async function processorSeconds(child: ChildProcess): Promise<number> {
  const fields = (await readFile(`/proc/${child.pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

async function memoryOf(child: ChildProcess): Promise<string> {
  const rollup = await readFile(`/proc/${child.pid}/smaps_rollup`, 'utf8')
  return (Number(/^Pss:\s+(\d+)/m.exec(rollup)![1]) / 1024).toFixed(0)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
