import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { EdgeHub } from '#surfaces/edge/hubs.ts'
import { movingHubs, startTestEdge } from '../support/edge.ts'
import { rawRequest } from '../support/raw-http.ts'
import { startRecordingServer } from '../support/recording-server.ts'

/** `saw`: who received the request and with which target, or why it was refused. */
type Row = readonly [sent: string, saw: string]

const ONE_HUB: readonly Row[] = [
  ['/artifacts/x', 'bridge /artifacts/x'],
  ['/artifacts/%78?t=%2e%2e/', 'bridge /artifacts/%78?t=%2e%2e/'],
  ['/artifacts//x', 'bridge /artifacts//x'],
  ['/%61rtifacts/x', 'chatapp /%61rtifacts/x'],
  ['/Artifacts/x', 'chatapp /Artifacts/x'],
  ['/artifacts%2fx', 'chatapp /artifacts%2fx'],
  ['/artifacts;a=1/x', 'chatapp /artifacts;a=1/x'],
  ['/artifacts/..;/v1/models', 'bridge /artifacts/..;/v1/models'],
  ['/artifacts/x;..', 'bridge /artifacts/x;..'],
  ['/a;..', 'chatapp /a;..'],
  ['/portal/%252e%252e/v1/models', 'bridge /portal/%252e%252e/v1/models'],
  ['/v1/models', 'chatapp /v1/models'],
  ['/portal/../v1/models', '400 dot_segment'],
  ['/portal/%2e%2E/v1/models', '400 dot_segment'],
  ['/portal/..%2fv1/models', '400 dot_segment'],
  ['/portal/..%5cv1/models', '400 dot_segment'],
  ['/portal\\..\\v1', '400 dot_segment'],
  ['/portal\\x', '400 bad_target'],
  ['//portal/x', '400 bad_target'],
  ['/%2fportal/x', '400 bad_target'],
  ['/portal/%00', '400 bad_address'],
  ['/portal/api/people/a%1Cb', '400 bad_address'],
  ['/portal/a%0ab?x', '400 bad_address'],
  ['/portal/%7F', '400 bad_address'],
  ['/portal/x#y', '400 bad_target'],
  ['http://hub.test/portal/x', '400 bad_target'],
  ['/webhooks/garden/x', 'inbound /webhooks/garden/x'],
  ['/webhooks/g%61rden/x', '404 not_found'],
  ['/webhooks//garden/x', '404 not_found'],
  ['/b/garden/artifacts/x', 'chatapp /b/garden/artifacts/x'],
]

const GATEWAY: readonly Row[] = [
  ['/b/ash/artifacts/x', 'ash /artifacts/x'],
  ['/b/ash/artifacts', 'ash /artifacts'],
  ['/b/ash/artifacts?x', 'ash /artifacts?x'],
  ['/b/ash/artifacts/%78%20y?t=%2e%2e/', 'ash /artifacts/%78%20y?t=%2e%2e/'],
  ['/b/ash/artifacts//x', 'ash /artifacts//x'],
  ['/b/ash/artifacts/..;/v1/models', 'ash /artifacts/..;/v1/models'],
  ['/b/ash/artifacts/%252e%252e/v1', 'ash /artifacts/%252e%252e/v1'],
  ['/b/gr%C3%B6%C3%9Fe/mcp', 'größe /mcp'],
  ['/b/gr%c3%b6%c3%9fe/mcp', 'größe /mcp'],
  ['/b/ash/%61rtifacts/x', '404 not_found'],
  ['/b/%61sh/artifacts/x', '404 not_found'],
  ['/b/Ash/artifacts/x', '404 not_found'],
  ['/b/ash/Artifacts/x', '404 not_found'],
  ['/b//ash/artifacts/x', '404 not_found'],
  ['/b/ash//artifacts/x', '404 not_found'],
  ['/b/ash;a/artifacts/x', '404 not_found'],
  ['/b/ash/artifacts;a/x', '404 not_found'],
  ['/b/ash/artifacts%2fx', '404 not_found'],
  ['/b/ash%2fartifacts/x', '404 not_found'],
  ['/b/gr%C3%B6%C3%9F%65/mcp', '404 not_found'],
  ['/b/gr%C3/mcp', '404 not_found'],
  ['/b/ash/..;/v1/models', '404 not_found'],
  ['/b/ash', '404 not_found'],
  ['/b/ash/v1/models', '404 not_found'],
  ['/b/ash/portal/api/me', '404 not_found'],
  ['/b/ash/otel/v1/traces', '404 not_found'],
  ['/b/ash/b/ash/artifacts', '404 not_found'],
  ['/b/oak/artifacts/x', '404 not_found'],
  ['/b/ash/artifacts/../v1/models', '400 dot_segment'],
  ['/b/ash/artifacts/..%2fv1', '400 dot_segment'],
  ['/b/ash/artifacts/%2e%2e/v1', '400 dot_segment'],
  ['/b/ash\\artifacts', '400 bad_target'],
  ['//b/ash/artifacts/x', '400 bad_target'],
  ['/B/ash/artifacts/x', 'chatapp /B/ash/artifacts/x'],
  ['/%62/ash/artifacts/x', 'chatapp /%62/ash/artifacts/x'],
  ['/b%2fash/artifacts/x', 'chatapp /b%2fash/artifacts/x'],
  ['/artifacts/x', 'chatapp /artifacts/x'],
  ['/mcp', 'chatapp /mcp'],
  ['/portal/x', 'ash /portal/x'],
  ['/webhooks/ash/x', 'receiver /webhooks/ash/x'],
  ['/webhooks/gr%C3%B6%C3%9Fe', '404 not_found'],
]

