import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { BadConfiguration } from '#ground/base/environment.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { openStore } from '#ground/store/store.ts'
import { person, refusalOf, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { manualClock } from '../support/manual-clock.ts'
import { storeOf } from '../support/own-services.ts'
import { startUpstream } from '../support/upstream.ts'
import type { UpstreamAnswer } from '../support/upstream-answer.ts'
import { until } from '../support/until.ts'

const ann = person('ann@example.com')
const bob = person('bob@example.com')

test('a used-up budget refuses with 429, which budget, how much of it and when there is more [budgets.refused] [agent.language]', async (t) => {
  const clock = manualClock(Date.UTC(2026, 10, 20, 23, 59))
  const bridge = await startTestBridge(t, { clock, environment: { SVC_BUDGET_HUB_DAILY_TOKENS: '5' } })
  assert.equal(await readText(await bridge.complete(saying('/say one two'), ann)), 'one two') // uses three input and two output tokens
  for (const caller of [ann, bob, {}]) {
    const refused = await bridge.complete(saying('/say one two'), caller)
    assert.equal(refused.headers.get('x-should-retry'), 'false')
    assert.deepEqual(await refusalOf(refused), {
      status: 429,
      type: 'rate_limit_error',
      code: 'budget_exhausted',
      param: null,
      budget: {
        scope: 'hub',
        period: 'day',
        unit: 'tokens',
        used: 5,
        held: 0,
        limit: 5,
        needed: 1,
        resets_at: Date.UTC(2026, 10, 21) / 1000,
      },
      message:
        'The daily budget of this agent is used up: 5 of 5 tokens. It resets on 21 November 2026 at 00:00 UTC.',
    })
  }
  const german = await bridge.complete(saying('/say one two'), {
    ...ann,
    'accept-language': 'de-AT,en;q=0.5',
  })
  assert.match(
    (await refusalOf(german)).message,
    /^Das Tagesbudget dieses Agenten ist aufgebraucht: 5 von 5 Token\./,
  )
  clock.advance(60_000)
  assert.equal((await bridge.complete(saying('/say again'), ann)).status, 200)
})

test('the official client does not try a used-up budget again [budgets.refused]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_BUDGET_HUB_MONTHLY_TOKENS: '1' } })
  await bridge.complete(saying('hello'))
  let requests = 0
  const client = bridge.client({
    maxRetries: 3,
    fetch: (url, init) => {
      requests++
      return fetch(url, init)
    },
  })
  await assert.rejects(
    client.chat.completions.create({ model: 'garden', messages: [{ role: 'user', content: 'hi' }] }),
    { status: 429, code: 'budget_exhausted' },
  )
  assert.equal(requests, 1)
})

test('a person’s budget holds back that person alone [budgets.person]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_BUDGET_PERSON_MONTHLY_TOKENS: '5' } })
  assert.equal((await bridge.complete(saying('/say one two'), ann)).status, 200)
  const { code, message } = await refusalOf(await bridge.complete(saying('hi'), ann))
  assert.equal(code, 'budget_exhausted')
  assert.match(message, /^Your monthly budget for this agent is used up: 5 of 5 tokens\./)
  assert.equal((await bridge.complete(saying('/say one two'), bob)).status, 200)
  assert.equal((await bridge.complete(saying('/say one two'))).status, 200)
  assert.equal((await bridge.complete(saying('/say one two'))).status, 200)
})

test('a running turn that uses a budget up is stopped before its next step [budgets.between-steps]', async (t) => {
  const bridge = await startTestBridge(t, {
    environment: { SVC_BUDGET_HUB_DAILY_TOKENS: '20' },
    files: { 'tools/count.ts': COUNT },
  })
  const script = '/tool count {}\n/tool count {}\n/tool count {}'
  const streamed = await bridge.complete(saying(script, { stream: true }), ann)
  assert.equal(streamed.status, 200)
  const text = await streamed.text()
  assert.equal(text.match(/"state":"done"/g)?.length, 1, text)
  assert.match(text, /"code":"budget_exhausted"/)
  assert.doesNotMatch(text, /\[DONE\]/)
  await using store = await openStore(await storeOfBridge(bridge))
  const rows = await written(() =>
    store.db.selectFrom('usage_turns').select(['outcome', 'input_tokens']).execute(),
  )
  assert.deepEqual(rows, [{ outcome: 'failed', input_tokens: 9 }])
})

