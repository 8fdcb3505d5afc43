import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import type { TurnMessage } from '#core/agent/model/model.ts'
import { userSays } from '../support/agent.ts'
import { folderWith } from '../support/folder.ts'
import { startProcessAgent } from '../support/process-agent.ts'

const answered = (text: string): TurnMessage => ({ role: 'assistant', text, toolCalls: [] })

test('An agent process answers with text, reasoning and its own tool activity [agent.process.stream]', async (t) => {
  const { run, usage } = await startProcessAgent(t)
  const { events, error } = await run(
    '/think Let me see\n/say Hello\n/own read completed Read notes\n/own fetch failed Fetch page\n/say there',
  )
  assert.equal(error, undefined)
  const seen = events.map((event) => {
    if (event.type === 'tool') return [event.state, event.name, event.title, event.error].filter(Boolean)
    return event.type === 'finish' ? event.reason : 'text' in event ? event.text : ''
  })
  assert.deepEqual(seen, [
    'Let me see',
    'Hello',
    ['running', 'read', 'Read notes'],
    ['done', 'read', 'Read notes'],
    ['running', 'fetch', 'Fetch page'],
    ['failed', 'fetch', 'Fetch page', 'the reason'],
    '\n\n',
    'there',
    'stop',
  ])
  assert.equal(usage.length, 1)
  assert.equal(usage[0]!.outcome, 'stop')
  assert.equal(usage[0]!.model, 'process/node')
})

test('A character that the agent sends in two halves is joined, and a half alone is replaced [agent.process.stream]', async (t) => {
  const { run } = await startProcessAgent(t)
  const chunk = (text: string) =>
    `/update {"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}`
  const { text } = await run([chunk('a\\ud83c'), chunk('\\udf3bb'), chunk('\\ud83c')].join('\n'))
  assert.equal(text, 'a\u{1f33b}b\ufffd')
})

test('The reason an agent gives for stopping becomes ours [agent.process.stream]', async (t) => {
  const { run } = await startProcessAgent(t)
  const reasons = { max_tokens: 'length', max_turn_requests: 'length', refusal: 'content-filter' }
  for (const [theirs, ours] of Object.entries(reasons))
    assert.equal((await run(`/stop ${theirs}`)).finish?.reason, ours)
})

async function countedTurns(t: TestContext, turns: readonly string[]) {
  const { run, usage } = await startProcessAgent(t)
  const output: TurnMessage[] = []
  for (const lines of turns) {
    const { text } = await run([...output, userSays(lines)])
    output.push(userSays(lines), answered(text))
  }
  return usage.map(({ input, output, cached, isEstimated, costMicroUsd }) => ({
    tokens: [input, output, cached],
    isEstimated: isEstimated ?? false,
    costMicroUsd: costMicroUsd ?? null,
  }))
}
const tells = (reported: object) => `/usage ${JSON.stringify(reported)}\n/say ok`
const context = (used: number, more: object = {}) =>
  `/update ${JSON.stringify({ sessionUpdate: 'usage_update', used, size: 200_000, ...more })}`
const exactly = (...tokens: number[]) => ({ tokens, isEstimated: false, costMicroUsd: null })

test('Sums over a session are split by turn [agent.process.usage]', async (t) => {
  assert.deepEqual(
    await countedTurns(t, [
      tells({ totalTokens: 1180, inputTokens: 1000, outputTokens: 100, cachedReadTokens: 80 }),
      tells({ totalTokens: 3000, inputTokens: 2500, outputTokens: 300, cachedReadTokens: 200 }),
    ]),
    [exactly(1080, 100, 80), exactly(1620, 200, 120)],
  )
})

