import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { defineTool, z } from '../../src/index.ts'
import { startTestAgent, userSays, type TestAgentOptions } from '../support/agent.ts'
import { testClock } from '../support/clock.ts'
import { calls, says, startUpstream, type RecordedRequest, type Upstream } from '../support/upstream.ts'

const PLANTS = ['rose', 'tulip', 'fern', 'maple', 'basil', 'cactus', 'orchid', 'lily', 'daisy', 'moss']

/** 200 tools, such as `shed__water_rose_7`. */
const MANY = PLANTS.flatMap((plant) =>
  Array.from({ length: 20 }, (_, bed) =>
    defineTool({
      name: `shed__water_${plant}_${bed}`,
      description: `Waters the ${plant} in bed ${bed}`,
      input: z.object({ litres: z.number().describe('Amount of water') }),
      ...(plant === 'moss' && { restricted: { capability: 'water_moss', label: 'Moss', group: 'Shed' } }),
      readOnly: plant === 'rose',
      run: ({ litres }) => `${litres} litres for ${plant} ${bed}`,
    }),
  ),
)

const start = (t: TestContext, upstream: Upstream, options: TestAgentOptions = {}) =>
  startTestAgent(t, {
    upstream: upstream.url,
    modules: [{ file: 'tools/shed.ts', exports: Object.fromEntries(MANY.map((tool) => [tool.name, tool])) }],
    ...options,
    deps: { mayUse: async () => ({ allowed: true }), maySee: async () => true, ...options.deps },
  })

const toolsOf = ({ body }: RecordedRequest): string[] => (body.tools ?? []).map((tool) => tool.function.name)

const find = (query: string) => calls({ name: 'find_tools', input: { query } })

test('of many tools the prompt has the built-in ones and a search, and a found tool runs in the same turn and stays in the chat [agent.on-demand]', async (t) => {
  await using upstream = await startUpstream()
  const agent = await start(t, upstream)
  upstream.script(
    find('water the cactus in bed 7'),
    calls({ name: 'shed__water_cactus_7', input: { litres: 2 } }),
    says('Done.'),
    says('Again.'),
    says('Hello.'),
  )
  const outcome = await agent.run('Water the cactus')
  assert.deepEqual(
    outcome.tools.filter(({ state }) => state === 'done').map(({ name, title }) => [name, title]),
    [
      ['find_tools', 'Looked for tools: water the cactus in bed 7'],
      ['shed__water_cactus_7', 'Shed water cactus 7'],
    ],
  )
  await agent.run([userSays('Water the cactus'), userSays('And now?')])
  await agent.run('Hello', { chatId: 'another chat' })
  const [first, second, third, later, other] = upstream.requests.map(toolsOf)
  assert.equal(first!.at(-1), 'find_tools')
  assert.ok(first!.includes('read_file') && first!.length < 10)
  assert.deepEqual(second!.slice(0, first!.length), first)
  assert.equal(second![first!.length], 'shed__water_cactus_7')
  assert.ok(second!.length <= first!.length + 8)
  assert.deepEqual(third, second)
  assert.deepEqual(later, second)
  assert.deepEqual(other, first)
  const description = upstream.requests[0]!.body.tools!.at(-1)!.function.description
  assert.match(description, /shed \(200\)/)
  assert.match(JSON.stringify(upstream.requests[2]!.body.messages), /2 litres for cactus 7/)
})

test('a tool that is not in the prompt runs when called, and its definition follows a bad call [agent.on-demand.unseen]', async (t) => {
  await using upstream = await startUpstream()
  const agent = await start(t, upstream)
  upstream.script(
    calls({ name: 'shed__water_fern_3', input: { amount: 1 } }),
    calls({ name: 'shed__water_fern_3', input: { litres: 1 } }, { name: 'shed__mow', input: {} }),
    says('Done.'),
  )
  await agent.run('Water the fern')
  assert.equal(toolsOf(upstream.requests[1]!).at(-1), 'shed__water_fern_3')
  const sent = JSON.stringify(upstream.requests[2]!.body.messages)
  assert.match(sent, /Invalid input for shed__water_fern_3.*1 litres for fern 3/s)
  assert.match(sent, /There is no tool “shed__mow”. The tools are list_files, .*find_tools/)
  assert.ok(!/The tools are [^"]*shed__water_rose/.test(sent))
})

test('the search finds only tools that the person may use on this surface [agent.on-demand.access]', async (t) => {
  await using upstream = await startUpstream()
  const agent = await start(t, upstream, { deps: { maySee: async () => false } })
  upstream.script(find('moss'), says('None.'), find('tulip'), says('None.'))
  await agent.run('Water the moss')
  assert.match(JSON.stringify(upstream.requests[1]!.body.messages), /No tool matches/)
  assert.match(upstream.requests[0]!.body.tools!.at(-1)!.function.description, /shed \(180\)/)
  await agent.run('Water the tulips', { surface: 'schedule', chatId: 'nightly' })
  assert.ok(!JSON.stringify(upstream.requests.slice(2).map(({ body }) => body)).includes('tulip_'))
})

test('tools that the agent file, the task or the request names are in the prompt [agent.on-demand.pinned]', async (t) => {
  await using upstream = await startUpstream()
  const agent = await start(t, upstream, { agent: { prompt: 'Use `shed__water_lily_1` for lilies.' } })
  upstream.script(says('a'), says('b'), says('c'))
  await agent.run('Hello')
  await agent.run('Hello', { addedTools: ['shed__water_fern_2'], chatId: 'task' })
  await agent.run('Hello', { toolChoice: { name: 'shed__water_moss_2' }, chatId: 'forced' })
  const [first, task, forced] = upstream.requests.map((request) =>
    toolsOf(request).filter((name) => name.startsWith('shed')),
  )
  assert.deepEqual(first, ['shed__water_lily_1'])
  assert.deepEqual(task, ['shed__water_fern_2', 'shed__water_lily_1'])
  assert.deepEqual(forced, ['shed__water_lily_1', 'shed__water_moss_2'])
})

test('much used tools enter the prompt of later chats, and an open chat keeps its first tools [agent.on-demand.used]', async (t) => {
  await using upstream = await startUpstream()
  const clock = testClock()
  const agent = await start(t, upstream, { clock })
  upstream.script(
    calls({ name: 'shed__water_fern_3', input: { litres: 1 } }),
    says('Done.'),
    says('Hello.'),
    says('Hello.'),
  )
  await agent.run('Water the fern')
  clock.advance(3_600_000)
  await agent.run('Hello', { chatId: 'later' })
  await agent.run([userSays('Water the fern'), userSays('Thanks')])
  const [first, , later, same] = upstream.requests.map(toolsOf)
  assert.equal(later!.at(-1), 'find_tools')
  assert.equal(later!.at(-2), 'shed__water_fern_3')
  assert.deepEqual(same, [...first!, 'shed__water_fern_3'])
})
