import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/** Lower bound for durable storage: syncs each body to its own file before it responds. */
const [folder] = process.argv.slice(2)
let count = 0
const server = createServer((request, response) => {
  void (async () => {
    const body = await buffer(request)
    const file = await open(join(folder!, `${count++}.json`), 'wx')
    await file.writeFile(body)
    await file.sync()
    await file.close()
    response.writeHead(200, { 'Content-Length': 2 }).end('ok')
  })()
})
server.listen(0, '127.0.0.1', () =>
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }),
)
process.once('disconnect', () => process.exit())
