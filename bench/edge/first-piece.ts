import { get, Agent } from 'node:http'
import { median, quantile } from '../support/statistics.ts'

/** Milliseconds. */
export interface Delay {
  p50: number
  p99: number
}

/**
 * From the writing of a stream's first piece to its arrival here. Streams are asked for one after the other, from each
 * port in turn, so nothing is ever busy.
 */
export async function firstPieces(
  ports: Record<string, number>,
  times: number,
): Promise<Record<string, Delay>> {
  const agent = new Agent({ keepAlive: true })
  const delays: Record<string, number[]> = Object.fromEntries(Object.keys(ports).map((name) => [name, []]))
  for (let count = -50; count < times; count++)
    for (const [name, port] of Object.entries(ports)) {
      const delay = await firstPiece(port, agent)
      if (count >= 0) delays[name]!.push(delay) // the first ones warm up
    }
  agent.destroy()
  return Object.fromEntries(
    Object.entries(delays).map(([name, each]) => [name, { p50: median(each), p99: quantile(each, 0.99) }]),
  )
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
