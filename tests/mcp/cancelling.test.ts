import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { shareCancellations } from '#cluster/cancellations/share.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { openStore } from '#ground/store/store.ts'
import { createCancellations } from '#surfaces/mcp/cancellations.ts'
import { OldClient, StreamableHTTPClientTransport } from '../clients/clients.ts'
import { manualClock } from '../support/manual-clock.ts'
import { bearer, callOf, post, request, startTestMcp } from '../support/mcp.ts'
import { createPostgresDatabase, postgresPrograms } from '../support/postgres.ts'
import { until } from '../support/until.ts'
import { GARDEN } from './garden.ts'
import { callThatRuns, notesOf } from './running-call.ts'

const hub = await startTestMcp({ after }, { files: GARDEN })
let members = 0
const newMember = () => hub.member(`Member ${++members}`)

const INITIALIZE = request('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
})

async function connect(key: string) {
  const answer = await post(hub.mcpUrl, INITIALIZE, bearer(key))
  const headers = { ...bearer(key), 'mcp-session-id': answer.headers.get('mcp-session-id')! }
  return {
    headers,
    cancel: (requestId: unknown) =>
      post(
        hub.mcpUrl,
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'Stop' } },
        headers,
      ),
  }
}

const stops = async () => (await notesOf(hub)).filter((note) => note === 'stopped').length

suite('a client cancels its requests [mcp.cancel]', () => {
  test('the tool ends, the call gets no response, and the cancellation is accepted', async () => {
    const { key } = await newMember()
    const { headers, cancel } = await connect(key)
    for (const meta of [{}, { _meta: { progressToken: 'p' } }]) {
      const before = await stops()
      const call = { ...callOf('wait', {}, 7), params: { name: 'wait', arguments: {}, ...meta } }
      const { answer } = await callThatRuns(hub, hub.mcpUrl, headers, call)
      assert.equal((await cancel('7')).status, 202)
      assert.equal((await cancel(8)).status, 202)
      assert.equal(await stops(), before)
      const cancelled = await cancel(7)
      assert.deepEqual([cancelled.status, await cancelled.text()], [202, ''])
      const ended = await answer
      assert.equal(ended.status, 200)
      assert.doesNotMatch(await ended.text(), /"result"|"error"/)
      assert.equal(await stops(), before + 1)
    }
  })

  test('a client that takes JSON alone hears that its request was cancelled', async () => {
    const { key } = await newMember()
    const { headers, cancel } = await connect(key)
    const json = { ...headers, accept: 'application/json' }
    const { answer } = await callThatRuns(hub, hub.mcpUrl, json, callOf('wait', {}, 'a'))
    await cancel('a')
    const { id, error } = (await (await answer).json()) as { id: string; error: { code: number } }
    assert.deepEqual([id, error.code], ['a', -32_800])
  })

  test('programs that number alike end no calls of each other, with one key or two', async () => {
    const { key } = await newMember()
    const [one, other, foreign] = [
      await connect(key),
      await connect(key),
      await connect((await newMember()).key),
    ]
    assert.notEqual(one.headers['mcp-session-id'], other.headers['mcp-session-id'])
    const { answer } = await callThatRuns(hub, hub.mcpUrl, one.headers, callOf('wait'))
    const before = await stops()
    await other.cancel(1)
    await foreign.cancel(1)
    const notification = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    await post(hub.mcpUrl, notification, bearer(key))
    const stolen = { ...foreign.headers, 'mcp-session-id': one.headers['mcp-session-id'] }
    assert.equal((await post(hub.mcpUrl, notification, stolen)).status, 202)
    assert.equal(await stops(), before)
    await one.cancel(1)
    await answer
    assert.equal(await stops(), before + 1)
  })

  test('ended and unknown requests and initialize cannot be cancelled', async () => {
    const { key } = await newMember()
    const { headers, cancel } = await connect(key)
    const call = callOf('echo', { text: 'hi' }, 3)
    assert.equal((await post(hub.mcpUrl, call, headers)).status, 200)
    assert.equal((await cancel(3)).status, 202)
    assert.match(await (await post(hub.mcpUrl, call, headers)).text(), /"hi"/)
    const batch = [
      INITIALIZE,
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    ]
    assert.equal(
      (await post(hub.mcpUrl, batch, { ...headers, 'mcp-protocol-version': '2025-03-26' })).status,
      400,
    )
    assert.equal((await post(hub.mcpUrl, INITIALIZE, headers)).status, 200)
  })

  test('one request of a batch ends, the others are answered', async () => {
    const { key } = await newMember()
    const { headers, cancel } = await connect(key)
    const before = await stops()
    const batch = [callOf('wait', {}, 1), callOf('echo', { text: 'hi' }, 2)]
    const old = { ...headers, 'mcp-protocol-version': '2025-03-26' }
    const { answer } = await callThatRuns(hub, hub.mcpUrl, old, batch)
    await cancel(1)
    const answers = (await (await answer).json()) as { id: number; error?: { code: number } }[]
    assert.deepEqual(
      answers.toSorted((a, b) => a.id - b.id).map(({ id, error }) => [id, error?.code]),
      [
        [1, -32_800],
        [2, undefined],
      ],
    )
    assert.equal(await stops(), before + 1)
  })

  test('“stop” and a time-out of the official client of the 2025 revisions end the tool', async (t) => {
    const { key } = await newMember()
    const client = new OldClient({ name: 'test', version: '1' })
    await client.connect(
      new StreamableHTTPClientTransport(new URL(hub.mcpUrl), { requestInit: { headers: bearer(key) } }),
    )
    t.after(() => client.close())
    const waiting = async () => (await notesOf(hub)).filter((note) => note === 'waiting').length
    for (const onprogress of [undefined, () => {}]) {
      const [before, begun] = [await stops(), await waiting()]
      const stop = new AbortController()
      const call = client.callTool({ name: 'wait', arguments: {} }, undefined, {
        signal: stop.signal,
        ...(onprogress && { onprogress }),
      })
      await until(async () => (await waiting()) > begun)
      stop.abort()
      await assert.rejects(call)
      await until(async () => (await stops()) > before)
    }
    const before = await stops()
    await assert.rejects(client.callTool({ name: 'wait', arguments: {} }, undefined, { timeout: 2000 }))
    await until(async () => (await stops()) > before)
  })
})