test('concurrent turns exceed no budget, and get a smaller output limit when little is left [budgets.held]', async (t) => {
  await using upstream = await startUpstream()
  const limits: unknown[] = []
  upstream.otherwise((answer, { body }) => {
    limits.push(body['max_tokens'])
    const output = JSON.stringify([body.messages, body.tools?.map((tool) => tool.function)])
    answer.text('ok')
    answer.finish('stop')
    answer.usage({ input: Math.ceil(Buffer.byteLength(output) / 2.5), output: body['max_tokens'] as number })
    answer.done()
  })
  const bridge = await startTestBridge(t, {
    environment: {
      SVC_BUDGET_HUB_DAILY_TOKENS: '40000',
      SVC_MODEL: 'compatible/any',
      SVC_MODEL_BASE_URL: upstream.url,
    },
  })
  const asked = Array.from({ length: 30 }, (_, n) =>
    bridge.complete(saying(`question ${n}`), person(`p${n}@example.com`)),
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  assert.ok(statuses.includes(200) && statuses.includes(429), statuses.join(' '))
  assert.ok(limits.every((limit) => typeof limit === 'number' && limit <= 8192))
  await bridge[Symbol.asyncDispose]()
  await using store = await openStore(await storeOfBridge(bridge))
  const { used } = await store.db
    .selectFrom('usage_turns')
    .select(sql<number>`sum(input_tokens + output_tokens)`.as('used'))
    .executeTakeFirstOrThrow()
  assert.ok(used > 10_000 && used <= 40_000, String(used))
})

test('a turn that is refused leaves no usage [budgets.refused]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_BUDGET_HUB_DAILY_TOKENS: '4' } })
  assert.equal((await bridge.complete(saying('/say one'))).status, 200)
  // Both requests cost more than the remaining budget.
  for (const words of ['/say hello', '/say it again'])
    assert.equal((await refusalOf(await bridge.complete(saying(words)))).code, 'budget_exhausted')
  await bridge[Symbol.asyncDispose]()
  await using store = await openStore(await storeOfBridge(bridge))
  assert.equal((await store.db.selectFrom('usage_turns').selectAll().execute()).length, 1)
})

test('money is counted by the prices of a file of one’s own [prices.file]', async (t) => {
  const bridge = await startTestBridge(t, {
    environment: { SVC_BUDGET_HUB_MONTHLY_USD: '1.50', SVC_PRICES_FILE: 'prices.json' },
    files: {
      'prices.json': JSON.stringify({
        version: 'ours-1',
        models: { 'offline/*': { input: 500_000, output: 0 } },
      }),
    },
  })
  await bridge.complete(saying('one two three'), ann)
  const { message } = await refusalOf(await bridge.complete(saying('more'), ann))
  assert.match(message, /used up: \$1\.50 of \$1\.50\./)
  await using store = await openStore(await storeOfBridge(bridge))
  const rows = await written(() =>
    store.db.selectFrom('usage_turns').select(['cost_micro_usd', 'price_version']).execute(),
  )
  assert.deepEqual(rows, [{ cost_micro_usd: 1_500_000, price_version: 'ours-1' }])
})

const BUDGETS_IN_USD = ['HUB', 'PERSON', 'TASK'].flatMap((scope) =>
  ['DAILY', 'MONTHLY'].map((period) => `SVC_BUDGET_${scope}_${period}_USD`),
)

for (const variable of BUDGETS_IN_USD)
  test(`${variable} refuses a start with a model without a price, and names the remedies [budgets.unpriced]`, async (t) => {
    for (const model of [
      { environment: { SVC_MODEL: 'openai/gpt-99', OPENAI_API_KEY: 'sk-test' } },
      {
        environment: { SVC_MODEL: 'openai/gpt-4.1', OPENAI_API_KEY: 'sk-test' },
        files: { 'agent.md': '---\nmodel: openai/gpt-99\n---\nAnswer.' },
      },
    ]) {
      const starting = startTestBridge(t, {
        ...model,
        environment: { ...model.environment, [variable]: '0.01' },
      })
      await assert.rejects(starting, (error: BadConfiguration) => {
        assert.deepEqual(
          error.problems.map((problem) => problem.variable),
          [variable],
        )
        assert.match(error.message, /openai\/gpt-99.*SVC_PRICES_FILE.*SVC_UNPRICED_MODEL_USD/)
        return true
      })
    }
  })

