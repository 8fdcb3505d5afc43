import { createServer, type Server } from 'node:net'

const FIRST_PORT = 11_000
const RANGES = 40
const PORTS_PER_RANGE = 500

let nextPort = 0
let range: Promise<number> | null = null

/**
 * Free ports, below the kernel's range for connections. Each test process has its own range: a port is free until the
 * caller listens, so two processes with one range would get the same port. Within a range, a port is reused only after
 * all others.
 */
export async function freePorts(count: number): Promise<number[]> {
  const first = await (range ??= reserveRange())
  const ports: number[] = []
  while (ports.length < count) {
    const port = first + 1 + (nextPort++ % (PORTS_PER_RANGE - 1))
    const server = await listenOn(port)
    if (server === null) continue
    await new Promise((resolve) => server.close(resolve))
    ports.push(port)
  }
  return ports
}

/** Reserves the range whose first port is free, by listening there until this process ends. */
async function reserveRange(): Promise<number> {
  for (let i = 0; i < RANGES; i++) {
    const first = FIRST_PORT + ((process.pid + i) % RANGES) * PORTS_PER_RANGE
    const server = await listenOn(first)
    if (server === null) continue
    server.unref()
    return first
  }
  throw new Error(`all ${RANGES} ranges of ports are reserved by other processes`)
}

const listenOn = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null)).listen(port, '127.0.0.1', () => resolve(server))
  })

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  return port!
}
