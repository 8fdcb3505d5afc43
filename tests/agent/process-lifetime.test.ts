import assert from 'node:assert/strict'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { manualClock } from '../support/manual-clock.ts'
import { isAlive, processesOf, startProcessAgent, type ProcessAgent } from '../support/process-agent.ts'

interface About {
  pid: number
  cwd: string
  env: Record<string, string>
}
const about = async ({ run }: ProcessAgent, chat?: string): Promise<About> =>
  JSON.parse((await run('/about', { ...(chat && { chat }) })).text) as About

const allGone = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(isAlive)) await systemClock.sleep(20)
}

test('Cancelling a turn notifies the agent, which stays for the next turn [agent.process.cancel]', async (t) => {
  const agent = await startProcessAgent(t)
  const { pid } = await about(agent)
  const stop = new AbortController()
  const events: string[] = []
  for await (const event of agent.stream('/say started\n/hang', { signal: stop.signal })) {
    events.push(event.type === 'finish' ? event.reason : event.type)
    stop.abort()
  }
  assert.deepEqual(events, ['text', 'aborted'])
  await agent.event('outputLine', { line: 'told to cancel' })
  assert.equal((await about(agent)).pid, pid)
  assert.deepEqual(
    agent.usage.map(({ outcome }) => outcome),
    ['stop', 'aborted', 'stop'],
  )
})

test('Leaving a turn early cancels it too [agent.process.cancel]', async (t) => {
  const agent = await startProcessAgent(t)
  for await (const event of agent.stream('/say started\n/hang')) if (event.type === 'text') break
  await agent.event('outputLine', { line: 'told to cancel' })
  assert.equal(agent.usage[0]!.outcome, 'aborted')
})

test('An agent that ignores it is killed with everything it started, within five seconds [agent.process.cancel]', async (t) => {
  const clock = manualClock()
  const agent = await startProcessAgent(t, { options: ['child', 'connect', 'runaway'], clock })
  const { pid } = await about(agent)
  const pids = [pid, ...processesOf(pid)]
  assert.equal(pids.length, 4) // including the tool relay and a process in its own session
  const stop = new AbortController()
  for await (const event of agent.stream('/sprout\n/say started\n/freeze', { signal: stop.signal }))
    if (event.type === 'text') {
      pids.push(...processesOf(pid))
      stop.abort()
    }
  // The agent has 3 s to cancel, then 1 s to react to its closed input; then SIGTERM, and SIGKILL after another
  // second.
  for (const ms of [3000, 1000]) {
    while ((await clock.nextSleep()) !== ms);
    clock.advance(ms)
  }
  await agent.event('ignoredCancel', { chat: 'chat-1' })
  await allGone(pids)
  assert.notEqual((await about(agent)).pid, pid)
})

test('A process that ends in the middle of an answer is reported, and the next turn starts another [agent.process.crash]', async (t) => {
  const agent = await startProcessAgent(t)
  const { text, error } = await agent.run('/say half an\n/complain the reactor is hot\n/crash 3')
  assert.equal(text, 'half an')
  assert.equal((error as { code?: string }).code, 'agent_failed')
  assert.match((error as Error).message, /ended in the middle of its answer \(ended with code 3\)/)
  assert.doesNotMatch((error as Error).message, /reactor/)
  await agent.event('outputLine', { line: 'the reactor is hot' })
  assert.equal(agent.usage[0]!.outcome, 'failed')
  assert.equal((await agent.run('/say back')).text, 'back')
})

test('An idle process that ends is replaced without a word [agent.process.crash]', async (t) => {
  const agent = await startProcessAgent(t)
  for (const wait of [allGone, async () => {}]) {
    const { pid } = await about(agent)
    process.kill(pid, 'SIGKILL')
    await wait([pid])
    assert.equal((await agent.run('/say back')).text, 'back')
  }
})

test('An error of the agent is reported without its text, and the agent continues [agent.process.crash]', async (t) => {
  const agent = await startProcessAgent(t)
  const { pid } = await about(agent)
  const { error } = await agent.run('/fail')
  assert.match((error as Error).message, /could not answer \(error -32603\)/)
  assert.doesNotMatch((error as Error).message, /secret/)
  assert.equal((await about(agent)).pid, pid)
})

test('an invalid message is skipped and logged [agent.process.garbage]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['greet'] })
  const strange = '{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":5,"update":{}}}'
  const { text, error } = await agent.run(
    `/say a\n/print not json\n/print {"a":1}\n/print ${strange}\n/print {"jsonrpc":"2.0","id":999,"result":{}}\n/say b`,
  )
  assert.equal(error, undefined)
  assert.equal(text, 'ab')
  for (const line of ['Welcome to the agent!', '{"half":', 'not json', '{"a":1}'])
    await agent.event('outputLine', { line })
})