test('An agent that counts each turn is understood, with growing and with constant numbers [agent.process.usage]', async (t) => {
  const turn = (inputTokens: number) =>
    tells({ totalTokens: inputTokens + 10, inputTokens, outputTokens: 10 })
  assert.deepEqual(await countedTurns(t, [turn(10_000), turn(10_000), turn(10_020), turn(30_000)]), [
    exactly(10_000, 10, 0),
    exactly(10_000, 10, 0),
    exactly(10_020, 10, 0),
    exactly(30_000, 10, 0),
  ])
})

test('Tokens that an agent reports beside its answer are counted [agent.process.usage]', async (t) => {
  const quota = (input_tokens: number, output_tokens: number) =>
    `/meta ${JSON.stringify({ quota: { token_count: { input_tokens, output_tokens } } })}\n/say ok`
  const [first, second, third] = await countedTurns(t, [quota(900, 20), quota(900, 20), quota(0, 0)])
  assert.deepEqual(first, exactly(900, 20, 0))
  assert.deepEqual(second, exactly(900, 20, 0))
  assert.equal(third!.isEstimated, true)
  assert.ok(third!.tokens[0]! > 0)
})

test('If an agent reports only its context size, each answer of its model counts, as an estimate [agent.process.usage]', async (t) => {
  const [turn] = await countedTurns(t, [`${context(4500)}\n${context(4500)}\n/say 12345678`])
  assert.deepEqual(turn, { tokens: [8998, 2, 0], isEstimated: true, costMicroUsd: null })
})

test('The session cost that an agent reports is counted by turn [agent.process.usage]', async (t) => {
  const cost = (amount: number, currency = 'USD') =>
    `${context(100, { cost: { amount, currency } })}\n/say ok`
  const turns = await countedTurns(t, [cost(0.25), cost(0.75), cost(900, 'EUR'), cost(0.75)])
  assert.deepEqual(
    turns.map(({ costMicroUsd }) => costMicroUsd),
    [250_000, 500_000, null, null],
  )
})

test('Turns of an agent that reports no or invalid usage are estimated from the texts [agent.process.usage]', async (t) => {
  const [, silent, nonsense] = await countedTurns(t, [
    '/say ok',
    `/think ${'x'.repeat(400)}\n/say ${'y'.repeat(4000)}`,
    tells({ inputTokens: -5, outputTokens: 'many' }),
  ])
  assert.equal(silent!.isEstimated, true)
  assert.equal(silent!.tokens[1], 1100)
  assert.ok(silent!.tokens[0]! > 1100)
  assert.equal(nonsense!.isEstimated, true)
  assert.ok(nonsense!.tokens[0]! > 2000)
})

test('A stopped turn counts with its text up to the stop [agent.process.usage]', async (t) => {
  const { stream, usage } = await startProcessAgent(t)
  const stop = new AbortController()
  const turn = stream(`/say ${'x'.repeat(400)}\n/hang`, { signal: stop.signal })[Symbol.asyncIterator]()
  await turn.next()
  stop.abort()
  await turn.next()
  await turn.next()
  assert.deepEqual(
    usage.map(({ outcome, output, isEstimated }) => [outcome, output, isEstimated]),
    [['aborted', 100, true]],
  )
})

test('The first prompt leads with the agent file, the date and the chat’s files; later ones don’t [agent.process.prompt]', async (t) => {
  const { run, chatFolder } = await startProcessAgent(t, {
    agent: { prompt: 'You look after a garden.' },
    deps: { recall: async () => ['Likes roses'] },
  })
  const folder = await chatFolder()
  await mkdir(folder, { recursive: true })
  await writeFile(`${folder}/plan.csv`, 'a,b')
  const { text } = await run('/prompt')
  const [lead, question] = JSON.parse(text) as { text: string }[]
  assert.match(lead!.text, /^<instructions>\nYou look after a garden\./)
  assert.match(lead!.text, /chat\/plan\.csv/)
  assert.match(lead!.text, /Likes roses/)
  assert.ok(lead!.text.includes(folder))
  assert.equal(question!.text, '/prompt')
  const later = await run([userSays('/prompt'), answered(text), userSays('/prompt')])
  assert.deepEqual(JSON.parse(later.text), [{ type: 'text', text: '/prompt' }])
})

