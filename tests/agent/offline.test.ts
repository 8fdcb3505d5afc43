import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defineTool, z } from '../../src/index.ts'
import { startTestAgent, userSays } from '../support/agent.ts'
import { testClock } from '../support/clock.ts'

const echoTool = defineTool({
  name: 'echo',
  description: 'Says it again',
  input: z.object({ text: z.string() }),
  run: ({ text }) => `echo: ${text}`,
})

test('the offline model repeats the text of /say, word by word [agent.offline.instructions]', async (t) => {
  const agent = await startTestAgent(t)
  const { text, events, finish } = await agent.run('/say hello  big world')
  assert.equal(text, 'hello  big world')
  assert.equal(events.filter((event) => event.type === 'text').length, 3)
  assert.equal(finish?.reason, 'stop')
  assert.equal(finish?.model, 'offline/offline')
})

test('/repeat gives exactly so many deltas [agent.offline.instructions]', async (t) => {
  const agent = await startTestAgent(t)
  const { text, events } = await agent.run('/repeat 200 ab')
  assert.equal(events.filter((event) => event.type === 'text').length, 200)
  assert.equal(text, Array.from({ length: 200 }, () => 'ab').join(' '))
})

test('/wait takes its time from the clock [agent.offline.instructions]', async (t) => {
  const clock = testClock()
  const agent = await startTestAgent(t, { clock })
  const running = agent.run('/say before\n/wait 5000\n/say after')
  await clock.sleeper(5000)
  clock.advance(5000)
  assert.equal((await running).text, 'before\nafter')
  assert.equal(agent.usage[0]?.durationMs, 5000)
})

test('/tool calls the tool, prints its result and goes on with the rest [agent.offline.instructions]', async (t) => {
  const agent = await startTestAgent(t, { tools: [echoTool] })
  const { text, tools } = await agent.run(
    '/say one\n/tool echo {"text":"two"}\n/say three\n/tool echo {"text":"four"}\n/say five',
  )
  assert.equal(text, 'one\n\necho: two\nthree\n\necho: four\nfive')
  assert.deepEqual(
    tools.map(({ id, state, title }) => [id, state, title]),
    [
      ['offline_1', 'running', 'Echo'],
      ['offline_1', 'done', 'Echo'],
      ['offline_2', 'running', 'Echo'],
      ['offline_2', 'done', 'Echo'],
    ],
  )
})

test('/finish prints its text when there is no finish tool, and calls it when there is [agent.offline.instructions]', async (t) => {
  const plain = await startTestAgent(t, { tools: [] })
  assert.equal((await plain.run('/finish done All well')).text, 'All well')
  const finished: unknown[] = []
  const finishTool = defineTool({
    name: 'finish',
    description: 'Ends the task',
    input: z.object({ status: z.enum(['done', 'blocked']), summary: z.string() }),
    run: (input) => void finished.push(input),
  })
  const tasked = await startTestAgent(t, { tools: [finishTool] })
  await tasked.run('/finish blocked No key')
  assert.deepEqual(finished, [{ status: 'blocked', summary: 'No key' }])
})

test('anything else is echoed, with the instructions and how to set a real model [agent.offline.plain-talk]', async (t) => {
  const agent = await startTestAgent(t)
  const { text } = await agent.run('How are you?')
  assert.match(text, /You said: “How are you\?”/)
  assert.match(text, /built-in offline model/)
  for (const form of [
    '/say TEXT',
    '/repeat N TEXT',
    '/wait MS',
    '/tool NAME {json}',
    '/finish done|blocked TEXT',
  ])
    assert.ok(text.includes(form), form)
  assert.match(text, /SVC_MODEL=/)
})

test('a question with instructions in the agent file is answered by them, and the answer names their source [agent.offline.prepared]', async (t) => {
  const offline = new Map([['Roll two dice', '/say The dice say\n/tool echo {"text":"3, 4"}\n/say so']])
  const agent = await startTestAgent(t, { tools: [echoTool], agent: { offline } })
  for (const question of ['Roll two dice', ' roll TWO dice!']) {
    const { text, tools } = await agent.run(question)
    assert.match(
      text,
      /^The dice say\n\necho: 3, 4\nso\n\n\*I am the built-in offline model.*agent\.md.*SVC_MODEL/,
    )
    assert.equal(tools.length, 2)
  }
  assert.match((await agent.run('Roll three dice')).text, /You said: “Roll three dice”/)
  assert.equal((await agent.run('/say Roll two dice')).text, 'Roll two dice')
})

test('an instruction that can’t be obeyed is named beside those that can [agent.offline.plain-talk]', async (t) => {
  const agent = await startTestAgent(t)
  const { text } = await agent.run('/sing loud\n/say ok')
  assert.match(text, /can’t obey “\/sing loud”/)
  assert.match(text, /\nok$/)
})

test('usage is words in and words out, without the system prompt [agent.offline.usage]', async (t) => {
  const agent = await startTestAgent(t)
  const { finish } = await agent.run([
    userSays('four words are here'),
    { role: 'assistant', text: 'and two', toolCalls: [] },
    userSays('/say a b c d e'),
  ])
  assert.deepEqual(finish?.usage, { input: 12, output: 5, cached: 0, reasoning: 0 })
})

test('the offline model stops at the largest number of tokens asked for [agent.offline.usage]', async (t) => {
  const agent = await startTestAgent(t)
  const { text, finish } = await agent.run('/repeat 100 x', { maxOutputTokens: 4 })
  assert.equal(text, 'x x x x')
  assert.equal(finish?.reason, 'length')
})

test('an aborted wait ends the turn at once as aborted [agent.abort]', async (t) => {
  const clock = testClock()
  const agent = await startTestAgent(t, { clock })
  const stop = new AbortController()
  const running = agent.run('/say before\n/wait 60000\n/say after', { signal: stop.signal })
  await clock.sleeper(60_000)
  stop.abort()
  const { text, finish } = await running
  assert.equal(text, 'before')
  assert.equal(finish?.reason, 'aborted')
  assert.equal(agent.usage[0]?.outcome, 'aborted')
})

test('the offline model ends before a stop sequence [agent.model.stop]', async (t) => {
  const agent = await startTestAgent(t)
  const { text, finish } = await agent.run('/say one two END three', { stop: ['END'] })
  assert.equal(text, 'one two ')
  assert.equal(finish?.reason, 'stop')
})
