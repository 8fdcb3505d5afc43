// Runs in a process of its own: it measures the process's memory.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { test, type TestContext } from 'node:test'
import { refusalOf, readText, saying, startTestBridge } from '../support/bridge.ts'
import { allItems } from '../support/event-lines.ts'
import { openRaw } from '../support/raw-http.ts'
import { calls, says, startUpstream, type UpstreamScript } from '../support/upstream.ts'
import { until } from '../support/until.ts'

const MB = 1024 * 1024

async function bridgeBefore(t: TestContext, script: UpstreamScript, files: Record<string, string> = {}) {
  const upstream = await startUpstream()
  t.after(() => upstream[Symbol.asyncDispose]())
  upstream.otherwise(script)
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  return { upstream, bridge: await startTestBridge(t, { environment, files }) }
}

test('a data URL of 200 MB is refused while it is sent, for little memory [bridge.bad-input]', async (t) => {
  const bridge = await startTestBridge(t)
  const before = process.memoryUsage().rss
  const head =
    '{"messages":[{"role":"user","content":[{"type":"file","file":{"file_data":"data:text/plain;base64,'
  const status = await new Promise<number | string>((resolve) => {
    const sent = request(`${bridge.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bridge.key}` },
    })
    const piece = Buffer.alloc(MB, 'A')
    let left = 200
    const more = () => {
      while (left-- > 0) if (!sent.write(piece)) return void sent.once('drain', more)
      sent.end('"}}]}]}')
    }
    sent.on('response', (response) => {
      left = 0
      resolve(response.statusCode!)
      sent.destroy()
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'))
    sent.write(head)
    more()
  })
  assert.equal(status, 413)
  const grown = (process.memoryUsage().rss - before) / MB
  assert.ok(grown < 450, `${grown.toFixed(0)} MB for a body of 200 MB`)
  assert.deepEqual(await bridge.chatPaths(), [])
  assert.equal(await readText(await bridge.complete(saying('/say alive'))), 'alive')
})

