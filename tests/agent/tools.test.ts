import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { defineTool, z, type Tool } from '../../src/index.ts'
import type { SubAgent } from '#ground/hub/hub.ts'
import { startTestAgent } from '../support/agent.ts'
import { testClock } from '../support/clock.ts'
import { says, startUpstream } from '../support/upstream.ts'

const toolThat = (run: Tool['run'], more: object = {}) =>
  defineTool({ name: 'probe', description: 'Probe', input: z.object({}), run, ...more })

const FAILING: [what: string, run: Tool['run'], says: RegExp][] = [
  [
    'throws at once',
    () => {
      throw new Error('no luck')
    },
    /^no luck$/,
  ],
  ['rejects', () => Promise.reject(new Error('no luck')), /^no luck$/],
  [
    'throws something that is no error',
    () => {
      throw 'a string' // oxlint-disable-line typescript/only-throw-error
    },
    /^a string$/,
  ],
  [
    'returns a cycle',
    () => {
      const o: Record<string, unknown> = {}
      o['self'] = o
      return o
    },
    /circular/i,
  ],
  ['returns a BigInt', () => ({ n: 1n }), /BigInt/],
]

for (const [what, run, message] of FAILING)
  test(`a tool that ${what} fails alone, and the turn continues [agent.tools.failures]`, async (t) => {
    const agent = await startTestAgent(t, { tools: [toolThat(run)] })
    const { text, tools, finish } = await agent.run('/tool probe\n/say still here')
    assert.match(tools[1]?.error ?? '', message)
    assert.equal(tools[1]?.state, 'failed')
    assert.match(text, /still here$/)
    assert.equal(finish?.reason, 'stop')
  })

const SUB_AGENT: SubAgent = {
  id: 'weeder',
  name: 'Weeder',
  description: 'Pulls weeds',
  prompt: 'You pull weeds.',
  model: null,
  tools: null,
  maxTurns: 5,
  temperature: null,
}

const RETURNED: [what: string, value: unknown, text: string][] = [
  ['text', 'plain', 'plain'],
  ['an object', { n: 1 }, '{"n":1}'],
  ['a number', 4, '4'],
  ['nothing', undefined, 'Done.'],
]

for (const [what, value, expected] of RETURNED)
  test(`a tool that returns ${what} gives the model “${expected}” [agent.tools.output]`, async (t) => {
    const agent = await startTestAgent(t, { tools: [toolThat(() => value)] })
    assert.equal((await agent.run('/tool probe')).text, expected)
  })

test('a result of 50 MB is cut at 64 KiB with a note [agent.tools.output]', async (t) => {
  const agent = await startTestAgent(t, { tools: [toolThat(() => 'x'.repeat(50 * 1024 * 1024))] })
  const { text } = await agent.run('/tool probe')
  assert.ok(text.length < 65 * 1024 + 100)
  assert.match(text, /cut here: 52363264 more characters/)
})

test('a tool that hangs is stopped when its time is up, and told so by its signal [agent.tools.timeout]', async (t) => {
  const clock = testClock()
  let signal: AbortSignal | undefined
  const hang = toolThat((_, ctx) => {
    signal = ctx.signal
    return new Promise(() => {})
  })
  const agent = await startTestAgent(t, {
    tools: [hang],
    clock,
    deps: { limits: { toolTimeoutMs: 120_000 } },
  })
  const running = agent.run('/tool probe')
  await clock.sleeper(120_000)
  clock.advance(120_000)
  const { tools } = await running
  assert.match(tools[1]?.error ?? '', /longer than 120 s/)
  assert.equal(tools[1]?.ms, 120_000)
  assert.equal(signal?.aborted, true)
})

test('input that is not JSON comes back to the model in one clear line [agent.tools.input]', async (t) => {
  const agent = await startTestAgent(t, { tools: [toolThat(() => 'ran')] })
  const { tools } = await agent.run('/tool probe {"a":')
  assert.match(tools[1]?.error ?? '', /^The input of probe is not valid JSON: [^\n]+$/)
})

test('input that doesn’t fit the schema names the fields, in one line [agent.tools.input]', async (t) => {
  const agent = await startTestAgent(t, {
    tools: [toolThat(() => 'ran', { input: z.object({ n: z.number(), s: z.string() }) })],
  })
  const { tools } = await agent.run('/tool probe {"n":"x"}')
  assert.match(tools[1]?.error ?? '', /^Invalid input for probe: n: [^\n]+; s: [^\n]+$/)
})

