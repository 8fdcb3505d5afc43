import assert from 'node:assert/strict'
import { request as httpRequest } from 'node:http'
import { after, describe, test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { startTestBridge, type TestBridge } from '../support/bridge.ts'
import { startCollector, type Collector } from '../support/collector.ts'
import type { Ending } from '../support/console.ts'
import {
  protobufOf,
  readProtobufAnswer,
  readProtobufRequest,
  requestOf,
  spansIn,
  TRACE,
} from '../traces/support/otlp.ts'
import { storeOf } from '../support/own-services.ts'

const TYPES = { json: 'application/json', protobuf: 'application/x-protobuf' } as const
const TOOL = { name: 'claude_code.tool', attributes: { tool_name: 'Bash' } }

async function start(t: Ending, more: Record<string, string> = {}) {
  const collector = await startCollector(t as TestContext)
  const bridge = await startTestBridge(t, {
    environment: {
      SVC_AGENT_MODE: 'process',
      SVC_AGENT_COMMAND: 'true',
      SVC_OTEL_NORMALIZE: 'true',
      SVC_OTEL_ENDPOINT: collector.url,
      ...more,
    },
  })
  return { bridge, collector }
}

const { bridge: shared } = await start({ after })

const post = (
  bridge: TestBridge,
  body: Uint8Array | string,
  headers: Record<string, string> = { 'content-type': TYPES.json },
) => fetch(`${bridge.url}/otel/v1/traces`, { method: 'POST', body: body as string, headers })

const partial = async (answer: Response) => {
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { partialSuccess?: { rejectedSpans: string; errorMessage: string } })
    .partialSuccess
}

const foreign = (collector: Collector, name: string) =>
  collector.arrival((parcel) => {
    const request =
      parcel.type === TYPES.json ? JSON.parse(parcel.body.toString()) : readProtobufRequest(parcel.body)
    return spansIn(request).find((span) => span.name === name)
  })

