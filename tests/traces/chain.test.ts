import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { startEdge } from '#processes/edge.ts'
import { startTestConsole, type ConsoleAnswer, type TestConsole } from '../support/console.ts'
import { startTestBridge, person, saying } from '../support/bridge.ts'
import { startCollector } from '../support/collector.ts'
import { freePorts } from '../support/free-ports.ts'
import { startRecordingServer } from '../support/recording-server.ts'
import { spansIn } from './support/otlp.ts'
import { servicesOf } from '../support/own-services.ts'
import { until } from '../support/until.ts'

interface Spans {
  spans: {
    span_id: string
    parent_span_id: string | null
    service: string
    name: string
    failed: boolean
    offset_ms: number
    attributes: Record<string, unknown>
  }[]
}

describe('a chat through edge, web chat and bridge', { timeout: 60_000 }, () => {
  let running: TestConsole
  let edge: Awaited<ReturnType<typeof startEdge>>
  let metricsPort: number
  const closing: (() => PromiseLike<unknown>)[] = []
  after(async () => {
    for (const close of closing.toReversed()) await close()
  })

  before(async () => {
    const [port, chatapp, bridge, metrics] = await freePorts(4)
    metricsPort = metrics!
    const environment = {
      PORT: String(port),
      SVC_CHATAPP_PORT: String(chatapp),
      BRIDGE_PORT: String(bridge),
      SVC_EDGE_METRICS_PORT: String(metrics),
    }
    running = await startTestConsole({ after: (close) => closing.push(close) }, { environment })
    const data = `${running.folder}/data`
    edge = await startEdge({
      environment: { ...environment, SVC_DATA_DIR: data, ...(await servicesOf(data)) },
      hubFolder: `${running.folder}/Garden`,
    })
    closing.push(async () => edge[Symbol.asyncDispose]())
    await running.admin.get('/me')
  })

  const chat = (content: string, headers: Record<string, string> = {}) =>
    fetch(`${edge.url}/api/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${running.admin.token}`,
        ...headers,
      },
      body: JSON.stringify({ model: 'garden', messages: [{ role: 'user', content }] }),
    })

  const traceOf = (id: string, count: number): Promise<Spans> =>
    until(async () => {
      const { status, json } = await running.admin.get(`/traces/${id}`)
      return status === 200 && json.spans.length >= count && json
    })

  test('is one trace, from the edge to the tool [trace.chain]', async () => {
    const answer = await chat('/tool list_files {}')
    assert.equal(answer.status, 200)
    await answer.text()
    const id = answer.headers.get('x-svc-trace-id')!
    const { spans } = await traceOf(id, 7)
    const path: string[] = []
    let parent: string | null = null
    for (;;) {
      const next: Spans['spans'][number] | undefined = spans.find((span) => span.parent_span_id === parent)
      if (!next) break
      path.push(`${next.service}: ${next.name}`)
      parent = next.span_id
      if (next.name.startsWith('invoke_agent')) break
    }
    assert.deepEqual(path, [
      'edge: POST /api/chat/completions',
      'chatapp: answer garden',
      'bridge: POST /v1/chat/completions',
      'bridge: invoke_agent Garden agent',
    ])
    const below = spans.filter((span) => span.parent_span_id === parent).map(({ name }) => name)
    assert.deepEqual(below.toSorted(), ['chat offline', 'chat offline', 'execute_tool list_files'])
    const agent = spans.find((span) => span.span_id === parent)!
    assert.equal(agent.attributes['gen_ai.agent.name'], 'Garden agent')
    assert.ok(Number(agent.attributes['gen_ai.usage.input_tokens']) > 0)
  })

  test('keeps the trace of a caller who brings one [trace.chain]', async () => {
    const id = 'abcdef'.repeat(6).slice(0, 32)
    await (await chat('hello', { traceparent: `00-${id}-00f067aa0ba902b7-01` })).text()
    const { spans } = await traceOf(id, 5)
    assert.equal(spans.find(({ service }) => service === 'edge')!.parent_span_id, '00f067aa0ba902b7')
  })

  test('is listed, and found by chat, Hub and outcome [traces.console]', async () => {
    await (await chat('/say hi')).text()
    const list = await until(async () => {
      const { json } = await running.admin.get('/traces?hub=garden&state=ok')
      return json.items.some((item: { name: string }) => item.name === 'Garden agent') && json
    })
    const trace = list.items.find(({ name }: { name: string }) => name === 'Garden agent')
    assert.match(trace.started_at, /Z$/)
    const { json } = await running.admin.get(`/traces?chat=${encodeURIComponent(trace.chat_id)}`)
    assert.ok(json.items.some(({ trace_id }: { trace_id: string }) => trace_id === trace.trace_id))
    assert.equal((await running.admin.get('/traces?chat=nobody')).json.total, 0)
  })

  test('contains no texts of the conversation [traces.no-content]', async () => {
    const answer = await chat('/tool list_files {"pattern":"xyzzy"}')
    await answer.text()
    const { spans } = await traceOf(answer.headers.get('x-svc-trace-id')!, 6)
    assert.doesNotMatch(JSON.stringify(spans), /xyzzy|@example/)
  })

  test('is open to managers of the Hub only [traces.scope]', async () => {
    const answer = await chat('/say hi')
    await answer.text()
    const id = answer.headers.get('x-svc-trace-id')!
    await traceOf(id, 4)
    const bob = await running.addPerson('Bob')
    const statuses = async (get: (path: string) => Promise<ConsoleAnswer>) => [
      (await get('/traces')).status,
      (await get(`/traces/${id}`)).status,
    ]
    assert.deepEqual(await statuses(running.visitor.get), [401, 401])
    assert.deepEqual(await statuses(bob.get), [403, 403])
    assert.equal((await running.admin.get(`/traces/${'0'.repeat(31)}1`)).status, 404)
    assert.equal((await running.admin.get('/traces/xyz')).status, 400)
  })

  test('is counted on the bridge, whose metrics the edge does not show [metrics.loopback]', async () => {
    await (await chat('/tool list_files {}')).text()
    const text = await (await fetch(`${running.url}/metrics`)).text()
    assert.match(text, /hub_turns_total\{surface="chatapp",outcome="stop",role="bridge"\} [1-9]/)
    assert.match(text, /hub_tool_calls_total\{tool="list_files",outcome="done",role="bridge"\} [1-9]/)
    assert.match(text, /hub_tokens_total\{model="offline[^"]*",kind="input",role="bridge"\} [1-9]/)
    assert.match(text, /hub_turns_running\{role="bridge"\} 0/)
    assert.match(text, /nodejs_eventloop_lag_seconds/)
    assert.match(text, /process_resident_memory_bytes/)
    assert.doesNotMatch(text, /example\.com/)
    for (const path of ['/metrics', '/otel/v1/traces']) {
      const outside = await fetch(edge.url + path)
      assert.doesNotMatch(await outside.text(), /hub_turns_total/)
    }
    const own = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    assert.match(own, /hub_edge_requests_total\{upstream="chatapp",class="2xx",role="edge"\} [1-9]/)
  })
})

