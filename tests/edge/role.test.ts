import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { PortTaken } from '#ground/base/http-server.ts'
import { startEdge } from '../../src/processes/edge.ts'
import { rawRequest } from '../support/raw-http.ts'
import { startRecordingServer } from '../support/recording-server.ts'
import { freePorts } from '../support/free-ports.ts'

async function startRole(t: TestContext, environment: Record<string, string> = {}) {
  const hubFolder = await mkdtemp(join(tmpdir(), 'edge-role-'))
  t.after(() => rm(hubFolder, { recursive: true }))
  const chatapp = await startRecordingServer(t, 'from chatapp')
  const bridge = await startRecordingServer(t, 'from bridge')
  const role = await startEdge({
    hubFolder,
    environment: {
      PORT: '0',
      SVC_CHATAPP_PORT: String(chatapp.port),
      BRIDGE_PORT: String(bridge.port),
      SVC_LOG_LEVEL: 'error',
      ...environment,
    },
  })
  t.after(() => role[Symbol.asyncDispose]())
  return { role, chatapp, bridge }
}

test('the edge role forwards according to the environment [edge.role]', async (t) => {
  const { role, chatapp } = await startRole(t, { MCP_SERVER: 'true', SVC_PUBLIC_URL: 'https://hub.test' })
  assert.equal(await (await fetch(`${role.url}/`)).text(), 'from chatapp')
  assert.equal(await (await fetch(`${role.url}/mcp`)).text(), 'from bridge')
  assert.equal((await fetch(`${role.url}/svc-portal-navigation.js`)).status, 200)
  assert.equal(chatapp.received[0]!.headers['x-forwarded-proto'], 'https')
})

test('only configured proxies may name the client they forward for [edge.trusted-proxies]', async (t) => {
  const seen = async (environment: Record<string, string>) => {
    const { role, chatapp } = await startRole(t, environment)
    await fetch(`${role.url}/`, { headers: { 'X-Forwarded-For': '192.0.2.1, 203.0.113.9' } })
    return chatapp.received[0]!.headers['x-forwarded-for']
  }
  assert.equal(await seen({}), '127.0.0.1')
  assert.equal(await seen({ SVC_TRUSTED_PROXIES: '10.0.0.1' }), '127.0.0.1')
  assert.equal(await seen({ SVC_TRUSTED_PROXIES: '10.0.0.1, 127.0.0.0/8' }), '203.0.113.9')
  await assert.rejects(startRole(t, { SVC_TRUSTED_PROXIES: 'proxy.example' }), /SVC_TRUSTED_PROXIES/)
})

