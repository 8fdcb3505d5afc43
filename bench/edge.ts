import { join } from 'node:path'
import { firstPieces, type Delay } from './edge/first-piece.ts'
import { manyStreams } from './edge/many-streams.ts'
import { startProxy, startUpstream } from './edge/nginx.ts'
import { contest, printMedians, printRatio } from './support/contest.ts'
import { MEASURED, moveTo, OTHERS, startScript } from './support/cores.ts'
import { figure } from './support/figures.ts'
import { memoryOf } from './support/memory.ts'
import { peerFolder } from './support/peer.ts'
import { amongOurselves } from './support/quiet.ts'
import { load } from './support/wrk.ts'

/**
 * Measures short responses per second, compared with nginx as an equivalent proxy and with undici without rules; the
 * delay of a stream's first piece; and the delay of events in many streams. The proxy has one core; `wrk` and the
 * upstream share the other.
 *   node bench/edge.ts [seconds] [rounds] [libraries]
 * `libraries` adds proxy libraries, which npm installs unless the folder PROXIES_FOLDER contains them.
 */
const [seconds = 5, rounds = 4] = process.argv.slice(2, 4).map(Number)
const CONNECTIONS = 64
const LIBRARIES = { 'http-proxy-3': '2.0.1', '@fastify/http-proxy': '11.6.3' }

moveTo(OTHERS)
const upstream = await startUpstream(OTHERS)
const streams = await start(OTHERS, 'streams.ts')
const ports = [upstream.port, streams.port].map(String)
const proxies: Record<string, { port: number; pid: number }> = {
  nginx: await startProxy(MEASURED, upstream.port, streams.port),
  edge: await start(MEASURED, 'process.ts', ...ports),
  'undici alone': await start(MEASURED, 'dispatch.ts', ...ports),
}
if (process.argv.includes('libraries')) {
  const packages = Object.entries(LIBRARIES).map(([name, version]) => `${name}@${version}`)
  const folder = peerFolder([...packages, 'fastify@5.12.8'], process.env['PROXIES_FOLDER'])
  for (const name of Object.keys(LIBRARIES))
    proxies[name] = await start(MEASURED, 'library.ts', folder, name, ports[0]!)
}
const atRest = memoryOf(proxies['edge']!.pid)

const results = await contest({
  rounds,
  seconds,
  upstreams: { nginx: upstream.pid },
  contenders: Object.entries(proxies).map(([name, { port, pid }]) => ({
    name,
    pid,
    run: (duration) => load(requestTo(port), { connections: CONNECTIONS, seconds: duration }),
  })),
})
printMedians(results)
for (const name of Object.keys(proxies)) if (name !== 'nginx') printRatio(results, name, 'nginx')
console.log(
  `memory of the edge (PSS): ${atRest.toFixed(0)} MB at rest, ${memoryOf(proxies['edge']!.pid).toFixed(0)} MB after the load`,
)

figure('edge, memory', atRest)

const { nginx, edge } = proxies
const ways = { direct: streams.port, nginx: nginx!.port, edge: edge!.port }
await printDelays('first piece', 'first piece of a stream', () => firstPieces(ways, 300))
await printDelays('event', 'an event of 200 streams', () => manyStreams(ways, seconds))

async function printDelays(
  name: string,
  what: string,
  measure: () => Promise<Record<keyof typeof ways, Delay>>,
): Promise<void> {
  const delays = await amongOurselves([streams.pid, nginx!.pid, edge!.pid], measure)
  for (const [way, { p50, p99 }] of Object.entries(delays))
    console.log(`${what}, ${way.padEnd(7)} p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`)
  for (const part of ['p50', 'p99'] as const)
    figure(`${name}, ${part} / nginx`, delays.edge[part] / delays.nginx[part])
  figure(`${name}, p99`, delays.edge.p99)
}

async function start(core: number, file: string, ...args: string[]): Promise<{ port: number; pid: number }> {
  const { ready, pid } = await startScript(core, join(import.meta.dirname, 'edge', file), ...args)
  return { port: ready.port, pid }
}

/** Includes the headers of a browser, because parsing headers is part of the measured work. */
function requestTo(port: number) {
  return {
    port,
    path: '/api/chats?page=1',
    expect: 'Chat number 19',
    headers: {
      Accept: 'application/json',
      'Accept-Encoding': 'gzip, deflate, br',
      'Accept-Language': 'en',
      Cookie: 'token=eyJhbGciOiJIUzI1NiJ9.eyJpZCI6IjAxIn0.c2lnbmF0dXJlLW9mLWEtc2Vzc2lvbi10b2tlbg',
      Referer: 'http://127.0.0.1/c/1',
      'Sec-Fetch-Dest': 'empty',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Site': 'same-origin',
      'User-Agent':
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    },
  }
}