test('a single Hub receives each spelling as expected [edge.spellings]', async (t) => {
  const edge = await startTestEdge(t)
  const { chatapp, bridge, inbound } = edge
  await compare(t, { port: edge.port, servers: { chatapp, bridge, inbound } }, ONE_HUB)
})

test('a gateway receives each spelling as expected [edge.spellings]', async (t) => {
  const { edge, servers } = await startGateway(t)
  await compare(t, { port: edge.port, servers }, GATEWAY)
})

const BEFORE = [
  '',
  '/',
  '/b',
  '/b/',
  '/b/ash',
  '/b/ash/',
  '/b/ash/mcp',
  '/b/ash/artifacts',
  '/%62/ash',
  '/b/./ash',
]
const BETWEEN = ['/', '//', '/%2e%2e/', '/..%2f', '/..;/', '\\', '%2f', '/;/', '/%252e%252e/', '/\t/']
const PRIVATE = ['v1/models', 'uploads/c/x', 'healthz', 'otel/v1/traces', 'portal/api/me']

test('no prefix in any spelling reaches private parts of bridges [edge.spellings] [edge.bridge-private]', async (t) => {
  const { edge, servers } = await startGateway(t)
  let sent = 0
  for (const before of BEFORE)
    for (const between of BETWEEN)
      for (const path of PRIVATE) {
        await rawRequest(edge.port, getting(`${before}${between}${path}`))
        sent++
      }
  for (const slug of ['ash', 'größe'] as const)
    for (const { target } of servers[slug].received)
      assert.match(new URL(target, 'http://bridge').pathname, /^\/(?:artifacts|mcp|portal)(?:\/|$)/, target)
  for (const { target } of servers.ash.received.filter(({ target }) => target.startsWith('/portal')))
    assert.equal(target, '/portal/api/me')
  t.diagnostic(`${sent} spellings; the bridge saw ${servers.ash.received.length}, none of them private`)
})

async function startGateway(t: TestContext) {
  const [ash, größe, receiver] = await Promise.all([1, 2, 3].map(() => startRecordingServer(t)))
  const hub = (slug: string, bridge: string, inbound: string | null): EdgeHub => ({
    slug,
    bridge,
    inbound,
    mcp: true,
    mcpSignIn: false,
  })
  const hubs = movingHubs([hub('ash', ash!.url, receiver!.url), hub('größe', größe!.url, null)])
  const edge = await startTestEdge(t, { isGateway: true, hubs })
  return { edge, servers: { ash: ash!, größe: größe!, receiver: receiver!, chatapp: edge.chatapp } }
}

interface Side {
  port: number
  servers: Record<string, { received: readonly { target: string }[] }>
}

async function compare(t: TestContext, { port, servers }: Side, rows: readonly Row[]): Promise<void> {
  const seen: Row[] = []
  for (const [sent] of rows) {
    const before = Object.values(servers).map(({ received }) => received.length)
    const { status, answer } = await rawRequest(port, getting(sent))
    const arrived = Object.entries(servers).flatMap(([name, { received }], index) =>
      received.slice(before[index]).map(({ target }) => `${name} ${target}`),
    )
    const code = /"code":"(\w+)"/.exec(answer)?.[1]
    seen.push([sent, arrived.length > 0 ? arrived.join(', ') : `${status} ${code}`])
  }
  for (const [sent, saw] of seen) t.diagnostic(`${sent.padEnd(42)} ${saw}`)
  assert.deepEqual(seen, rows)
}

const getting = (target: string) => `GET ${target} HTTP/1.1\r\nHost: hub.test\r\nConnection: close\r\n\r\n`
