import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startTestAgent } from '../support/agent.ts'
import { gone } from '../support/process-exit.ts'
import { program, startMcpHub } from '../support/mcp-hub.ts'
import { startMcpWebServer } from '../support/mcp-web-server.ts'
import { startUpstream } from '../support/upstream.ts'

for (const [era, args] of [
  ['present', []],
  ['older', ['--legacy']],
] as const) {
  test(`the tools of a program that speaks the ${era} protocol are offered under its name [agent.mcp.tools]`, async (t) => {
    const { servers, ready, call } = await startMcpHub(t, { 'My garden': program('garden-stdio', [...args]) })
    assert.deepEqual(servers.tools(), [])
    await ready()
    assert.ok(servers.tools().some(({ name }) => name === 'My_garden__greet'))
    assert.equal(await call('My_garden__greet', { name: 'Ada' }), 'Hello Ada')
  })

  test(`a call to a program of the ${era} protocol that is cancelled is cancelled there too [agent.mcp.cancel]`, async (t) => {
    const { ready, call, event } = await startMcpHub(t, { garden: program('garden-stdio', [...args]) })
    await ready()
    const stop = new AbortController()
    const calling = call('garden__wait', {}, { signal: stop.signal })
    await event('outputLine', { line: 'waiting' })
    stop.abort()
    await assert.rejects(calling)
    await event('outputLine', { line: 'told to stop' })
    assert.equal(await call('garden__greet', { name: 'Ada' }), 'Hello Ada')
  })
}

test('a server is started once, at the first need, however many ask at the same time [agent.mcp.lazy]', async (t) => {
  const { servers, ready, call, events } = await startMcpHub(t, { garden: program('garden-stdio') })
  assert.equal(events.length, 0)
  await Promise.all([ready(), ready(), ready()])
  assert.equal(servers.tools().length, 12)
  await ready()
  await Promise.all([call('garden__where'), call('garden__where')])
  assert.equal(events.filter(({ name }) => name === 'started').length, 1)
})

test('a turn that may use none of its tools starts no server [agent.mcp.lazy]', async (t) => {
  const { servers, events } = await startMcpHub(t, { garden: program('garden-stdio') })
  const caller = { email: null, surface: 'chatapp', groups: [] }
  await servers.ready({ caller, allowed: ['read_file', 'gardener__greet'] })
  assert.equal(events.length, 0)
  await servers.ready({ caller, allowed: ['garden__greet'] })
  assert.equal(events[0]?.name, 'started')
})

test('twenty calls at the same time each get their own answer [agent.mcp.parallel]', async (t) => {
  const { ready, call } = await startMcpHub(t, { garden: program('garden-stdio') })
  await ready()
  const names = Array.from({ length: 20 }, (_, index) => `No ${index}`)
  const answers = await Promise.all(names.map((name) => call('garden__greet', { name })))
  assert.deepEqual(
    answers,
    names.map((name) => `Hello ${name}`),
  )
})

test('text, images, files, links and data become text and chat files with links [agent.mcp.results]', async (t) => {
  const { ready, call, saved } = await startMcpHub(t, { garden: program('garden-stdio') })
  await ready()
  const text = await call('garden__photo')
  assert.match(text, /^Here it is\n/)
  assert.match(text, /\[image saved as photo\.png, 70 bytes: \/artifacts\/chat\/photo\.png\]/)
  assert.match(text, /\[file saved as bed\.csv, 4 bytes: /)
  assert.match(text, /note:\/\/1\nA note/)
  assert.match(text, /\[Map: https:\/\/example\.com\/map\]/)
  assert.deepEqual(
    saved.map(({ filename }) => filename),
    ['photo.png', 'bed.csv'],
  )
  assert.equal(await call('garden__measure'), '{"height":3}')
  assert.equal(
    await call('garden__survey'),
    'Text:\nTwo beds\n\nStructured data:\n{"beds":2,"id":7615917337495251231}',
  )
  assert.equal(await call('garden__weigh'), '{ "grams": 4 }')
  await assert.rejects(call('garden__fail'), { message: 'The hose is blocked' })
})

for (const [provider, call, answer, pictureIn] of [
  ['compatible', 'compatible-reasoning-tool-call', 'compatible-answer', 'data:image/png;base64,'],
  ['anthropic', 'anthropic-thinking-tool-call', 'anthropic-answer', '"media_type":"image/png"'],
  ['google', 'google-tool-call', 'google-answer', '"mimeType":"image/png"'],
  ['openai', 'openai-reasoning-tool-call', 'openai-answer', 'data:image/png;base64,'],
] as const)
  test(`${provider}: a model that sees gets the pictures of a result in its next step, another one a note [agent.mcp.pictures]`, async (t) => {
    await using upstream = await startUpstream()
    const fixture = async (name: string) => {
      const url = new URL(`../fixtures/providers/${name}.sse`, import.meta.url)
      return (await readFile(url, 'utf8')).replaceAll(/"name": ?"add"/g, '"name":"add__add"')
    }
    const [first, second] = [await fixture(call), await fixture(answer)]
    const web = await startMcpWebServer(t, { answer: answerWithPicture })
    const { ready, servers } = await startMcpHub(t, { add: { url: web.url } })
    await ready()
    for (const inputs of [new Set(['image'] as const), new Set<never>()]) {
      upstream.script(
        (reply) => reply.raw(first) ?? reply.done(),
        (reply) => reply.raw(second) ?? reply.done(),
      )
      const agent = await startTestAgent(t, {
        upstream: upstream.url,
        provider: { provider },
        inputs,
        deps: { sources: [servers] },
      })
      const { error, tools } = await agent.run('2+3?')
      assert.equal(error, undefined)
      assert.match(tools.at(-1)?.result ?? '', /image saved as add\.png/)
    }
    const [seeing, blind] = [upstream.requests[1]!.text, upstream.requests[3]!.text]
    assert.ok(seeing.includes(pictureIn) && seeing.includes(PIXEL))
    assert.match(seeing, /Returned by the tool add__add/)
    assert.ok(!blind.includes(PIXEL))
    assert.match(blind, /Not shown to you: add\.png \(image\/png\)/)
    assert.doesNotMatch(blind, /Returned by/)
  })

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function answerWithPicture({ call, body }: { call: string | null; body: string }, response: ServerResponse) {
  const result =
    call === 'tools/list'
      ? { tools: [{ name: 'add', inputSchema: { type: 'object' } }] }
      : call === 'tools/call'
        ? { content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }
        : null
  if (result === null) return false
  const { id } = JSON.parse(body) as { id: number }
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result }))
  return true
}

