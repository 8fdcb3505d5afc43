import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Starts a proxy library, configured as in its documentation, with keep-alive. */
const [folder = '', name = '', port = ''] = process.argv.slice(2)
const upstream = `http://127.0.0.1:${port}`
const require = createRequire(join(folder, 'package.json'))
const server = name === 'http-proxy-3' ? await httpProxy() : await fastifyProxy()
process.send!({ port: (server.address() as AddressInfo).port })
process.once('disconnect', () => process.exit())

async function httpProxy() {
  const { Agent } = require('node:http')
  const { createProxyServer } = require(name)
  const proxy = createProxyServer({ target: upstream, agent: new Agent({ keepAlive: true }) })
  const server = createServer((request, response) => proxy.web(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

async function fastifyProxy() {
  const app = require('fastify')()
  app.register(require(name), { upstream })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server
}