test('Pictures are passed to an agent that takes them, other files as links [agent.process.prompt]', async (t) => {
  const { run, chatFolder } = await startProcessAgent(t)
  const file = (mediaType: string, filename: string) =>
    ({ type: 'file', mediaType, filename, data: Buffer.from('bytes') }) as const
  const { text } = await run([
    {
      role: 'user',
      parts: [
        file('image/png', 'a.png'),
        file('application/pdf', 'my plan.pdf'),
        { type: 'text', text: '/prompt' },
      ],
    },
  ])
  const [, image, link] = JSON.parse(text) as Record<string, unknown>[]
  assert.deepEqual(image, { type: 'image', mimeType: 'image/png', data: 'Ynl0ZXM=' })
  assert.equal(link!.type, 'resource_link')
  assert.equal(link!.uri, `file://${await chatFolder()}/my%20plan.pdf`)
})

test('Turns of a chat go on with the same session of the same process [agent.process.session]', async (t) => {
  const { run, events } = await startProcessAgent(t)
  await run('/say one')
  const { text } = await run([userSays('/say one'), answered(' one\n'), userSays('/seen')])
  assert.equal((JSON.parse(text) as string[]).filter((line) => line === '/say one').length, 1)
  assert.equal((JSON.parse(text) as string[]).length, 3)
  assert.equal(events.filter(({ name }) => name === 'started').length, 1)
})

test('An edited, regenerated or foreign conversation starts a new session, which gets the earlier messages [agent.process.session]', async (t) => {
  const { run, events } = await startProcessAgent(t, { options: ['close'] })
  await run('/say one')
  const edited = await run([userSays('/say zero'), answered('zero'), userSays('/seen')])
  const [, retold, question] = JSON.parse(edited.text) as string[]
  assert.match(retold!, /^<conversation>\n[^]*Person: \/say zero\n\nYou: zero\n<\/conversation>$/)
  assert.equal(question, '/seen')
  const regenerated = await run('/seen')
  assert.equal((JSON.parse(regenerated.text) as string[]).length, 2)
  const changedAnswer = await run([userSays('/seen'), answered('something else'), userSays('/seen')])
  assert.match((JSON.parse(changedAnswer.text) as string[])[1]!, /You: something else/)
  assert.equal(events.filter(({ name }) => name === 'started').length, 1)
  assert.ok(
    events.some(({ name, fields }) => name === 'outputLine' && String(fields.line).startsWith('closed ')),
  )
})

test('A changed agent file counts from the next turn on [agent.process.session]', async (t) => {
  const agent = await startProcessAgent(t)
  await agent.run('/say one')
  agent.edit({ prompt: 'You are new.' })
  const { text } = await agent.run([userSays('/say one'), answered('one'), userSays('/seen')])
  assert.match((JSON.parse(text) as string[])[0]!, /You are new\./)
})

for (const how of ['load', 'load late', 'resume'])
  test(`A session outlives its process where the agent can ${how} it, and nothing of its past is shown again [agent.process.resume]`, async (t) => {
    const sessions = await folderWith(t, {})
    const agent = await startProcessAgent(t, {
      options: how.split(' '),
      settings: { passOn: ['ACP_SESSIONS'] },
      deps: { environment: { PATH: process.env.PATH, ACP_SESSIONS: sessions } },
    })
    await agent.run('/say one')
    const next = await agent.restart()
    const { text, error } = await next.run([userSays('/say one'), answered('one'), userSays('/seen')])
    assert.equal(error, undefined)
    const seen = JSON.parse(text) as string[]
    assert.equal(seen.length, 3)
    assert.deepEqual(seen.slice(1), ['/say one', '/seen'])
  })

