import { createServer } from 'node:net'

/** Ports of this test process: test processes that run at the same time have different ranges. */
const PORTS_PER_PROCESS = 500
const FIRST_PORT = 11_000 + (process.pid % 40) * PORTS_PER_PROCESS
let nextPort = 0

/**
 * Ports that no process listens on, below those that systems choose for connections. A port is returned again only
 * after all others of the range: a caller may need some time until it listens.
 */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = FIRST_PORT + (nextPort++ % PORTS_PER_PROCESS)
    if (await isFree(port)) ports.push(port)
  }
  return ports
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port that no process listens on. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port!
}