describe('the route for traces', () => {
  test('JSON is normalised, forwarded and answered in JSON, without a key [otel.accepts]', async (t) => {
    const { bridge, collector } = await start(t)
    const answer = await post(bridge, JSON.stringify(requestOf(TOOL)))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), TYPES.json)
    assert.equal(await answer.text(), '{}')
    const span = await foreign(collector, TOOL.name)
    assert.equal(span.attributes['gen_ai.operation.name'], 'execute_tool')
  })

  test('protobuf, also compressed, is normalised, forwarded and answered in protobuf [otel.accepts]', async (t) => {
    const { bridge, collector } = await start(t)
    const headers = { 'content-type': TYPES.protobuf, 'content-encoding': 'gzip' }
    const answer = await post(bridge, gzipSync(protobufOf(requestOf(TOOL))), headers)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), TYPES.protobuf)
    assert.equal((await answer.arrayBuffer()).byteLength, 0)
    const span = await foreign(collector, TOOL.name)
    assert.equal(span.attributes['gen_ai.tool.name'], 'Bash')
  })

  for (const [what, environment] of [
    ['normalising is off', { SVC_OTEL_NORMALIZE: 'false' }],
    ['there is no endpoint', { SVC_OTEL_ENDPOINT: '' }],
    ['the agent is no local process', { SVC_AGENT_MODE: 'model' }],
  ] as const)
    test(`it is missing when ${what} [otel.only-when-on]`, async (t) => {
      const { bridge } = await start(t, environment)
      assert.equal((await post(bridge, '{}')).status, 404)
    })

  for (const [what, body, headers] of [
    ['no JSON', '{"resourceSpans":', { 'content-type': TYPES.json }],
    ['JSON of another shape', '{"resourceSpans":{}}', { 'content-type': TYPES.json }],
    ['JSON nested too deeply', '['.repeat(100_000), { 'content-type': TYPES.json }],
    ['an unknown type', 'x', { 'content-type': 'text/plain' }],
    ['a malformed type', 'x', { 'content-type': 'yes/no/maybe' }],
    ['an unknown compression', '{}', { 'content-type': TYPES.json, 'content-encoding': 'br' }],
    ['no gzip', '{}', { 'content-type': TYPES.json, 'content-encoding': 'gzip' }],
    ['from a web page', '{}', { 'content-type': TYPES.json, origin: 'https://example.com' }],
  ] as const)
    test(`a body that is ${what} is answered 200 with the reason [otel.always-200]`, async () => {
      const trouble = await partial(await post(shared, body, headers))
      assert.ok(trouble!.errorMessage.length > 0)
    })

  test('broken protobuf is answered 200 with the reason in protobuf [otel.always-200]', async () => {
    const answer = await post(shared, Buffer.from([0x0a, 0xff]), { 'content-type': TYPES.protobuf })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), TYPES.protobuf)
    const output = readProtobufAnswer(new Uint8Array(await answer.arrayBuffer()))
    assert.match(output['partialSuccess'].errorMessage, /protobuf/)
  })

  test('a body above 64 MiB after decompression is answered 200 and not read to its end [otel.bomb]', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * 1024 * 1024, 0x20))
    const headers = { 'content-type': TYPES.json, 'content-encoding': 'gzip' }
    const trouble = await partial(await post(shared, bomb, headers))
    assert.match(trouble!.errorMessage, /larger/)
  })

  test('random bytes in any type are answered 200, and the next sender is served [otel.always-200]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 300 }),
        fc.constantFrom(TYPES.json, TYPES.protobuf, 'x'),
        fc.constantFrom('', 'gzip'),
        async (body, type, encoding) => {
          const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
          const answer = await post(shared, body, headers)
          assert.equal(answer.status, 200)
          await answer.arrayBuffer()
        },
      ),
      { numRuns: 30 },
    )
    assert.equal(await partial(await post(shared, '{}')), undefined)
  })

  test('a sender who breaks off leaves the route at work [otel.always-200]', async () => {
    const request = httpRequest(`${shared.url}/otel/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': TYPES.json, 'content-length': 1000 },
    }).on('error', () => {})
    request.write('{"resource')
    await new Promise<void>((resolve) =>
      request.once('socket', (socket) => socket.once('connect', () => resolve())),
    )
    request.destroy()
    assert.equal(await partial(await post(shared, '{}')), undefined)
  })

  test('spans that no room is left for are counted in the answer [otel.queue-full]', async (t) => {
    const { bridge, collector } = await start(t)
    collector.answerWith({ status: 503 })
    const padding = ' '.repeat(40 * 1024 * 1024)
    const fits = JSON.stringify({ ...requestOf(TOOL, TOOL), filler: padding })
    assert.equal(await partial(await post(bridge, fits)), undefined)
    assert.equal((await partial(await post(bridge, fits)))!.rejectedSpans, '2')
    collector.answerWith({ status: 200 })
  })

  test('other methods and neighbours are unknown [otel.only-when-on]', async () => {
    assert.equal((await fetch(`${shared.url}/otel/v1/traces`)).status, 405)
    assert.equal((await fetch(`${shared.url}/otel/v1/logs`, { method: 'POST' })).status, 404)
  })

  test('a received trace is stored, without the texts in it [otel.kept]', async (t) => {
    const { bridge, collector } = await start(t)
    const output = { user_prompt: 'secret words', full_command: 'cat secret' }
    // A program must not choose the Hub of its trace, because managers of that Hub would see the trace.
    const attributes = { tool_name: 'Bash', ...output, 'svc.hub': 'kitchen' }
    await post(bridge, JSON.stringify(requestOf({ name: TOOL.name, attributes })))
    const forwarded = await foreign(collector, TOOL.name)
    assert.equal(forwarded.attributes['user_prompt'], 'secret words')
    await bridge[Symbol.asyncDispose]()
    const { openStore } = await import('#ground/store/store.ts')
    await using store = await openStore(await storeOf(`${bridge.hubFolder}/.svc`))
    const [kept, ...others] = await store.db.selectFrom('trace_spans').selectAll().execute()
    assert.equal(others.length, 0)
    assert.equal(kept!.trace_id, TRACE)
    assert.equal(kept!.service, 'test-agent')
    assert.equal(kept!.hub, 'garden')
    assert.deepEqual(JSON.parse(kept!.attributes), {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'Bash',
      tool_name: 'Bash',
    })
  })
})
