import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The server behind the edge in `edge.ts`: a short JSON answer, and a stream of pieces that carry their time. */
const SMALL = JSON.stringify({
  items: Array.from({ length: 20 }, (_, id) => ({ id, title: `Chat number ${id}` })),
})

const server = createServer((request, response) => {
  if (request.url === '/stream') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write(`data: ${performance.timeOrigin + performance.now()}\n\n`)
    setTimeout(() => response.end('data: end\n\n'), 5)
    return
  }
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': SMALL.length })
  response.end(SMALL)
})

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.once('disconnect', () => process.exit())
