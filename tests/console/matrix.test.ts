import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ConsoleRoute } from '#ground/api/contract.ts'
import { systemClock } from '#ground/base/clock.ts'
import { CONTRACTS } from '#processes/contracts.ts'
import { createSpanLedger } from '#core/traces/ledger.ts'
import { ask } from '../support/matrix.ts'
import { expectedAnswer, kindsOf, type Kind } from './callers.ts'
import { startCast, type Cast } from './cast.ts'
import { matrixOf, type Beside, type Things } from './matrix.ts'

const hub = await startCast(
  { after },
  {
    files: { 'tasks/water.md': '---\nrun: water.sh\n---\n', 'tasks/water.sh': 'true\n' },
    environment: { MCP_OAUTH: 'true', WEBHOOK_INBOUND_SECRET: 'sesame' },
  },
)
await hub.addPerson('Quinn')
const matrix = matrixOf(await thingsOf(hub)) as Readonly<Record<string, Beside>>
const kinds: readonly [string, Kind][] = Object.entries(await kindsOf(hub))

for (const [name, route] of Object.values(CONTRACTS).flatMap((routes) =>
  Object.entries<ConsoleRoute>(routes),
))
  test(`${route.method} ${route.base}${route.path} answers every kind of caller as its level and Hub say [console.matrix]`, async () => {
    const entry = matrix[name] ?? {}
    const answers = await Promise.all(
      kinds.map(async ([kind, { headers }]) => {
        const { status, json } = await ask(hub.url, route, entry, headers)
        return [kind, [status, json?.code]]
      }),
    )
    const expected = kinds.map(([title, kind]) => [title, expectedAnswer(route, entry, kind)])
    assert.deepEqual(Object.fromEntries(answers), Object.fromEntries(expected))
    if (!route.isLive) return
    const elsewhere = await Promise.all(
      kinds.map(async ([kind, { headers }]) => {
        const { status, json } = await ask(hub.bridges[1]!, route, entry, headers)
        return [kind, [status, json?.code]]
      }),
    )
    assert.deepEqual(Object.fromEntries(elsewhere), Object.fromEntries(expected), 'by another Hub’s bridge')
  })

function aboutUnknown(entry: Beside): Beside | null {
  const text = JSON.stringify(entry)
  const unknown = text.replaceAll(/"(hub|agent)":"(garden|attic)"/g, '"$1":"nowhere"')
  return unknown === text ? null : (JSON.parse(unknown) as Beside)
}

for (const [name, route] of Object.values(CONTRACTS).flatMap((routes) =>
  Object.entries<ConsoleRoute>(routes).filter(
    ([, { level }]) => level === 'admin' || level === 'organization',
  ),
)) {
  const unknown = aboutUnknown(matrix[name] ?? {})
  if (unknown !== null)
    test(`${route.method} ${route.base}${route.path} does not show whether a Hub exists [console.unknown-hub]`, async () => {
      const answers = async (entry: Beside, { token }: { token: string }) => {
        const headers = { cookie: `token=${token}`, origin: hub.origin }
        const { status, json } = await ask(hub.url, route, entry, headers)
        return [status, json?.code, String(json?.detail).replaceAll(/garden|attic|nowhere/gi, 'HUB')]
      }
      assert.deepEqual((await answers(unknown, hub.admin)).slice(0, 2), [404, 'not_found'])
      const toOthers = await answers(unknown, hub.olga)
      assert.equal(toOthers[0], 403)
      assert.deepEqual(toOthers, await answers(matrix[name] ?? {}, hub.olga))
    })
}

for (const name of ['listMemory', 'eraseMemory'] as const)
  test(`${name} does not show whether a Hub exists [console.unknown-hub]`, async () => {
    const { token } = await hub.addPerson(`Stranger of ${name}`)
    const headers = { cookie: `token=${token}`, origin: hub.origin }
    const route = Object.values(CONTRACTS)
      .flatMap((routes) => Object.entries<ConsoleRoute>(routes))
      .find(([known]) => known === name)![1]
    const answers = [matrix[name] ?? {}, aboutUnknown(matrix[name] ?? {})!].map(async (entry) => {
      const { status, json } = await ask(hub.url, route, entry, headers)
      return [status, json?.items ?? json?.erased]
    })
    const [known, unknown] = await Promise.all(answers)
    assert.deepEqual(known, unknown)
  })

test('the description has every route there is, once [console.openapi]', async () => {
  const { json } = await hub.admin.get('/openapi.json')
  const described = Object.values<object>(json.paths).flatMap((path) => Object.values(path))
  const named = Object.values(CONTRACTS).flatMap((routes) => Object.keys(routes))
  assert.equal(described.length, named.length)
  assert.equal(new Set(named).size, named.length)
})

async function thingsOf({ admin, url, store }: Cast): Promise<Things> {
  const started = await admin.post('/workflows/run', { hub: 'garden', workflow: 'md:water' })
  assert.equal(started.status, 200, started.text)
  const trace = 'a'.repeat(32)
  const ledger = createSpanLedger({
    store: async () => store,
    clock: systemClock,
    hub: 'garden',
    onDropped: () => {},
    onFailure: (error) => assert.fail(String(error)),
  })
  const [name, spanId] = ['watered', 'b'.repeat(16)]
  const times = { startMs: 1, endMs: 2, failed: false }
  ledger.record({
    traceId: trace,
    spanId,
    parentSpanId: null,
    name,
    kind: 'internal',
    service: 'bridge',
    attributes: {},
    ...times,
  })
  await ledger.flush()
  const redirect_uri = 'http://127.0.0.1/callback'
  const registered = await fetch(`${url}/mcp/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Watering can', redirect_uris: [redirect_uri] }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  return { run: started.json.run_id, trace, program: { client_id, redirect_uri } }
}
