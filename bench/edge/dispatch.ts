import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'undici'

/** Lower bound of the edge's cost: a proxy built from `node:http` and undici, without rules and header changes. */
const [upstream = '', streams = ''] = process.argv.slice(2).map((port) => `http://127.0.0.1:${port}`)
const pools = { upstream: new Pool(upstream), streams: new Pool(streams) }

const server = createServer((request, response) => {
  const pool = request.url!.startsWith('/artifacts') ? pools.streams : pools.upstream
  pool.dispatch(
    { method: 'GET', path: request.url!, headers: request.rawHeaders },
    {
      onRequestStart() {},
      onResponseStart: (controller, status) =>
        void response.writeHead(status, (controller.rawHeaders as Buffer[]).map(String)),
      onResponseData: (_controller, chunk) => void response.write(chunk),
      onResponseEnd: () => void response.end(),
      onResponseError: (_controller, error) => void response.destroy(error),
    },
  )
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.once('disconnect', () => process.exit())
