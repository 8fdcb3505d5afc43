import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { RequestRefused, outgoingFor } from './outgoing.ts'

const NAMES: Record<string, string> = {
  'outside.example': '93.184.216.34',
  'login.outside.example': '93.184.216.35',
  'hub.internal': '127.0.0.1',
  'metadata.internal': '169.254.169.254',
}
const parts = {
  clock: systemClock,
  resolve: async (host: string) => (NAMES[host] ? [{ address: NAMES[host], family: 4 }] : []),
}

async function startServer(t: TestContext): Promise<number> {
  const server = createServer((request, response) =>
    request.url === '/moved' ? response.writeHead(302, { location: '/' }).end() : response.end(request.url),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

test('a provider outside can’t send us inside, and plain http stays inside [integrations.addresses]', async () => {
  const refused: [base: string, url: string, written?: string[]][] = [
    ['https://outside.example/mcp', 'http://127.0.0.1:1/token'],
    ['https://outside.example/mcp', 'https://hub.internal/token'],
    ['https://outside.example/mcp', 'https://metadata.internal/latest'],
    ['https://outside.example/mcp', 'https://[::1]/token'],
    ['https://outside.example/mcp', 'http://login.outside.example/token'],
    ['http://outside.example/mcp', 'http://outside.example/mcp'],
    ['https://outside.example/mcp', 'https://nowhere.example/'],
    ['https://outside.example/mcp', 'file:///etc/passwd'],
  ]
  for (const [base, url, written = []] of refused)
    await assert.rejects(outgoingFor(base, written, parts)(url), RequestRefused, url)
})

test('an administrator’s address may be internal, and so may addresses from an internal provider [integrations.addresses]', async (t) => {
  const port = await startServer(t)
  const own = `http://hub.internal:${port}/own`
  assert.equal(await (await outgoingFor(own, [], parts)(own)).text(), '/own')
  const other = `http://127.0.0.1:${port}/token`
  assert.equal(await (await outgoingFor('http://hub.internal/mcp', [], parts)(other)).text(), '/token')
  const written = outgoingFor('https://outside.example/authorize', [other], parts)
  assert.equal(await (await written(other)).text(), '/token')
})

test('redirects are not followed [integrations.addresses]', async (t) => {
  const url = `http://127.0.0.1:${await startServer(t)}/moved`
  assert.equal((await outgoingFor(url, [], parts)(url)).status, 302)
})