test('with a dollar budget from the Console, a model without a price is refused and gets no request [budgets.unpriced]', async (t) => {
  await using upstream = await startUpstream()
  const bridge = await startTestBridge(t, {
    environment: { SVC_MODEL: 'compatible/any', SVC_MODEL_BASE_URL: upstream.url },
  })
  {
    await using store = await openStore(await storeOfBridge(bridge))
    const budget = { hub: 'garden', scope: 'person', subject: '', period: 'day', unit: 'usd' }
    const set = { source: 'console', amount: 1_000_000, set_by: 'ann@example.com', set_at_ms: 0 }
    await store.db
      .insertInto('budgets')
      .values({ ...budget, ...set })
      .execute()
  }
  for (const stream of [false, true]) {
    const refused = await bridge.complete(saying('hello', { stream }), ann)
    assert.equal(refused.headers.get('x-should-retry'), 'false')
    const { status, code, message } = await refusalOf(refused)
    assert.deepEqual([status, code], [503, 'model_unpriced'])
    assert.match(message, /the price of its model is unknown.*Tell an administrator/)
    assert.doesNotMatch(message, /SVC_/)
  }
  assert.equal(upstream.requests.length, 0)
})

test('an upper price counts a model without a price [budgets.unpriced]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer) => {
    answer.text('ok')
    answer.finish('stop')
    answer.usage({ input: 900, output: 100 })
    answer.done()
  })
  const bridge = await startTestBridge(t, {
    environment: {
      SVC_BUDGET_HUB_DAILY_USD: '5',
      SVC_UNPRICED_MODEL_USD: '30',
      SVC_MODEL: 'compatible/any',
      SVC_MODEL_BASE_URL: upstream.url,
    },
  })
  assert.equal(await readText(await bridge.complete(saying('hello'), ann)), 'ok')
  await using store = await openStore(await storeOfBridge(bridge))
  const rows = await written(() =>
    store.db.selectFrom('usage_turns').select(['cost_micro_usd', 'price_version']).execute(),
  )
  assert.deepEqual(rows, [{ cost_micro_usd: 30_000, price_version: 'upper-30' }])
})

const REPORTS: Record<string, (answer: UpstreamAnswer) => void> = {
  'no usage': () => {},
  'zeros in its last chunk': (answer) => answer.usage({ input: 0, output: 0 }),
  'only what goes in': (answer) => answer.usage({ input: 50, output: 0 }),
}

