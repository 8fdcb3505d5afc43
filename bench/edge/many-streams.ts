import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, quantile } from '../support/statistics.ts'
import type { Delay } from './first-piece.ts'

const CONCURRENT_STREAMS = 200
/** Time between the starts of two streams, so that their events do not coincide. */
const APART_MS = 2

export async function manyStreams<Way extends string>(
  ports: Record<Way, number>,
  seconds: number,
): Promise<Record<Way, Delay>> {
  const delays = {} as Record<Way, Delay>
  for (const [name, port] of Object.entries(ports) as [Way, number][]) {
    const seen: number[] = []
    const agent = new Agent()
    for (let count = 0; count < CONCURRENT_STREAMS; count++) {
      follow(port, agent, (delay) => void seen.push(delay))
      await sleep(APART_MS)
    }
    await sleep(1_000)
    seen.length = 0
    await sleep(seconds * 1_000)
    agent.destroy()
    delays[name] = { p50: median(seen), p99: quantile(seen, 0.99) }
  }
  return delays
}

function follow(port: number, agent: Agent, notify: (delay: number) => void): void {
  get({ port, path: '/artifacts/events', agent }, (response) => {
    response
      .on('error', () => {})
      .on('data', (bytes: Buffer) => {
        const now = performance.timeOrigin + performance.now()
        for (const [, written] of bytes.toString().matchAll(/data: (\d+(?:\.\d+)?)/g))
          notify(now - Number(written))
      })
  }).on('error', () => {})
}
