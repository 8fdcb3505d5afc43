import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadOf } from './edge/load.ts'
import { startNginx } from './edge/nginx.ts'

/**
 * Requests a second and time to the first piece of a stream: straight to an upstream, through the edge, and through
 * nginx when it is installed (or named by NGINX_BINARY=/path/to/nginx), in turns within one run.
 *
 *   node bench/edge.ts [seconds] [connections]
 */
const SECONDS = Number(process.argv[2] ?? 5)
const CONNECTIONS = Number(process.argv[3] ?? 64)
const ROUNDS = 3

const upstream = await startChild('upstream.ts')
const edge = await startChild('process.ts', `http://127.0.0.1:${upstream.port}`)
const nginx = await startNginx(upstream.port)
const idle = { edge: await memoryOf(edge.process), bare: await memoryOf(upstream.process) }
const targets = { direct: upstream, edge, ...(nginx && { nginx }) }

const rates: Record<string, number[]> = {}
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, { port }] of Object.entries(targets)) {
    const load = await loadOf(port, CONNECTIONS, round === 0 ? 1 : SECONDS) // round 0 warms up
    if (round === 0) continue
    ;(rates[name] ??= []).push(load.requestsPerSecond)
    console.log(
      `${name.padEnd(7)} ${load.requestsPerSecond.toFixed(0).padStart(7)} req/s` +
        `   p50 ${load.p50.toFixed(2)} ms   p99 ${load.p99.toFixed(2)} ms`,
    )
  }
}
for (const [name, { port }] of Object.entries(targets))
  console.log(
    `${name.padEnd(7)} first piece of a stream after ${(await firstPiece(port, 200)).toFixed(2)} ms`,
  )

console.log(`edge / direct  ${(median(rates['edge']!) / median(rates['direct']!)).toFixed(2)}`)
if (nginx) console.log(`edge / nginx   ${(median(rates['edge']!) / median(rates['nginx']!)).toFixed(2)}`)
console.log(`edge memory    ${idle.edge} MB idle, ${await memoryOf(edge.process)} MB after the load (PSS)`)
console.log(`bare node:http ${idle.bare} MB idle, ${await memoryOf(upstream.process)} MB after the load`)

for (const child of [upstream.process, edge.process]) child.disconnect()
await nginx?.stop()

async function startChild(file: string, ...args: string[]): Promise<{ port: number; process: ChildProcess }> {
  const child = fork(join(import.meta.dirname, 'edge', file), args)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, process: child }
}

/** Median time from a piece's being written upstream to its arrival here. */
async function firstPiece(port: number, times: number): Promise<number> {
  const delays: number[] = []
  for (let count = 0; count < times; count++) {
    const answer = await fetch(`http://127.0.0.1:${port}/stream`)
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) {
      const sent = /data: (\d+\.\d+)/.exec(piece)
      if (sent) delays.push(performance.timeOrigin + performance.now() - Number(sent[1]))
    }
  }
  return median(delays)
}

async function memoryOf({ pid }: ChildProcess): Promise<string> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return (Number(/^Pss:\s+(\d+)/m.exec(rollup)![1]) / 1024).toFixed(0)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
