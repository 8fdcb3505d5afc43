import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createPorts, portAt, portsIn } from './ports.ts'
import type { GatewayRecord } from './record.ts'

test('the ports of a thousand bridges and a thousand receivers never meet [gateway.ports]', () => {
  const places = Array.from({ length: 1000 }, (_, place) => place)
  const ports = [8000, 8100].flatMap((first) => places.map((place) => portAt(first, place)))
  assert.equal(new Set(ports).size, 2000)
  assert.deepEqual(
    [portAt(8000, 0), portAt(8000, 99), portAt(8000, 100), portAt(8100, 100)],
    [8000, 8099, 8200, 8300],
  )
})

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

const portsOf = (record: Pick<GatewayRecord, 'ports'>, first: number) =>
  createPorts({ record, first: { bridge: first, inbound: first }, save: () => {} })

test('a remembered port that another program took is replaced for good, and told [gateway.ports]', async (t) => {
  const taken = await takenPort(t)
  const record: Pick<GatewayRecord, 'ports'> = { ports: { garden: { bridge: taken } } }
  const { ports, remarks } = await portsOf(record, taken).settle('garden', ['bridge'], {})
  assert.ok(ports.bridge !== null && ports.bridge > taken)
  assert.match(remarks[0]!, new RegExp(`port ${taken}, .* taken by .*${ports.bridge} from now on`))
  assert.deepEqual(record.ports, { garden: { bridge: ports.bridge } })
})

test('a remembered port of a Hub is given to no other Hub, also if the Hub is not served [gateway.ports]', async (t) => {
  const first = await takenPort(t)
  const record: Pick<GatewayRecord, 'ports'> = { ports: {} }
  const { ports: garden } = await portsOf(record, first).settle('garden', ['bridge', 'inbound'], {})
  assert.notEqual(garden.bridge, garden.inbound)
  const later = portsOf(record, first)
  const { ports: kitchen } = await later.settle('kitchen', ['bridge'], {})
  assert.ok(![garden.bridge, garden.inbound].includes(kitchen.bridge))
  assert.deepEqual((await later.settle('garden', ['bridge', 'inbound'], {})).ports, garden)
})

test('a port of a Hub’s own that another has is refused with who has it [gateway.ports]', async (t) => {
  const taken = await takenPort(t)
  const ports = portsOf({ ports: {} }, 0)
  await assert.rejects(ports.settle('garden', ['bridge'], { bridge: taken }), /BRIDGE_PORT\) is taken by/)
  const { ports: mine } = await ports.settle('garden', ['bridge'], {})
  await assert.rejects(ports.settle('kitchen', ['bridge'], { bridge: mine.bridge! }), /taken by garden/)
})

test('a port in the .env of a Hub that is not a port number is refused with its variable [gateway.ports]', () => {
  for (const wrong of ['abc', '70000', '-1', '80.5', '0x50'])
    assert.throws(() => portsIn({ BRIDGE_PORT: wrong }), {
      name: 'PortRefused',
      message: `BRIDGE_PORT in its .env is ${wrong}, which is no port; set a number from 0 to 65535, or remove it`,
    })
  assert.throws(() => portsIn({ SVC_INBOUND_PORT: 'x' }), /SVC_INBOUND_PORT/)
  assert.deepEqual(portsIn({ BRIDGE_PORT: ' 8001 ', SVC_INBOUND_PORT: '' }), { bridge: 8001 })
})