test('a declared length beyond the limit is refused before a byte of the body [bridge.bad-input]', async (t) => {
  const bridge = await startTestBridge(t)
  const raw = await openRaw(bridge.port)
  raw.send(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bridge.key}\r\nContent-Length: ${400 * MB}\r\n\r\n`,
  )
  assert.match(await raw.until('too_large'), /^HTTP\/1\.1 413 /)
  raw.socket.destroy()
})

test('a client that is still sending hears that its body is too large, and not that the connection broke [bridge.bad-input]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_MAX_UPLOAD_BYTES: '1000' } })
  const raw = await openRaw(bridge.port)
  const head = `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bridge.key}\r\n`
  raw.send(`${head}Content-Length: ${6 * MB}\r\n\r\n`)
  assert.match(await raw.until('too_large'), /^HTTP\/1\.1 413 /)
  raw.send('x'.repeat(6 * MB))
  await raw.closed()
  assert.equal(raw.socket.errored, null)
})

test('ten thousand messages reach the model whole where they fit [bridge.bad-input]', async (t) => {
  const { upstream, bridge } = await bridgeBefore(t, says('ok'))
  const messages = Array.from({ length: 10_000 }, (_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: `m${index}`,
  }))
  messages.push({ role: 'user', content: 'end' })
  assert.equal(await readText(await bridge.complete({ messages })), 'ok')
  assert.equal(upstream.requests[0]!.body.messages!.length, 10_002)
})

test('messages of no known shape are refused with the place [bridge.bad-input]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const [message, param] of [
    [{ role: 'wizard', content: 'x' }, 'messages[0].role'],
    [{ content: 'x' }, 'messages[0].role'],
    ['hi', 'messages[0]'],
    [null, 'messages[0]'],
    [{ role: 'user', content: 7 }, 'messages[0].content'],
    [{ role: 'user', content: [{ type: 'hologram' }] }, 'messages[0].content[0].type'],
    [{ role: 'tool', content: 'x' }, 'messages[0].tool_call_id'],
  ] as const) {
    const refusal = await refusalOf(await bridge.complete({ messages: [message] }))
    assert.deepEqual([refusal.status, refusal.param], [400, param], JSON.stringify(message))
  }
})

test('the Hub answers for an unknown model id too, because it is a single model [bridge.bad-input]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const model of ['no-such-model', '', '../x', 7, null])
    assert.equal(await readText(await bridge.complete(saying('/say here', { model }))), 'here')
  const missing = await bridge.fetch('/v1/models/no-such-model')
  assert.deepEqual([missing.status, (await refusalOf(missing)).code], [404, 'model_not_found'])
})

const TOOLS = {
  'tools/throws.ts': tool('throws', 'throw new Error("out of order")'),
  'tools/huge.ts': tool('huge', 'return "x".repeat(50 * 1024 * 1024)'),
  'tools/binary.ts': tool('binary', 'return Buffer.alloc(1000, 255)'),
  'tools/cyclic.ts': tool('cyclic', 'const a: { a?: unknown } = {}; a.a = a; return a'),
}

test('the model gets a short message if a tool throws, or returns 50 MB, binary data or a cycle [bridge.bad-input]', async (t) => {
  const names = ['throws', 'huge', 'binary', 'cyclic']
  const { upstream, bridge } = await bridgeBefore(
    t,
    (answer, about) =>
      about.body.messages!.some(({ role }) => role === 'tool')
        ? says('done')(answer, about)
        : calls(...names.map((name) => ({ name, input: {}, id: name })))(answer, about),
    TOOLS,
  )
  assert.equal(await readText(await bridge.complete(saying('try them'))), 'done')
  const results = upstream.requests[1]!.body.messages!.filter(({ role }) => role === 'tool')
  assert.equal(results.length, names.length)
  for (const { tool_call_id, content } of results)
    assert.ok(String(content).length < 70 * 1024, `${tool_call_id}: ${String(content).length}`)
  assert.match(String(results[0]!.content), /out of order/)
})

test('a client that leaves cancels a hanging tool and its process within five seconds [bridge.bad-input]', async (t) => {
  const { bridge } = await bridgeBefore(t, calls({ name: 'sleeper', input: {} }), {
    'tools/sleeper.ts': tool(
      'sleeper',
      `const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { signal: context.signal, stdio: 'ignore' })
       child.on('error', () => {})
       await writeFile(context.hubFolder + '/child.pid', String(child.pid))
       await new Promise(() => {})`,
      `import { spawn } from 'node:child_process'\nimport { writeFile } from 'node:fs/promises'\n`,
    ),
  })
  const leaving = new AbortController()
  const pending = bridge.complete(saying('go', { stream: true }), {}, leaving.signal)
  const pid = await until(async () =>
    Number(await readFile(`${bridge.hubFolder}/child.pid`, 'utf8').catch(() => '')),
  )
  assert.ok(isAlive(pid))
  leaving.abort()
  await pending.then((response) => response.text()).catch(() => {})
  const leftAt = performance.now()
  await until(() => !isAlive(pid))
  assert.ok(performance.now() - leftAt < 5000)
  await bridge[Symbol.asyncDispose]()
  assert.deepEqual(
    (await bridge.history()).map((turn) => turn['outcome']),
    ['aborted'],
  )
})

const MISBEHAVING: [what: string, script: UpstreamScript, code: string][] = [
  ['closes mid-chunk', (answer) => (answer.text('half'), answer.breakMidChunk()), 'model_unavailable'],
  ['sends garbage', (answer) => (answer.text('half'), answer.raw('data: {nonsense\n\n')), 'model_bad_answer'],
  [
    'sends an error after content',
    (answer) => (answer.text('half'), answer.error('on fire')),
    'model_unavailable',
  ],
  [
    'sends numbers for chunks',
    (answer) => (answer.text('half'), answer.raw('data: 42\n\n')),
    'model_bad_answer',
  ],
]

for (const [what, script, code] of MISBEHAVING)
  test(`a provider that ${what} leaves what it said, an error and no [DONE] [bridge.bad-input]`, async (t) => {
    const { bridge } = await bridgeBefore(t, script)
    const items = await allItems(await bridge.complete(saying('hi', { stream: true })))
    const last = items.at(-1)!
    assert.ok('data' in last && last.data.error, JSON.stringify(items))
    assert.equal((last.data.error as { code: string }).code, code)
    assert.match(JSON.stringify(items), /"content":"half"/)
    const whole = await bridge.complete(saying('hi'))
    assert.equal(whole.headers.get('x-should-retry'), 'false')
    assert.equal(whole.status, 424)
  })

test('an answer of 200 MB to a reader who stops reading takes no memory [bridge.bad-input]', async (t) => {
  let written = 0
  const piece = 'x'.repeat(MB)
  const { bridge } = await bridgeBefore(t, async (answer) => {
    for (let count = 0; count < 200; count++) {
      answer.text(piece)
      written++
      await answer.drained()
    }
    answer.finish('stop')
    answer.done()
  })
  const slow = await openRaw(bridge.port)
  slow.socket.pause()
  const body = JSON.stringify(saying('much', { stream: true }))
  slow.send(
    `POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer ${bridge.key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  let before = -1
  await until(async () => {
    const stands = written > 0 && written === before
    before = written
    if (!stands) await new Promise((resolve) => setTimeout(resolve, 300))
    return stands
  })
  assert.ok(written < 60, `${written} MB went ahead of a reader who reads nothing`)
  slow.socket.destroy()
  const [turn] = await until(async () => {
    const turns = await bridge.history().catch(() => [])
    return turns.length > 0 && turns
  })
  assert.equal(turn!['outcome'], 'aborted')
})

function tool(name: string, body: string, imports = ''): string {
  return `${imports}import { defineTool, z } from 'hub-service'
export default defineTool({
  name: '${name}', description: 'A test', input: z.object({}),
  async run(_input, context) { void context; ${body} },
})
`
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