test('an unknown tool is answered with the names of the known ones [agent.tools.input]', async (t) => {
  const agent = await startTestAgent(t, { tools: [toolThat(() => 'ran')] })
  const { tools } = await agent.run('/tool nope {}')
  assert.equal(tools[1]?.error, 'There is no tool “nope”. The tools are probe.')
})

const RESTRICTED = { restricted: { capability: 'send_invoices', label: 'Send invoices', group: 'Money' } }

test('a restricted tool is refused without a decision, and does not run [agent.tools.restricted]', async (t) => {
  let ran = false
  const agent = await startTestAgent(t, { tools: [toolThat(() => (ran = true), RESTRICTED)] })
  const { tools } = await agent.run('/tool probe')
  assert.match(
    tools[1]?.error ?? '',
    /granted “Send invoices” on this Hub, and no person is signed in for this request/,
  )
  assert.equal(ran, false)
  assert.deepEqual(
    agent.events.filter(({ name }) => name === 'toolRefused').map(({ fields }) => fields['tool']),
    ['probe'],
  )
})

test('a tool that needs a confirmation is refused if no person can confirm [agent.tools.restricted]', async (t) => {
  const agent = await startTestAgent(t, { tools: [toolThat(() => 'ran', { confirm: true })] })
  assert.match((await agent.run('/tool probe')).tools[1]?.error ?? '', /confirmation/)
})

test('the wired decision lets a restricted tool run, with tool and caller before it [agent.tools.restricted]', async (t) => {
  const asked: unknown[] = []
  const agent = await startTestAgent(t, {
    tools: [toolThat(() => 'ran', RESTRICTED)],
    deps: {
      mayUse: async (tool, caller) => {
        asked.push([tool.restricted?.capability, caller.email])
        return { allowed: true }
      },
    },
  })
  assert.equal((await agent.run('/tool probe')).text, 'ran')
  assert.deepEqual(asked, [['send_invoices', 'ada@example.com']])
})

test('a decision that fails refuses the tool [agent.tools.restricted]', async (t) => {
  let ran = false
  const agent = await startTestAgent(t, {
    tools: [toolThat(() => (ran = true), RESTRICTED)],
    deps: { mayUse: () => Promise.reject(new Error('store is down')) },
  })
  assert.equal((await agent.run('/tool probe')).tools[1]?.state, 'failed')
  assert.equal(ran, false)
})

test('a tool gets the variables it needs and no others, and is refused without them [agent.tools.needs]', async (t) => {
  const tools = [toolThat((_, { env }) => JSON.stringify(env), { needs: { env: ['CRM_URL'] } })]
  const without = await startTestAgent(t, { tools })
  assert.match((await without.run('/tool probe')).tools[1]?.error ?? '', /needs CRM_URL to be set/)
  const withIt = await startTestAgent(t, {
    tools,
    deps: { environment: { CRM_URL: 'http://crm', OTHER: 'secret' } },
  })
  assert.equal((await withIt.run('/tool probe')).text, '{"CRM_URL":"http://crm"}')
  const inherited = await startTestAgent(t, {
    tools: [toolThat(() => 'ran', { needs: { env: ['constructor'] } })],
  })
  assert.match((await inherited.run('/tool probe')).tools[1]?.error ?? '', /needs constructor to be set/)
})

test('a tool knows caller, chat and folder, can log, and can save a file for the person [agent.tools.context]', async (t) => {
  const tool = toolThat(async (_, ctx) => {
    ctx.log('worked')
    const saved = await ctx.saveFile('out.txt', 'content')
    const read = await ctx.files.readText(`chat/${saved.filename}`)
    return { email: ctx.caller.email, chat: ctx.chatId, hub: ctx.hubFolder, url: saved.url, read }
  })
  const agent = await startTestAgent(t, { tools: [tool] })
  const result = JSON.parse((await agent.run('/tool probe')).text)
  assert.match(result.url, /^\/artifacts\/chat-1\/out\.txt\?t=/)
  assert.deepEqual(
    { ...result, url: undefined },
    { email: 'ada@example.com', chat: 'chat-1', hub: agent.folder, read: 'content', url: undefined },
  )
  assert.deepEqual(
    agent.events.filter(({ name }) => name === 'toolMessage').map(({ fields }) => fields['message']),
    ['worked'],
  )
})