test('Much text arrives whole and in order, also at a slow reader [agent.process.stream]', async (t) => {
  const { stream } = await startProcessAgent(t)
  let length = 0
  for await (const event of stream(`/repeat 5000 ${'x'.repeat(200)}\n/say end`)) {
    if (event.type === 'text') length += event.text.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(length, 5000 * 200 + 3)
})

test('A process that can’t be started is refused with the reason [agent.process.start]', async (t) => {
  for (const [options, reason] of [
    [{ command: ['/nowhere/agent'] as const }, /the program “\/nowhere\/agent” is not installed/],
    [{ command: ['/etc/passwd'] as const }, /“\/etc\/passwd” is not executable/],
    [{ options: ['die'] }, /the program ended with code 7 during its start/],
    [{ options: ['old'] }, /speaks version 0 of the Agent Client Protocol/],
    [{ options: ['auth'] }, /The agent process is not signed in/],
  ] as const) {
    const { run, agent } = await startProcessAgent(t, options)
    const { error } = await run('/say no')
    assert.equal((error as { code?: string }).code, 'agent_failed')
    assert.match((error as Error).message, reason)
    await agent[Symbol.asyncDispose]()
  }
})

test('A process that says nothing is given up after half a minute [agent.process.start]', async (t) => {
  const clock = manualClock()
  const agent = await startProcessAgent(t, { options: ['mute'], clock })
  const running = agent.run('/say no')
  for (let ms = 0; ms !== 30_000; ms = await clock.nextSleep());
  clock.advance(30_000)
  const grace = setInterval(() => clock.advance(1000), 10) // lets the delays before SIGTERM and SIGKILL pass
  const { error } = await running
  clearInterval(grace)
  assert.match((error as Error).message, /no answer within 30 s/)
})

test('A process gets the system’s usual variables, those passed on by name and the trace address, nothing else [agent.process.environment]', async (t) => {
  const agent = await startProcessAgent(t, {
    settings: { passOn: ['ANTHROPIC_API_KEY', 'UNSET'] },
    deps: {
      environment: {
        PATH: process.env.PATH,
        HOME: '/home/x',
        ANTHROPIC_API_KEY: 'sk-ant-12345',
        BRIDGE_API_KEYS: 'secret',
        SVC_ADMIN: 'secret',
      },
      traceEndpoint: () => 'http://127.0.0.1:9/otel',
    },
  })
  const { env, cwd } = await about(agent)
  assert.equal(cwd, join(dirname(await agent.chatFolder()), 'workspace'))
  assert.deepEqual(Object.keys(env).toSorted(), [
    'ANTHROPIC_API_KEY',
    'HOME',
    'HUB_SERVICE_STARTED',
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'OTEL_EXPORTER_OTLP_PROTOCOL',
    'PATH',
  ])
  await agent.run('/complain my key is sk-ant-12345')
  await agent.event('outputLine', { line: 'my key is [hidden]' })
  const seen = {
    sessionUpdate: 'tool_call',
    toolCallId: 'c1',
    title: 'Ran env',
    status: 'completed',
    rawInput: { command: 'echo sk-ant-12345' },
    content: [{ type: 'content', content: { type: 'text', text: 'ANTHROPIC_API_KEY=sk-ant-12345' } }],
  }
  const { tools } = await agent.run(`/update ${JSON.stringify(seen)}`)
  assert.deepEqual(JSON.parse(tools.at(-1)!.input!), { command: 'echo [hidden]' })
  assert.equal(tools.at(-1)!.result, 'ANTHROPIC_API_KEY=[hidden]')
})

test('An idle process is ended after its time [agent.process.pool]', async (t) => {
  const clock = manualClock()
  const agent = await startProcessAgent(t, { clock, settings: { idleMs: 600_000 } })
  const { pid } = await about(agent)
  for (let ms = 0; ms !== 600_000; ms = await clock.nextSleep());
  clock.advance(599_999)
  assert.ok(isAlive(pid))
  clock.advance(1)
  await agent.event('stopped', { reason: 'idle' })
  const grace = setInterval(() => clock.advance(1000), 10)
  await allGone([pid])
  clearInterval(grace)
})

test('The process that was idle longest makes room for another chat [agent.process.pool]', async (t) => {
  const agent = await startProcessAgent(t, { settings: { maxWorkers: 2 } })
  const first = await about(agent, 'a')
  const second = await about(agent, 'b')
  assert.equal((await about(agent, 'a')).pid, first.pid)
  const third = await about(agent, 'c')
  await agent.event('stopped', { reason: 'needed' })
  assert.deepEqual([first.pid, second.pid, third.pid].map(isAlive), [true, false, true])
})

test('While all processes are busy a turn waits, and is refused when none gets free in time [agent.process.pool]', async (t) => {
  const clock = manualClock()
  const agent = await startProcessAgent(t, { settings: { maxWorkers: 1, waitMs: 20_000 }, clock })
  const stop = new AbortController()
  const busy = agent.stream('/say on it\n/hang', { chat: 'a', signal: stop.signal })[Symbol.asyncIterator]()
  await busy.next()
  const refused = agent.run('/say no', { chat: 'b' })
  while ((await clock.nextSleep()) !== 20_000);
  clock.advance(20_000)
  assert.equal(((await refused).error as { code?: string }).code, 'agent_busy')
  const waiting = agent.run('/say at last', { chat: 'b' })
  while ((await clock.nextSleep()) !== 20_000);
  stop.abort()
  await busy.next()
  await busy.next()
  const moving = setInterval(() => clock.advance(10), 10)
  assert.equal((await waiting).text, 'at last')
  clearInterval(moving)
})

test('Closing ends every process and leaves nothing behind [agent.process.pool]', async (t) => {
  const agent = await startProcessAgent(t, { options: ['child', 'connect', 'runaway'] })
  const found = await Promise.all(['a', 'b'].map((chat) => about(agent, chat)))
  const pids = found.flatMap(({ pid }) => [pid, ...processesOf(pid)])
  assert.equal(pids.length, 8)
  await agent.agent[Symbol.asyncDispose]()
  assert.deepEqual(pids.filter(isAlive), [])
  assert.match(((await agent.run('/say no')).error as Error).message, /shutting down/)
})
