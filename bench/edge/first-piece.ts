import { get, Agent } from 'node:http'
import { median, quantile } from '../support/statistics.ts'

/** Times are milliseconds. */
export interface Delay {
  p50: number
  p99: number
}

/** Requests alternate between the ports and never overlap. */
export async function firstPieces<Way extends string>(
  ports: Record<Way, number>,
  times: number,
): Promise<Record<Way, Delay>> {
  const agent = new Agent({ keepAlive: true })
  const ways = (Object.entries(ports) as [Way, number][]).map(([name, port]) => ({
    name,
    port,
    delays: [] as number[],
  }))
  for (let count = -50; count < times; count++)
    for (const { port, delays } of ways) {
      const delay = await firstPiece(port, agent)
      if (count >= 0) delays.push(delay)
    }
  agent.destroy()
  const summary = ways.map(({ name, delays }) => [name, { p50: median(delays), p99: quantile(delays, 0.99) }])
  return Object.fromEntries(summary) as Record<Way, Delay>
}

const firstPiece = (port: number, agent: Agent): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = get({ port, path: '/artifacts/stream', agent }, (response) => {
      let delay: number | null = null
      response.on('data', (bytes: Buffer) => {
        const written = /data: (\d+(?:\.\d+)?)/.exec(bytes.toString())
        if (written) delay ??= performance.timeOrigin + performance.now() - Number(written[1])
      })
      response.on('end', () => (delay === null ? reject(new Error('no piece came')) : resolve(delay)))
    })
    sent.on('error', reject)
  })
