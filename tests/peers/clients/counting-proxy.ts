import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CountingProxy extends AsyncDisposable {
  readonly url: string
  forwardTo(address: string): void
  countOf(text: string): number
}

export async function startCountingProxy(): Promise<CountingProxy> {
  const seen: string[] = []
  let target = { hostname: '127.0.0.1', port: '0' }
  const server = createServer((incoming, response) => {
    const at = seen.push(JSON.stringify(incoming.headers)) - 1
    incoming.on('data', (chunk: Buffer) => (seen[at] += String(chunk)))
    const { method = 'GET', url: path = '/', headers } = incoming
    const onward = request({ ...target, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers).flushHeaders()
      answer.on('error', () => response.destroy()).pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo(address) {
      const { hostname, port } = new URL(address)
      target = { hostname, port }
    },
    countOf: (text) => seen.filter((one) => one.includes(text)).length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