for (const family of ['X-Acme-Chat', 'x-FORWARDED', 'X-Svcx'])
  test(`the family ${family} is removed like the usual ones when the web chat names people by it [edge.strip-family]`, async (t) => {
    const { role, chatapp, bridge } = await startRole(t, { SVC_CHATAPP_HEADER_PREFIX: family })
    const forged = [family, 'X-ChatApp', 'X-OpenWebUI', 'X-Svc'].flatMap((prefix) => [
      `${prefix}-User-Email: mallory@evil.test`,
      `${prefix.toUpperCase()}-USER-ROLE: admin`,
      `${prefix.replaceAll('-', '_')}_User_Id: 1`,
      `${prefix}_Anything: 1`,
    ])
    const port = Number(new URL(role.url).port)
    const send = (head: string, body = '') =>
      rawRequest(port, `${[head, 'Host: localhost', ...forged].join('\r\n')}\r\n${body}`)
    const connection = `Connection: close, ${family}-User-Email`
    await send('GET /plain HTTP/1.1', `${connection}\r\nX-Kept: 1\r\n\r\n`)
    await send('GET /portal/x HTTP/1.1', 'Connection: close\r\n\r\n')
    await send('GET /api/models HTTP/1.1', 'Connection: close\r\n\r\n')
    const trailer = `${family}-User-Email`
    const chunks = `2\r\nhi\r\n0\r\n${trailer}: mallory\r\n\r\n`
    await send(
      'POST /trailers HTTP/1.1',
      `Connection: close\r\nTrailer: ${trailer}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
    )
    await send('GET /ws HTTP/1.1', 'Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const targets = chatapp.received.map(({ target }) => target)
    assert.deepEqual(targets, ['/plain', '/api/models', '/trailers', '/ws'])
    const ours = /-(user-(email|role|id)|anything)$/
    assert.ok(bridge.received.length > 1)
    for (const { rawHeaders, target } of [...chatapp.received, ...bridge.received]) {
      const names = rawHeaders.filter((_, index) => index % 2 === 0)
      const left = names
        .map((name) => name.toLowerCase().replaceAll('_', '-'))
        .filter((name) => ours.test(name))
      assert.deepEqual(left, [], target)
    }
    assert.equal(chatapp.received[0]!.headers['x-kept'], '1')
  })

test('with the lock on, changes of the web chat’s groups are refused and reading them is not [edge.locks]', async (t) => {
  const { role, chatapp } = await startRole(t, { SVC_LOCK_CHATAPP_ACCESS_UI: 'true' })
  const send = async (method: string, path: string) => {
    const answer = await fetch(role.url + path, { method, headers: { cookie: 'token=x' } })
    return [answer.status, await answer.text()]
  }
  const locked = [403, '{"detail":"This is managed in the Console and locked here","code":"locked"}']
  assert.deepEqual(await send('POST', '/api/v1/groups/create'), locked)
  assert.deepEqual(await send('DELETE', '/api/v1/%67roups//id/1/delete'), locked)
  assert.equal(chatapp.received.length, 0)
  assert.deepEqual(await send('GET', '/api/v1/groups/'), [200, 'from chatapp'])
  assert.deepEqual(await send('POST', '/api/v1/chats/new'), [200, 'from chatapp'])
})

test('other prefixes are locked in place of the groups, and none without the lock [edge.locks]', async (t) => {
  const prefixes = { SVC_CHATAPP_LOCKED_PREFIXES: '/api/v1/models,/api/v1/tools/' }
  const statusOf = async (environment: Record<string, string>, path: string) => {
    const { role } = await startRole(t, environment)
    return (await fetch(role.url + path, { method: 'POST' })).status
  }
  const on = { SVC_LOCK_CHATAPP_ACCESS_UI: 'true', ...prefixes }
  assert.equal(await statusOf(on, '/api/v1/models/create'), 403)
  assert.equal(await statusOf(on, '/api/v1/tools/create'), 403)
  assert.equal(await statusOf(on, '/api/v1/groups/create'), 200)
  assert.equal(await statusOf(prefixes, '/api/v1/models/create'), 200)
})

test('a taken port is refused by the name of its variable [edge.role]', async (t) => {
  const { role } = await startRole(t)
  await assert.rejects(
    startRole(t, { PORT: new URL(role.url).port }),
    (error) => error instanceof PortTaken && error.variable === 'PORT',
  )
})

test('load balancers learn that the edge runs and that it serves, also while it closes [edge.health]', async (t) => {
  const [port] = await freePorts(1)
  const { role, chatapp, bridge } = await startRole(t, { SVC_EDGE_HEALTH_PORT: String(port) })
  const asked = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    return [answer.status, (await answer.json()) as { missing?: string[] }] as const
  }
  assert.deepEqual(await asked('/healthz'), [200, { status: 'ok' }])
  assert.deepEqual(await asked('/readyz'), [200, { status: 'ready', missing: [] }])
  await bridge.close()
  assert.deepEqual(await asked('/readyz'), [503, { status: 'not_ready', missing: ['no Hub answers'] }])
  let finish = () => {}
  chatapp.server.removeAllListeners('request').on('request', (_, response) => {
    response.write('half')
    finish = () => response.end()
  })
  await (await fetch(`${role.url}/slow`)).body!.getReader().read()
  const closed = role[Symbol.asyncDispose]()
  assert.deepEqual(await asked('/readyz'), [503, { status: 'not_ready', missing: ['it is stopping'] }])
  assert.equal((await asked('/healthz'))[0], 200)
  assert.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 404)
  finish()
  await closed
})
