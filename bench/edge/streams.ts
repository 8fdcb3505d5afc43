import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Each piece contains the time at which it was written. `/events` sends ten pieces per second; other paths send a
 * single piece.
 */
const server = createServer((request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  notify(response)
  if (request.url!.endsWith('/events')) {
    const timer = setInterval(notify, 100, response)
    response.once('close', () => clearInterval(timer))
  } else setTimeout(() => response.end('data: end\n\n'), 5)
})

const notify = (response: ServerResponse) =>
  response.write(`data: ${performance.timeOrigin + performance.now()}\n\n`)

server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))
process.once('disconnect', () => process.exit())
