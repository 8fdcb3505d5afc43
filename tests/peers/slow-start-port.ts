import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Ports below those of the tests. */
const [FIRST, LAST] = [5_000, 10_900]

export async function slowStartPort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