test('the agent file’s list only narrows the tools; an unknown name is a problem [agent.tools.allowed]', async (t) => {
  const other = defineTool({ name: 'other', description: 'Other', input: z.object({}), run: () => 'other' })
  const agent = await startTestAgent(t, {
    tools: [toolThat(() => 'ran'), other],
    agent: { tools: ['other', 'othr'], surfaces: { chatb: { tools: ['probe', 'ohter'] } } },
    subAgents: [{ ...SUB_AGENT, tools: ['probee'] }],
  })
  assert.equal((await agent.run('/tool other')).text, 'other')
  assert.match((await agent.run('/tool probe')).tools[1]?.error ?? '', /The tools are other\./)
  assert.deepEqual(
    agent.problems().map(({ file, message }) => [file, message]),
    [
      ['agent.md', '`tools` names “othr”, but there is no such tool; did you mean other?'],
      ['agent.md', '`surfaces.chatb.tools` names “probe”, which `tools` of agent.md leaves out'],
      ['agent.md', '`surfaces.chatb.tools` names “ohter”, but there is no such tool; did you mean other?'],
      ['agents/weeder.md', '`tools` names “probee”, but there is no such tool; did you mean probe?'],
    ],
  )
})

test('a tool for some surfaces is not offered on others [agent.tools.surfaces]', async (t) => {
  const agent = await startTestAgent(t, { tools: [toolThat(() => 'ran', { surfaces: ['mcp'] })] })
  assert.match((await agent.run('/tool probe')).tools[1]?.error ?? '', /There are no tools/)
  assert.equal((await agent.run('/tool probe', { surface: 'mcp' })).text, 'ran')
})

test('without a person, only read-only tools are offered, unless the surface or the turn adds tools by name [agent.tools.surfaces]', async (t) => {
  const tools = [
    toolThat(() => 'ran'),
    defineTool({
      name: 'look',
      description: 'Looks',
      input: z.object({}),
      readOnly: true,
      run: () => 'seen',
    }),
  ]
  const careful = await startTestAgent(t, { tools })
  for (const surface of ['chata', 'chatb', 'teamchat', 'webhook', 'schedule']) {
    assert.equal((await careful.run('/tool look', { surface })).text, 'seen')
    assert.equal((await careful.run('/tool probe', { surface })).tools[1]?.state, 'failed')
  }
  const listed = await startTestAgent(t, { tools, agent: { tools: ['probe'] } })
  assert.equal((await listed.run('/tool probe', { surface: 'chata' })).tools[1]?.state, 'failed')
  assert.equal((await listed.run('/tool probe', { surface: 'chatapp' })).text, 'ran')
  assert.equal((await listed.run('/tool look', { surface: 'chata' })).tools[1]?.state, 'failed')

  const widened = await startTestAgent(t, { tools, agent: { surfaces: { chata: { tools: ['probe'] } } } })
  for (const [name, outcome] of Object.entries({ probe: 'ran', look: 'seen' }))
    assert.equal((await widened.run(`/tool ${name}`, { surface: 'chata' })).text, outcome)
  assert.equal((await widened.run('/tool probe', { surface: 'chatb' })).tools[1]?.state, 'failed')

  const added = { surface: 'schedule', addedTools: ['probe'] }
  assert.equal((await careful.run('/tool probe', added)).text, 'ran')
  assert.equal((await careful.run('/tool look', added)).text, 'seen')
  const closed = await startTestAgent(t, { tools, agent: { tools: ['look'] } })
  assert.equal((await closed.run('/tool probe', added)).tools[1]?.state, 'failed')
})