test('incomplete input never reaches the server, which checks the rest [agent.mcp.input]', async (t) => {
  const { ready, call } = await startMcpHub(t, { garden: program('garden-stdio') })
  await ready()
  await assert.rejects(call('garden__greet', {}), { message: 'missing name' })
  await assert.rejects(call('garden__greet', ['Ada']), { message: 'expected an object' })
  await assert.rejects(call('garden__greet', { name: 5 }), /name/)
})

test('a program gets its configured variables, and no others of the Hub [agent.mcp.environment]', async (t) => {
  const { ready, call, folder } = await startMcpHub(
    t,
    {
      garden: program('garden-stdio', ['${PLACE:-a meadow}', '${KEY}'], {
        env: { GARDEN_KEY: '${KEY}', PLAIN: 'x' },
      }),
    },
    { environment: { KEY: 'sesame-open', OPENAI_API_KEY: 'sk-hidden' } },
  )
  await ready()
  const where = JSON.parse(await call('garden__where')) as {
    env: Record<string, string>
    cwd: string
    argv: string[]
  }
  const { HUB_SERVICE_STARTED: mark, ...env } = where.env
  assert.ok(mark, 'by which what it starts is found')
  assert.deepEqual(env, { PATH: process.env.PATH, GARDEN_KEY: 'sesame-open', PLAIN: 'x' })
  assert.deepEqual(where.argv, ['a meadow', 'sesame-open'])
  assert.equal(where.cwd, folder)
})

test('a variable that is not set keeps only its own server from starting [agent.mcp.environment]', async (t) => {
  const { ready, servers } = await startMcpHub(t, {
    shed: program('garden-stdio', [], { env: { KEY: '${SHED_KEY}', OTHER: '${constructor}' } }),
    garden: program('garden-stdio'),
  })
  await ready()
  assert.ok(servers.tools().every(({ name }) => name.startsWith('garden__')))
  assert.deepEqual(servers.problems(), [
    {
      file: 'mcp.json',
      line: 1,
      column: 16,
      message: 'shed SHED_KEY is not set; add it to .env; constructor is not set; add it to .env',
    },
  ])
})

test('a changed entry restarts its server and leaves the others alone [agent.mcp.reload]', async (t) => {
  const one = program('garden-stdio')
  const { ready, call, rewrite, servers, event } = await startMcpHub(t, { one, two: program('garden-stdio') })
  await ready()
  const pidOf = async (name: string) => (JSON.parse(await call(`${name}__where`)) as { pid: number }).pid
  const [oldOne, oldTwo] = [await pidOf('one'), await pidOf('two')]
  await rewrite({ three: program('garden-stdio'), one, two: program('garden-stdio', ['other']) })
  await ready()
  assert.equal(await pidOf('one'), oldOne)
  assert.notEqual(await pidOf('two'), oldTwo)
  await event('started', { server: 'three' })
  await rewrite({ one })
  assert.deepEqual([...new Set(servers.tools().map(({ name }) => name.split('__')[0]))], ['one'])
  await gone(oldTwo)
})

test('the first server of a Hub that had none is offered from the next turn on [agent.mcp.reload]', async (t) => {
  const { ready, call, rewrite, servers } = await startMcpHub(t, {})
  await ready()
  assert.deepEqual(servers.tools(), [])
  await rewrite({ garden: program('garden-stdio') })
  await ready()
  assert.equal(await call('garden__greet', { name: 'Ada' }), 'Hello Ada')
})

test('tools that come up while a server runs are offered [agent.mcp.list-changed]', async (t) => {
  for (const args of [[], ['--legacy']]) {
    const { ready, call, event } = await startMcpHub(t, { garden: program('garden-stdio', args) })
    await ready()
    await call('garden__plant', { name: 'rose' })
    await event('listed', { tools: 13 })
    assert.equal(await call('garden__rose'), 'I am rose')
  }
})

test('closing the Hub ends all processes of a server, also those that it started [agent.mcp.gone]', async (t) => {
  const { ready, call, servers } = await startMcpHub(t, {
    garden: program('garden-stdio'),
    odd: program('odd-stdio', ['stubborn']),
  })
  await ready()
  const { pid } = JSON.parse(await call('garden__where')) as { pid: number }
  const sprout = Number(await call('garden__sprout'))
  await servers[Symbol.asyncDispose]()
  await gone(pid)
  await gone(sprout)
  await assert.rejects(call('odd__echo'), /odd was stopped/)
})
