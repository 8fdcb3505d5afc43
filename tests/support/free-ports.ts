import { createServer } from 'node:net'

/** Ports of this test process; concurrent processes have other ranges. */
const PORTS_PER_PROCESS = 500
const FIRST_PORT = 11_000 + (process.pid % 40) * PORTS_PER_PROCESS
let nextPort = 0

/**
 * Free ports, below the kernel's range for connections. A port is reused only after all other ports of the range,
 * because the caller may listen later.
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

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port!
}