test('every exported tool of a Hub’s modules is offered; bad and doubled ones are problems of their files [agent.tools.custom]', async (t) => {
  const one = toolThat(() => 'from one')
  const agent = await startTestAgent(t, {
    modules: [
      { file: 'tools/one.ts', exports: { default: one, again: one, helper: () => 1 } },
      { file: 'tools/two.ts', exports: { probe: toolThat(() => 'from two') } },
      { file: 'tools/three.ts', exports: { plain: { name: 'plain', run: () => 1 } } },
      {
        file: 'tools/four.ts',
        exports: {
          read_file: defineTool({
            name: 'read_file',
            description: 'Mine',
            input: z.object({}),
            run: () => '',
          }),
        },
      },
      { file: 'tools/five.ts', exports: {} },
    ],
  })
  assert.equal((await agent.run('/tool probe')).text, 'from one')
  assert.deepEqual(
    agent.problems().map(({ file, message }) => [file, message]),
    [
      ['tools/two.ts', 'the tool “probe” already exists in tools/one.ts; give this one another name'],
      ['tools/three.ts', 'the tool “plain” must be made with defineTool({ … })'],
      [
        'tools/four.ts',
        'the tool “read_file” already exists in the service itself; give this one another name',
      ],
      ['tools/five.ts', 'exports nothing; export a tool made with defineTool({ … })'],
    ],
  )
})

test('a bad definition is refused with everything that is wrong with it [agent.tools.custom]', () => {
  assert.throws(
    () => defineTool({ name: 'bad name', description: ' ', input: z.string(), run: 3, extra: 1 } as never),
    (error: Error) => {
      assert.match(error.message, /^tool bad name: /)
      for (const part of ['`name`', '`description`', '`input`', '`run`', '`extra`'])
        assert.ok(error.message.includes(part), part)
      return true
    },
  )
})

for (const [what, value] of [
  ['bytes', Buffer.from('x')],
  ['data with bytes in it', { page: { image: new Uint8Array(1) } }],
] as const)
  test(`a tool that returns ${what} fails with the advice to save a file [agent.tools.output]`, async (t) => {
    const agent = await startTestAgent(t, { tools: [toolThat(() => value)] })
    const { tools } = await agent.run('/tool probe')
    assert.match(tools[1]?.error ?? '', /^The tool returned binary data \(1 bytes\).*saveFile/)
  })

test('a tool that returns a stream or a response fails with advice [agent.tools.output]', async (t) => {
  const streams = [new Response('x'), new ReadableStream(), Readable.from(['x'])]
  const agent = await startTestAgent(t, { tools: [toolThat(() => streams.pop())] })
  for (let n = 0; n < 3; n++) assert.match((await agent.run('/tool probe')).tools[1]?.error ?? '', /a stream/)
})

test('a tool’s own timeout holds, and never beyond the Hub’s [agent.tools.timeout]', async (t) => {
  for (const [timeout, expected] of [
    [5, 5000],
    [600, 120_000],
  ] as const) {
    const clock = testClock()
    const agent = await startTestAgent(t, {
      tools: [toolThat(() => new Promise(() => {}), { timeout })],
      clock,
      deps: { limits: { toolTimeoutMs: 120_000 } },
    })
    const running = agent.run('/tool probe')
    await clock.sleeper(expected)
    clock.advance(expected)
    assert.match((await running).tools[1]?.error ?? '', new RegExp(`longer than ${expected / 1000} s`))
  }
})

