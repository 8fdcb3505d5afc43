import { join } from 'node:path'
import { addedTimes } from './bridge/latency.ts'
import { startPeer } from './bridge/peer.ts'
import { parallelStreams } from './bridge/streams.ts'
import { bodyOf, PATH, type Target } from './bridge/target.ts'
import { contest, printMedians, printRatio, type Contender } from './support/contest.ts'
import { MEASURED, moveTo, OTHERS, startScript, type Started } from './support/cores.ts'
import { figure } from './support/figures.ts'
import { memoryOf } from './support/memory.ts'
import { amongOurselves } from './support/quiet.ts'
import { load } from './support/wrk.ts'

/**
 * Measures agent turns per second, compared with plain forwarding by @portkey-ai/gateway; the delay of the first
 * piece at 200 turns per second; and memory with 500 streams. The measured process has one core; `wrk` and the model
 * server share the other.
 *   node bench/bridge.ts [seconds] [rounds]
 * npm installs the gateway, unless the folder PORTKEY_FOLDER contains it.
 */
const [seconds = 5, rounds = 4] = process.argv.slice(2, 4).map(Number)
const CONNECTIONS = 32

moveTo(OTHERS)
const model = await start(OTHERS, 'upstream.ts', '8')
const bridge = await startBridge(MEASURED, model)
const peer = await startPeer(MEASURED)
const ours = targetOf(bridge)
const theirs = {
  port: peer.port,
  headers: {
    Authorization: 'Bearer none',
    'X-Portkey-Provider': 'openai',
    'X-Portkey-Custom-Host': `http://127.0.0.1:${model.ready.port}/v1`,
  },
}

const results = await contest({
  rounds,
  seconds,
  upstreams: { model: model.pid },
  contenders: [
    contender('portkey, whole', peer.pid, theirs, false),
    contender('bridge, whole', bridge.pid, ours, false),
    contender('bridge, streamed', bridge.pid, ours, true),
  ],
})
printMedians(results)
for (const form of ['whole', 'streamed']) printRatio(results, `bridge, ${form}`, 'portkey, whole')

const direct = { ...ours, port: model.ready.port }
const added = await amongOurselves([bridge.pid, model.pid], () =>
  addedTimes({ ours, direct, perSecond: 200, seconds }),
)
console.log(
  `added to the first piece at 200 turns/s: p50 ${added.p50.toFixed(2)} ms, p99 ${added.p99.toFixed(2)} ms`,
)
figure('added to the first piece, p50', added.p50)
figure('added to the first piece, p99', added.p99)

const slowModel = await start(OTHERS, 'upstream.ts', '50', '100')
const STREAMS = 500
const wide = await startBridge(`${MEASURED},${OTHERS}`, slowModel, STREAMS)
for (let round = 1; round <= 4; round++) {
  const streams = await parallelStreams(targetOf(wide), STREAMS)
  wide.process.send('collect')
  console.log(
    `${STREAMS} streams of 50 chunks: ${streams.seconds.toFixed(1)} s, ${streams.refusals} refused, ${streams.failures} failures, ${memoryOf(wide.pid).toFixed(0)} MB`,
  )
}

function start<Message = { port: number }>(cores: number | string, file: string, ...args: string[]) {
  return startScript<Message>(cores, join(import.meta.dirname, 'bridge', file), ...args)
}

function startBridge(cores: number | string, { ready }: Started<{ port: number }>, turnsAtOnce?: number) {
  const limit = turnsAtOnce === undefined ? [] : [String(turnsAtOnce)]
  return start<{ port: number; key: string }>(cores, 'process.ts', `http://127.0.0.1:${ready.port}`, ...limit)
}

function targetOf({ ready: { port, key } }: Started<{ port: number; key: string }>): Target {
  return { port, headers: { Authorization: `Bearer ${key}` } }
}

function contender(name: string, pid: number, { port, headers }: Target, stream: boolean): Contender {
  const body = bodyOf('Say eight words.', stream)
  const expect = stream ? '[DONE]' : 'word word'
  const request = { port, path: PATH, method: 'POST' as const, headers, body, expect }
  return { name, pid, run: (duration) => load(request, { connections: CONNECTIONS, seconds: duration }) }
}