test('An agent that lost a session, or cannot resume it, gets the whole conversation [agent.process.resume]', async (t) => {
  for (const options of [['load', 'forget'], []]) {
    const agent = await startProcessAgent(t, { options })
    await agent.run('/say one')
    const next = await agent.restart()
    const { text } = await next.run([userSays('/say one'), answered('one'), userSays('/seen')])
    assert.match((JSON.parse(text) as string[])[1]!, /Person: \/say one\n\nYou: one/)
    assert.equal(
      next.events.some(({ name }) => name === 'sessionLost'),
      options.length > 0,
    )
  }
})

test('Chats have processes of their own [agent.process.session]', async (t) => {
  const { run } = await startProcessAgent(t)
  const pids = await Promise.all(
    ['a', 'b'].map(async (chat) => (JSON.parse((await run('/about', { chat })).text) as { pid: number }).pid),
  )
  assert.notEqual(pids[0], pids[1])
})

test('Two turns of one chat at once don’t wait for each other [agent.process.session]', async (t) => {
  const { run, stream } = await startProcessAgent(t)
  const stop = new AbortController()
  const first = stream('/say waiting\n/hang', { signal: stop.signal })[Symbol.asyncIterator]()
  await first.next()
  assert.equal((await run('/say quick')).text, 'quick')
  stop.abort()
  const { value: last } = await first.next()
  assert.ok(last?.type === 'finish' && last.reason === 'aborted')
})

test('A request that an agent process cannot fulfil is refused, and preferences are ignored [agent.process.unsupported]', async (t) => {
  const { run, usage } = await startProcessAgent(t)
  const refused = {
    tools: { clientTools: [{ name: 'x', description: '', inputSchema: {} }] },
    tool_choice: { toolChoice: 'required' },
    response_format: { responseFormat: { type: 'json' } },
    stop: { stop: ['END'] },
    max_tokens: { maxOutputTokens: 5 },
  } as const
  for (const [name, overrides] of Object.entries(refused)) {
    const { error } = await run('/say no', overrides)
    assert.equal((error as { code?: string }).code, 'unsupported')
    assert.match((error as Error).message, new RegExp(`does not support ${name}\\.`))
  }
  assert.equal(usage.length, 0)
  const { text } = await run('/say yes', { temperature: 0.1, toolChoice: 'auto', settings: { topP: 0.5 } })
  assert.equal(text, 'yes')
})

const SPENT = {
  code: 'budget_exhausted',
  words: () => 'Spent.',
  needs: { tokens: 1, costMicroUsd: 1 },
} as const

const UNHELD = {
  turn: 'turn',
  check: async () => null,
  reserve: async () => ({ maxOutput: null, end() {} }),
  release: async () => {},
  [Symbol.dispose]() {},
}

test('A turn that uses up its budget is stopped after its next tool, and its usage is counted [agent.process.usage]', async (t) => {
  const held: number[] = []
  const { run, usage } = await startProcessAgent(t, {
    deps: {
      openSpending: () => ({
        ...UNHELD,
        async reserve({ output }) {
          held.push(output)
          return output > 100 ? SPENT : { maxOutput: null, end() {} }
        },
      }),
    },
  })
  const used = `/own read completed one\n/say ${'x'.repeat(800)}\n/own read completed two\n/hang`
  const { error, text } = await run(used)
  assert.equal((error as Error).message, 'Spent.')
  assert.match(text, /x{800}/)
  assert.deepEqual(held, [0, 200])
  assert.deepEqual(
    usage.map(({ outcome, output, isEstimated }) => [outcome, output, isEstimated]),
    [['failed', 200, true]],
  )
  assert.equal((await run('/say on')).text, 'on')
})

test('A turn without remaining budget does not reach the process [agent.process.usage]', async (t) => {
  const { run, events } = await startProcessAgent(t, {
    deps: {
      openSpending: () => ({ ...UNHELD, check: async () => SPENT }),
    },
  })
  assert.equal(((await run('/say no')).error as Error).message, 'Spent.')
  assert.deepEqual(events, [])
})
