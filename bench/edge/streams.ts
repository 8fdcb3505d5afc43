import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A stream whose first piece carries the time it was written. */
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  response.write(`data: ${performance.timeOrigin + performance.now()}\n\n`)
  setTimeout(() => response.end('data: end\n\n'), 5)
})

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.once('disconnect', () => process.exit())