test('a tool that ignores its signal is left behind and logged; one that obeys is not [agent.tools.abandoned]', async (t) => {
  const run = async (tool: Tool) => {
    const agent = await startTestAgent(t, { tools: [tool] })
    const stop = new AbortController()
    const running = agent.run('/tool probe', { signal: stop.signal })
    await entered.promise
    stop.abort()
    await running
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    return agent.events.filter(({ name }) => name === 'toolAbandoned').length
  }
  let entered = Promise.withResolvers<void>()
  const deaf = toolThat(() => {
    entered.resolve()
    return new Promise(() => {})
  })
  assert.equal(await run(deaf), 1)
  entered = Promise.withResolvers<void>()
  const obedient = toolThat((_, { signal }) => {
    entered.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  assert.equal(await run(obedient), 0)
})

test('a tool that needs an outside account is refused in one clear sentence [agent.tools.connection]', async (t) => {
  const tool = toolThat((_, ctx) => ctx.connection('calendar'), { needs: { connection: 'calendar' } })
  const agent = await startTestAgent(t, { tools: [tool] })
  assert.match(
    (await agent.run('/tool probe')).tools[1]?.error ?? '',
    /^probe needs your account of calendar/,
  )
  const undeclared = await startTestAgent(t, { tools: [toolThat((_, ctx) => ctx.connection('calendar'))] })
  assert.match((await undeclared.run('/tool probe')).tools[1]?.error ?? '', /must name calendar/)
})

test('tools of a source are offered once it is ready, follow its list, and its problems are reported [agent.tools.sources]', async (t) => {
  let tools: readonly Tool[] = []
  const source = {
    ready: async () => void (tools.length === 0 && (tools = [toolThat(() => 'first')])),
    tools: () => tools,
    problems: () => [{ file: 'mcp.json', line: 1, column: 1, message: 'broken' }],
  }
  const agent = await startTestAgent(t, { tools: [], deps: { sources: [source] } })
  assert.equal((await agent.run('/tool probe')).text, 'first')
  tools = [toolThat(() => 'second')]
  assert.equal((await agent.run('/tool probe')).text, 'second')
  assert.deepEqual(agent.problems(), [{ file: 'mcp.json', line: 1, column: 1, message: 'broken' }])
})

test('a turn’s own settings and tools stand in place of the agent’s [agent.tools.overrides]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(says('ok'))
  const finish = defineTool({ name: 'finish', description: 'Ends', input: z.object({}), run: () => 'mine' })
  const agent = await startTestAgent(t, {
    upstream: upstream.url,
    tools: [toolThat(() => 'ran'), finish],
    agent: { tools: ['probe', 'finish'] },
  })
  const mine = defineTool({
    name: 'finish',
    description: 'Ends the task',
    input: z.object({}),
    run: () => 'mine',
  })
  await agent.run('hi', {
    surface: 'schedule',
    overrides: { prompt: 'Do the task.', tools: [], temperature: 0.5, maxTurns: undefined as never },
    extraTools: [mine],
  })
  const [request] = upstream.requests
  assert.match(String(request?.body.messages?.[0]?.content), /^Do the task\./)
  assert.equal((request?.body as { temperature?: number } | undefined)?.temperature, 0.5)
  assert.deepEqual(
    request?.body.tools?.map((tool) => tool.function.name),
    ['finish'],
  )
})

test('the same call again and again is refused after five times, and ends the turn after eight [agent.loop.calls]', async (t) => {
  let ran = 0
  const agent = await startTestAgent(t, { tools: [toolThat(() => String(++ran))] })
  const { tools, text, finish } = await agent.run('/tool probe\n'.repeat(12))
  assert.equal(ran, 5)
  assert.match(tools.at(-1)?.error ?? '', /5 times with the same input/)
  assert.match(text, /going round in circles, calling probe/)
  assert.equal(finish?.reason, 'length')
})

test('a call shows its input and output, without secrets in either [agent.shown-calls]', async (t) => {
  const sow = defineTool({
    name: 'sow',
    description: 'Sow',
    input: z.object({ bed: z.string(), token: z.string() }),
    needs: { env: ['SEED_KEY'] },
    run: ({ bed }, { env }) => `sown in ${bed} with ${env['SEED_KEY']}`,
  })
  const agent = await startTestAgent(t, {
    tools: [sow],
    deps: { environment: { SEED_KEY: 'abc-very-secret' } },
  })
  const { tools } = await agent.run('/tool sow {"bed":"north","token":"hunter2"}')
  assert.equal(tools[0]!.input, undefined)
  const { input, result } = tools.at(-1)!
  assert.deepEqual(JSON.parse(input!), { bed: 'north', token: '[hidden]' })
  assert.match(result!, /sown in north/)
  assert.doesNotMatch(JSON.stringify(tools), /hunter2|abc-very/)
})

test('a tool’s named sources appear with its finished activity, without its secrets; an invalid source fails it [agent.named-sources]', async (t) => {
  const look = defineTool({
    name: 'look',
    description: 'Look up',
    input: z.object({ title: z.string() }),
    needs: { env: ['SEED_KEY'] },
    run({ title }, { env, source }) {
      source({ title, url: 'https://garden.example/', text: `asked with ${env['SEED_KEY']}` })
      return 'found'
    },
  })
  const agent = await startTestAgent(t, {
    tools: [look],
    deps: { environment: { SEED_KEY: 'abc-very-secret' } },
  })
  const { tools } = await agent.run('/tool look {"title":"Ferns"}\n/tool look {"title":""}')
  const [done, failed] = tools.filter(({ state }) => state !== 'running')
  assert.deepEqual(done!.sources, [
    { title: 'Ferns', url: 'https://garden.example/', text: 'asked with [hidden]' },
  ])
  assert.deepEqual([failed!.state, failed!.sources], ['failed', undefined])
  assert.match(failed!.error!, /needs a title/)
})