describe('traces of a bridge', { timeout: 60_000 }, () => {
  test('are exported as OTLP with the headers that were set [trace.export]', async (t) => {
    const collector = await startCollector(t)
    const environment = { SVC_OTEL_ENDPOINT: `${collector.url}/otlp/`, SVC_OTEL_HEADERS: 'X-Key=a%20b' }
    const bridge = await startTestBridge(t, { environment })
    const answer = await bridge.complete(saying('/say hi'), person('ann@example.org'))
    await answer.text()
    assert.match(answer.headers.get('traceresponse')!, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    const parcel = await collector.arrival((parcel) => parcel)
    assert.equal(parcel.path, '/otlp/v1/traces')
    assert.equal(parcel.headers['x-key'], 'a b')
    const names = spansIn(JSON.parse(parcel.body.toString())).map(({ name }) => name)
    assert.ok(names.includes('chat offline'), names.join())
    assert.doesNotMatch(parcel.body.toString(), /ann@example/)
  })

  test('contain the texts if a setting requests them [traces.no-content]', async (t) => {
    const collector = await startCollector(t)
    const environment = { SVC_OTEL_ENDPOINT: collector.url, SVC_TRACE_CONTENT: 'true' }
    const bridge = await startTestBridge(t, { environment })
    await (await bridge.complete(saying('/say xyzzy'))).text()
    await collector.arrival(({ body }) => /output\.messages[^}]*xyzzy/.test(body.toString()) || undefined)
  })

  test('are not made for requests that are not in the share to record [trace.sampling]', async (t) => {
    const collector = await startCollector(t)
    const environment = { SVC_OTEL_ENDPOINT: collector.url, SVC_TRACE_SAMPLE: '0' }
    const bridge = await startTestBridge(t, { environment })
    const answer = await bridge.complete(saying('/say hi'))
    await answer.text()
    assert.match(answer.headers.get('traceresponse')!, /-00$/)
    await bridge[Symbol.asyncDispose]()
    assert.equal(collector.received.length, 0)
  })

  for (const [propagate, told] of [
    ['false', false],
    ['true', true],
  ] as const)
    test(`are ${told ? '' : 'not '}told to model providers when propagation is ${propagate} [trace.propagate]`, async (t) => {
      const provider = await startRecordingServer(t, (_, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.end(
          `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { content: 'hi' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
        )
      })
      const environment = {
        SVC_MODEL: 'compatible/tiny',
        SVC_MODEL_BASE_URL: `${provider.url}/v1`,
        SVC_TRACE_PROPAGATE: propagate,
      }
      const bridge = await startTestBridge(t, { environment })
      await (await bridge.complete(saying('hello'))).text()
      const call = provider.received.find(({ method }) => method === 'POST')!
      assert.equal('traceparent' in call.headers, told)
    })
})
