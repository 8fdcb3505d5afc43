import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import fc from 'fast-check'
import { plainCall } from '#surfaces/mcp/plain-call.ts'
import { bearer, messageIn, modernRequest, post, request, startTestMcp } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'

const BOTH = 'application/json, text/event-stream'

const given = fc.oneof(
  fc.record({ text: fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()) }),
  fc.dictionary(fc.constantFrom('text', 'plant', 'constructor', 'x', ''), fc.jsonValue({ maxDepth: 2 }), {
    noNullPrototype: true,
  }),
)

const about = fc.dictionary(
  fc.constantFrom(
    'traceparent',
    'tracestate',
    'io.modelcontextprotocol/related-task',
    'io.modelcontextprotocol/subscriptionId',
    'io.modelcontextprotocol/serverInfo',
    'example.org/note',
    '',
  ),
  fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constant('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'),
    fc.record({ taskId: fc.string() }),
  ),
  { maxKeys: 3, noNullPrototype: true },
)

const clientInfo = fc.option(
  fc.record({ name: fc.string(), version: fc.string() }).map((info) => ({
    'io.modelcontextprotocol/clientInfo': info,
  })),
  { nil: {} },
)

const legacyHeaders = fc.record(
  {
    'mcp-protocol-version': fc.constantFrom('2025-11-25', '2025-06-18', '2025-03-26'),
    'mcp-method': fc.constantFrom('tools/call', 'tools/list'),
    'mcp-name': fc.constantFrom('echo', 'who'),
  },
  { requiredKeys: [] },
)

interface Sent {
  message: { params: object }
  headers: Record<string, string>
}

const call = fc
  .record({
    isModern: fc.boolean(),
    name: fc.constantFrom('echo', 'who', 'prune', 'fail', 'foreign', 'remember', 'nothing'),
    given: fc.option(given, { nil: undefined }),
    id: fc.oneof(fc.string(), fc.maxSafeInteger()),
    about,
    clientInfo,
    legacyHeaders,
    beside: fc.dictionary(fc.constantFrom('extra', 'result', 'error', 'sessionId'), fc.jsonValue(), {
      maxKeys: 1,
      noNullPrototype: true,
    }),
  })
  .map(({ isModern, name, given: input, id, beside, ...rest }): Sent => {
    const meta = isModern ? { ...rest.about, ...rest.clientInfo } : rest.about
    const { message, headers } = isModern
      ? modernRequest('tools/call', { name, arguments: input, _meta: meta }, id)
      : {
          message: request('tools/call', { name, arguments: input, _meta: meta }, id),
          headers: rest.legacyHeaders,
        }
    return { message: { ...message, ...beside }, headers }
  })

const unusual = ({ message, headers }: Sent): Sent => {
  const params = message.params as { _meta: object }
  const asking = { ...params, _meta: { ...params['_meta'], progressToken: 1 } }
  return { message: { ...message, params: asking }, headers }
}

const isPlain = ({ message, headers }: Sent) =>
  plainCall(JSON.parse(JSON.stringify(message)), { accept: BOTH, ...headers }) !== null

suite('a call is answered the same straight and by way of the SDK [mcp.tools]', () => {
  let url: string
  let key: string
  const closing: (() => PromiseLike<unknown>)[] = []
  before(async () => {
    const environment = { SVC_MCP_REQUESTS_PER_MINUTE: '100000' }
    const hub = await startTestMcp(
      { after: (close) => void closing.push(close) },
      { files: GARDEN, environment },
    )
    url = hub.mcpUrl
    key = (await hub.member('Bea')).key
  })
  after(async () => {
    for (const close of closing.toReversed()) await close()
  })

  const answerTo = async ({ message, headers }: Sent) => {
    const answer = await post(url, message, { ...bearer(key), ...headers })
    return { status: answer.status, message: await messageIn(answer) }
  }

  test('both ways agree for any tool, input, name, id and metadata', async () => {
    await fc.assert(
      fc.asyncProperty(call.filter(isPlain), async (sent) => {
        assert.ok(!isPlain(unusual(sent)))
        const [straight, bySdk] = [await answerTo(sent), await answerTo(unusual(sent))]
        assert.deepEqual(straight, bySdk)
      }),
      { numRuns: 150 },
    )
  })
})
