import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { AddressRefused, PortsTaken, settleAddresses, urlOf } from './addresses.ts'
import { portOwner } from './port-owner.ts'

const ALL = ['bridge', 'chatapp', 'edge'] as const
const FREE = { PORT: '0', BRIDGE_PORT: '0', SVC_INBOUND_PORT: '0' }

test('port 0 becomes a free port, which every process gets [supervisor.ports]', async () => {
  const { roles, environment } = await settleAddresses(FREE, ALL)
  const ports = [roles.edge!.port, roles.chatapp!.port, roles.bridge!.port]
  assert.equal(new Set(ports).size, 3)
  assert.ok(ports.every((port) => port > 0))
  assert.deepEqual(
    [environment['PORT'], environment['SVC_CHATAPP_PORT'], environment['BRIDGE_PORT']],
    ports.map(String),
  )
  assert.notEqual(environment['SVC_INBOUND_PORT'], '0')
})

test('without an edge the web chat takes the public host and port [supervisor.no-edge]', async () => {
  const { roles } = await settleAddresses({ ...FREE, SVC_HOST: '0.0.0.0' }, ['bridge', 'chatapp'])
  assert.equal(roles.edge, null)
  assert.equal(roles.chatapp!.variable, 'PORT')
  assert.equal(roles.chatapp!.host, '0.0.0.0')
  assert.equal(urlOf(roles.chatapp!), `http://127.0.0.1:${roles.chatapp!.port}`)
})

async function takenPort(t: TestContext): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  t.after(() => holder.close())
  return (holder.address() as AddressInfo).port
}

test('occupied ports are refused together, each with its variable and its owner [supervisor.port-taken]', async (t) => {
  const [front, bridge, chatapp] = [await takenPort(t), await takenPort(t), await takenPort(t)]
  const environment = {
    ...FREE,
    PORT: String(front),
    BRIDGE_PORT: String(bridge),
    SVC_CHATAPP_PORT: String(chatapp),
  }
  await assert.rejects(settleAddresses(environment, ALL), (error) => {
    assert.ok(error instanceof PortsTaken)
    assert.deepEqual(
      error.ports.map(({ port, variable }) => [variable, port]),
      [
        ['PORT', front],
        ['SVC_CHATAPP_PORT', chatapp],
        ['BRIDGE_PORT', bridge],
      ],
    )
    return true
  })
  if (process.platform === 'linux') assert.equal((await portOwner(front))?.pid, process.pid)
})

test('only the web chat moves to another port, and only if its port is not configured [supervisor.port-aside]', async (t) => {
  const front = await freePortBelow(25_000)
  const usual = createServer().listen(front + 40_000, '127.0.0.1')
  await once(usual, 'listening')
  t.after(() => usual.close())
  const { roles, chatappMovedFrom, environment } = await settleAddresses(
    { ...FREE, PORT: String(front) },
    ALL,
  )
  assert.equal(roles.edge!.port, front)
  assert.equal(chatappMovedFrom, front + 40_000)
  assert.notEqual(roles.chatapp!.port, front + 40_000)
  assert.equal(environment['SVC_CHATAPP_PORT'], String(roles.chatapp!.port))
  const set = { ...FREE, PORT: String(front), SVC_CHATAPP_PORT: String(front + 40_000) }
  await assert.rejects(settleAddresses(set, ALL), PortsTaken)
})

/** The web chat's default port is derived from this port and must be valid too. */
async function freePortBelow(limit: number): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, limit)
    const { chatappMovedFrom } = await settleAddresses({ ...FREE, PORT: String(port) }, ALL).catch(() => ({
      chatappMovedFrom: port,
    }))
    if (chatappMovedFrom === null) return port
  }
}

test('a port without a listener has no owner', async () => {
  assert.equal(await portOwner(1), null)
})

test('an invalid port is left to the configuration check [supervisor.ports]', async () => {
  for (const bad of ['eight', '-1', '80.5', '65536', '99999']) {
    const { environment } = await settleAddresses({ ...FREE, BRIDGE_PORT: bad }, ALL)
    assert.equal(environment['BRIDGE_PORT'], bad)
  }
})

test('an address that nothing can listen at is one line that names the variable [supervisor.ports]', async () => {
  const refused = (environment: Record<string, string>, expected: RegExp) =>
    assert.rejects(
      settleAddresses({ ...FREE, ...environment }, ALL),
      (error) => error instanceof AddressRefused && expected.test(error.message),
    )
  await refused({ SVC_HOST: '192.0.2.1' }, /^SVC_HOST: this machine has no address 192\.0\.2\.1$/)
  await refused({ SVC_HOST: 'nohost.invalid' }, /^SVC_HOST: this machine has no address nohost\.invalid$/)
  const { roles } = await settleAddresses(FREE, ALL)
  const port = String(roles.edge!.port)
  await refused({ PORT: port, BRIDGE_PORT: port }, new RegExp(`^PORT and BRIDGE_PORT are both ${port}$`))
})