for (const [what, report] of Object.entries(REPORTS))
  test(`a provider that reports ${what} uses a token budget by an estimate [budgets.estimated]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.otherwise((answer) => {
      answer.text('word '.repeat(200))
      answer.finish('stop')
      report(answer)
      answer.done()
    })
    const bridge = await startTestBridge(t, {
      environment: {
        SVC_BUDGET_HUB_DAILY_TOKENS: '40000',
        SVC_MODEL: 'compatible/any',
        SVC_MODEL_BASE_URL: upstream.url,
      },
    })
    assert.equal((await bridge.complete(saying('hello'), ann)).status, 200)
    await using store = await openStore(await storeOfBridge(bridge))
    const [turn] = await written(() => store.db.selectFrom('usage_turns').selectAll().execute())
    assert.equal(turn!.is_estimated, 1)
    assert.ok(turn!.input_tokens >= 50, String(turn!.input_tokens))
    assert.ok(turn!.output_tokens > 250 && turn!.output_tokens < 400, String(turn!.output_tokens))
  })

test('an answer that breaks off is counted by an estimate, a refused request is not [budgets.estimated]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(
    (answer) => {
      answer.text('word '.repeat(200))
      answer.breakMidChunk()
    },
    (answer) => answer.status(400, { error: { message: 'no such model' } }),
  )
  const bridge = await startTestBridge(t, {
    environment: { SVC_MODEL: 'compatible/any', SVC_MODEL_BASE_URL: upstream.url },
  })
  await bridge.complete(saying('hello'), ann)
  await bridge.complete(saying('hello'), ann)
  await using store = await openStore(await storeOfBridge(bridge))
  const turns = await until(
    async () => {
      const rows = await store.db
        .selectFrom('usage_turns')
        .select(['is_estimated', 'output_tokens'])
        .orderBy('id')
        .execute()
      return rows.length > 1 && rows
    },
    { everyMs: 1 },
  )
  assert.equal(turns[0]!.is_estimated, 1)
  assert.ok(turns[0]!.output_tokens > 250)
  assert.deepEqual(turns[1], { is_estimated: 0, output_tokens: 0 })
})

for (const [where, usage, input] of [
  ['among', { prompt_tokens: 9012, prompt_tokens_details: { cached_tokens: 9000 } }, 9012],
  ['beside, more than', { prompt_tokens: 12, prompt_tokens_details: { cached_tokens: 9000 } }, 9012],
  [
    'by the total beside',
    { prompt_tokens: 9012, prompt_tokens_details: { cached_tokens: 9000 }, total_tokens: 18_013 },
    18_012,
  ],
] as const)
  test(`cached tokens that are reported ${where} the prompt’s count once [budgets.estimated]`, async (t) => {
    await using upstream = await startUpstream()
    upstream.script((answer) => {
      answer.text('ok')
      answer.finish('stop')
      answer.raw(`data: ${JSON.stringify({ choices: [], usage: { ...usage, completion_tokens: 1 } })}\n\n`)
      answer.done()
    })
    const bridge = await startTestBridge(t, {
      environment: { SVC_MODEL: 'compatible/any', SVC_MODEL_BASE_URL: upstream.url },
    })
    await bridge.complete(saying('hello'), ann)
    await using store = await openStore(await storeOfBridge(bridge))
    const rows = await written(() =>
      store.db.selectFrom('usage_turns').select(['input_tokens', 'cached_tokens', 'is_estimated']).execute(),
    )
    assert.deepEqual(rows, [{ input_tokens: input, cached_tokens: 9000, is_estimated: 0 }])
  })

for (const [what, prices, problem] of [
  ['is missing', null, /prices\.json: there is no such file/],
  ['is not JSON', '{', /prices\.json: is not JSON/],
  [
    'misnames a field',
    '{"models":{"openai/x":{"input":1,"output":2,"outptu":3}}}',
    /models\.openai\/x.*outptu/,
  ],
  [
    'has a price that is no number',
    '{"models":{"openai/x":{"input":"1","output":2}}}',
    /models\.openai\/x\.input/,
  ],
  [
    'has a price below nothing',
    '{"models":{"openai/x":{"input":-1,"output":2}}}',
    /models\.openai\/x\.input/,
  ],
  ['names a model without its provider', '{"models":{"gpt":{"input":1,"output":2}}}', /<provider>\/<model>/],
] as const)
  test(`a file of prices that ${what} is bad configuration [prices.file]`, async (t) => {
    const starting = startTestBridge(t, {
      environment: { SVC_PRICES_FILE: 'prices.json' },
      files: prices === null ? {} : { 'prices.json': prices },
    })
    await assert.rejects(starting, (error: BadConfiguration) => {
      assert.ok(error instanceof BadConfiguration, String(error))
      assert.equal(error.problems[0]!.variable, 'SVC_PRICES_FILE')
      assert.match(error.message, problem)
      return true
    })
  })

test('a budget that can’t be read refuses with 503 [budgets.fail-closed]', async (t) => {
  const bridge = await startTestBridge(t)
  {
    await using store = await openStore(await storeOfBridge(bridge))
    await store.db.schema.dropTable('budgets').execute()
  }
  const { status, code } = await refusalOf(await bridge.complete(saying('hello'), ann))
  assert.deepEqual([status, code], [503, 'budget_unavailable'])
})

test('the log reports once that a budget passed 80 % and once that it is used up [budgets.crossing]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_BUDGET_HUB_DAILY_TOKENS: '10' } })
  const crossings: number[] = []
  redirectLogs({
    write(line) {
      const { event, percent } = JSON.parse(line) as { event?: string; percent?: number }
      if (event === 'budget.crossed') crossings.push(percent!)
    },
  })
  for (const words of ['one two', 'one two', 'one two three four', 'one', 'one', 'one'])
    await bridge.complete(saying(`/say ${words}`), ann)
  await until(() => crossings.length > 1)
  await bridge[Symbol.asyncDispose]()
  assert.deepEqual(
    crossings,
    [100, 80].toSorted((a, b) => a - b),
  )
})

const COUNT = `import { defineTool, z } from 'hub-service'
export const count = defineTool({ name: 'count', description: 'Count', input: z.object({}), run: () => 'one two three' })
`

const storeOfBridge = ({ hubFolder }: TestBridge) => storeOf(join(hubFolder, '.svc'))

const written = <T>(read: () => Promise<T[]>): Promise<T[]> =>
  until(
    async () => {
      const rows = await read()
      return rows.length > 0 && rows
    },
    { everyMs: 1 },
  )
