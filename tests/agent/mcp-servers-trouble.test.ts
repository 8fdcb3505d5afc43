import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { testProgram } from '../support/test-program.ts'
import { folderWith } from '../support/folder.ts'
import { gone } from '../support/process-exit.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { isAlive, processesOf } from '../support/process-agent.ts'
import { program, startMcpHub, type McpHub } from '../support/mcp-hub.ts'

const pidOf = async ({ call }: McpHub) => (JSON.parse(await call('garden__where')) as { pid: number }).pid

async function advanceUntil(clock: ManualClock, happened: Promise<unknown>, step = 250): Promise<void> {
  let isOver = false
  void happened.then(() => (isOver = true))
  while (!isOver) {
    clock.advance(step)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

test('a call that ends its server fails with the server’s message, without secrets [agent.mcp.crash]', async (t) => {
  const clock = manualClock()
  const hub = await startMcpHub(
    t,
    { garden: program('garden-stdio', [], { env: { GARDEN_KEY: '${KEY}' } }) },
    { environment: { KEY: 'sesame-open' }, clock },
  )
  await hub.ready()
  const waiting = hub.call('garden__wait')
  await hub.event('outputLine', { line: 'waiting' })
  clock.advance(1_000)
  await Promise.all([
    assert.rejects(hub.call('garden__crash'), {
      message: 'garden ended with code 3: the well is dry, key [hidden].',
    }),
    assert.rejects(waiting, /^Error: garden ended with code 3/),
  ])
  await hub.event('outputLine', { line: 'the well is dry, key [hidden]' })
  assert.ok(!JSON.stringify([hub.events, hub.servers.problems()]).includes('sesame'))
})

test('a server’s error messages contain none of its secrets [agent.mcp.secrets]', async (t) => {
  const key = 'sesame"open\\now' // JSON escapes these characters
  const hub = await startMcpHub(
    t,
    { odd: program('odd-stdio', ['confesses'], { env: { ODD_KEY: '${KEY}', ODD_PLACE: '/srv/${PLACE}' } }) },
    { environment: { KEY: key, PLACE: 'meadow' } },
  )
  await hub.ready()
  const seen: string[] = []
  for (const name of ['refuse', 'throw'])
    await assert.rejects(hub.call(`odd__${name}`), ({ message }: Error) => {
      seen.push(message)
      return message.includes('at [hidden]\nwith [hidden] and {"key":"[hidden]"}')
    })
  assert.match(await hub.call('odd__say'), /^at \/srv\/meadow\nwith sesame/, 'a result is what was asked for')
  assert.doesNotMatch(JSON.stringify([seen, hub.events]), /sesame|meadow/)
})

test('a server that is killed is started again, and its tools work on [agent.mcp.restart]', async (t) => {
  const hub = await startMcpHub(t, { garden: program('garden-stdio') })
  await hub.ready()
  const before = await pidOf(hub)
  process.kill(before, 'SIGKILL')
  const { reason, waitMs } = await hub.event('failed')
  assert.equal(reason, 'was ended by SIGKILL')
  assert.equal(waitMs, 1000)
  assert.match(hub.servers.problems()[0]?.message ?? '', /^garden was ended by SIGKILL$/)
  assert.notEqual(await pidOf(hub), before)
  assert.deepEqual(hub.servers.problems(), [])
})

test('the delays before restarts double up to a minute; calls meanwhile fail at once with the reason [agent.mcp.backoff]', async (t) => {
  const clock = manualClock()
  const hub = await startMcpHub(t, { odd: program('odd-stdio', ['dies', 'compost']) }, { clock })
  const failures = () => hub.events.filter(({ name }) => name === 'failed').map(({ fields }) => fields.waitMs)
  const waits: unknown[] = []
  await hub.ready()
  for (let count = 1; count <= 8; count++) {
    const failed = new Promise<void>((resolve) => {
      const look = () => (failures().length >= count ? resolve() : setTimeout(look, 2))
      look()
    })
    await failed
    waits.push(failures().at(-1))
    clock.advance(Number(failures().at(-1)))
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  assert.match(hub.servers.problems()[0]?.message ?? '', /^odd ended with code 7: no compost here$/)
})

test('a server that never answers is given up after ten seconds, and holds a turn up for three [agent.mcp.start-limit]', async (t) => {
  const clock = manualClock()
  const hub = await startMcpHub(
    t,
    { silent: program('odd-stdio', ['silent']), garden: program('garden-stdio') },
    { clock },
  )
  const turn = hub.ready()
  await hub.event('started', { server: 'garden' })
  clock.advance(2999)
  assert.equal(
    await Promise.race([turn.then(() => 'over'), new Promise((done) => setImmediate(done, 'waits'))]),
    'waits',
  )
  clock.advance(1)
  await turn
  assert.ok(hub.servers.tools().some(({ name }) => name === 'garden__greet'))
  const failed = hub.event('failed', { server: 'silent' })
  await advanceUntil(clock, failed)
  assert.equal((await failed).reason, 'did not answer within 10 s')
  const before = clock.now()
  await hub.ready()
  assert.equal(clock.now(), before)
})

test('lines that are no messages are passed over [agent.mcp.garbage]', async (t) => {
  const hub = await startMcpHub(t, { odd: program('odd-stdio', ['garbage']) })
  await hub.ready()
  assert.equal(await hub.call('odd__echo'), 'echo called')
  await hub.event('outputLine', { line: 'Server is starting…' })
})

test('servers without the present protocol work: those that end and those that stay silent [agent.mcp.older]', async (t) => {
  const strict = await startMcpHub(t, { odd: program('odd-stdio', ['strict']) })
  await strict.ready()
  assert.equal(await strict.call('odd__echo'), 'echo called')
  const deaf = await startMcpHub(t, { odd: program('odd-stdio', ['deaf']) })
  void deaf.ready()
  await deaf.event('started')
  assert.equal(await deaf.call('odd__echo'), 'echo called')
})

test('an answer of more than 32 MiB fails its own call and no other [agent.mcp.large]', async (t) => {
  for (const args of [[], ['--legacy']]) {
    const hub = await startMcpHub(t, { garden: program('garden-stdio', args) })
    await hub.ready()
    const before = await pidOf(hub)
    const [large, small] = await Promise.allSettled([
      hub.call('garden__big', { bytes: 33 * 1024 * 1024 }),
      hub.call('garden__greet', { name: 'Ada' }),
    ])
    assert.match(String((large as PromiseRejectedResult).reason), /more than 32 MiB/)
    assert.deepEqual(small, { status: 'fulfilled', value: 'Hello Ada' })
    assert.equal(await pidOf(hub), before)
  }
})

test('names become valid and unique, and do not depend on other tools [agent.mcp.names]', async (t) => {
  const hub = await startMcpHub(t, { odd: program('odd-stdio', ['bad-names']) })
  await hub.ready()
  const names = hub.servers.tools().map(({ name }) => name)
  assert.equal(names[0], 'odd__plain')
  assert.equal(new Set(names).size, 5)
  for (const name of names) assert.match(name, /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/)
  assert.equal(await hub.call(names[1]!), 'a.b called')
  assert.equal(await hub.call(names[2]!), 'a b called')
  assert.deepEqual(
    hub.servers.problems().map(({ message }) => message),
    ['odd it has a tool without a name', 'odd it has two tools called “plain”'],
  )
})

test('schemas that are too deep, too large or missing leave out their tool; foreign references are cut [agent.mcp.schemas]', async (t) => {
  const hub = await startMcpHub(t, { odd: program('odd-stdio', ['schemas']) })
  await hub.ready()
  assert.deepEqual(
    hub.servers.tools().map(({ name }) => name),
    ['odd__foreign'],
  )
  assert.deepEqual(hub.tool('odd__foreign').inputSchema, {
    type: 'object',
    required: ['x'],
    properties: { x: { description: 'An x' }, y: { $ref: '#/$defs/y' } },
    $defs: { y: { type: 'string' } },
  })
  assert.equal(hub.servers.problems().length, 3)
})

test('all pages of a list are read, and a list without end has one [agent.mcp.pages]', async (t) => {
  const hub = await startMcpHub(t, {
    pages: program('odd-stdio', ['pages']),
    endless: program('odd-stdio', ['endless-pages']),
  })
  await hub.ready()
  const of = (server: string) => hub.servers.tools().filter(({ name }) => name.startsWith(server))
  assert.equal(of('pages__').length, 300)
  assert.equal(of('endless__').length, 100)
  assert.match(hub.servers.problems()[0]?.message ?? '', /^endless it has too many tools or pages of tools/)
})

test('a server that talks without end does not fill the log [agent.mcp.stderr]', async (t) => {
  const hub = await startMcpHub(t, { odd: program('odd-stdio', ['flood']) })
  await hub.ready()
  assert.equal(await hub.call('odd__echo'), 'echo called')
  assert.ok(hub.events.filter(({ name }) => name === 'outputLine').length <= 20)
})

test('a server without calls for ten minutes is stopped, and the next call starts it again [agent.mcp.idle]', async (t) => {
  const clock = manualClock()
  const hub = await startMcpHub(t, { garden: program('garden-stdio') }, { clock })
  await hub.ready()
  clock.advance(9 * 60_000)
  const before = await pidOf(hub)
  clock.advance(2 * 60_000)
  const stop = new AbortController()
  const waiting = hub.call('garden__wait', {}, { signal: stop.signal })
  await hub.event('outputLine', { line: 'waiting' })
  clock.advance(30 * 60_000)
  assert.equal(await pidOf(hub), before) // while a call runs, the server is not stopped as idle
  stop.abort()
  await assert.rejects(waiting)
  const stopped = hub.event('stopped', { reason: 'idle' })
  await advanceUntil(clock, stopped, 10_000)
  await gone(before)
  assert.equal(hub.servers.tools().length, 12)
  assert.notEqual(await pidOf(hub), before)
})

test('a missing program, a program without permission and a missing folder are reported in one line [agent.mcp.no-program]', async (t) => {
  const hub = await startMcpHub(t, {
    a: { command: 'no-such-program-anywhere' },
    b: { command: '/etc' },
    c: program('garden-stdio', [], { cwd: 'nowhere' }),
  })
  await hub.ready()
  assert.deepEqual(
    hub.servers.problems().map(({ message }) => message),
    [
      'a can’t be started: there is no such program; install it or give its full path',
      'b can’t be started: the program may not be run',
      'c can’t be started: its `cwd` is not a folder',
    ],
  )
})

test('servers do not outlive a Hub that is killed, even those that ignore everything [agent.mcp.killed]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'mcp.json': JSON.stringify({
      mcpServers: { odd: program('odd-stdio', ['stubborn']), garden: program('garden-stdio') },
    }),
  })
  const hub = spawn(process.execPath, [...testProgram('hub-with-servers'), folder])
  t.after(() => hub.kill('SIGKILL'))
  const [line] = (await once(createInterface({ input: hub.stdout }), 'line')) as [string]
  const pids = JSON.parse(line) as number[]
  assert.equal(pids.length, 2)
  const left = pids.flatMap(processesOf)
  assert.equal(left.length, 1, 'what it started in a session of its own')
  hub.kill('SIGKILL')
  await Promise.all([...pids, ...left].map(gone))
})

test('processes that a server started in another session end with the server [agent.mcp.gone]', async (t) => {
  const hub = await startMcpHub(t, { odd: program('odd-stdio', ['litter']) })
  await hub.ready()
  const { line } = (await hub.event('outputLine')) as { line: string }
  const [left] = /\d+/.exec(line)!
  assert.ok(isAlive(Number(left)))
  await hub.servers[Symbol.asyncDispose]()
  assert.ok(!isAlive(Number(left)))
})

test('a server that the Hub’s death overtakes while it is started ends with its input [agent.mcp.killed]', async (t) => {
  const { command, args } = program('garden-stdio')
  const starter = spawn(process.execPath, [...testProgram('killed-at-start'), command, ...args])
  t.after(() => starter.kill('SIGKILL'))
  const ended = once(starter, 'exit')
  const [line] = (await once(createInterface({ input: starter.stdout }), 'line')) as [string]
  assert.deepEqual(await ended, [null, 'SIGKILL'])
  await gone(Number(line))
})