test(
  'a request ends on the instance that runs it, by the bus at once and otherwise by the database [mcp.cancel]',
  { skip: postgresPrograms ? false : 'no Postgres programs on this machine' },
  async () => {
    await using store = await openStore({ kind: 'postgres', url: await createPostgresDatabase() })
    const clock = manualClock(Date.now())
    await using bus = createLocalBus({ clock })
    await using silent = createLocalBus({ clock })
    await using parts = new AsyncDisposableStack()
    const instance = (hubSlug: string, hears: Bus) =>
      parts.use(
        createCancellations({ clock, share: shareCancellations({ hub: hubSlug, bus: hears, store, clock }) }),
      )
    const [here, there, deaf, otherHub] = [
      instance('garden', bus),
      instance('garden', bus),
      instance('garden', silent),
      instance('field', bus),
    ] as const
    const call = { email: 'bea@example.com', sessionId: '2025-06-18.x', id: 1 }
    const ended: string[] = []
    const noting = (what: string) => () => void ended.push(what)
    parts.use(there.register(call, noting('there')))
    parts.use(otherHub.register(call, noting('other Hub')))
    parts.use(there.register({ ...call, id: '1' }, noting('another id')))
    await here.cancel(call)
    assert.deepEqual(ended, ['there'])

    clock.advance(10)
    parts.use(deaf.register(call, noting('reused id')))
    const { promise: polled, resolve } = Promise.withResolvers<void>()
    parts.use(
      deaf.register({ ...call, id: 2 }, () => {
        ended.push('deaf')
        resolve()
      }),
    )
    await here.cancel({ ...call, id: 2 })
    assert.deepEqual(ended, ['there'])
    clock.advance(500)
    await polled
    assert.deepEqual(ended, ['there', 'deaf'])

    clock.advance(61_000)
    await here.cancel({ ...call, id: 3 })
    const rows = await store.db.selectFrom('mcp_cancellations').select('request').execute()
    assert.equal(rows.length, 1)
  },
)
