import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#ground/base/ids.ts'
import { createUsageLedger } from '#core/usage/ledger.ts'
import type { RecordedTurn } from '#core/usage/turn-row.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { startTestConsole, type TestConsole } from '../support/console.ts'

const prices = await openPrices(null)

async function startHubs(
  t: Parameters<typeof startTestConsole>[0],
  environment: Record<string, string> = {},
) {
  const hub = await startTestConsole(t, { hubs: ['Garden', 'Orchard'], environment })
  const dan = await hub.addPerson('Dan')
  const pat = await hub.addPerson('Pat')
  const granted = await hub.admin.post('/access/grant', {
    subject: dan.email,
    hub: 'garden',
    permission: 'manage_access',
  })
  assert.equal(granted.status, 200, granted.text)
  return { ...hub, dan, pat }
}

async function record({ store }: Pick<TestConsole, 'store'>, ...turns: Partial<RecordedTurn>[]) {
  await using ledger = createUsageLedger({ store, newId, prices })
  for (const turn of turns) ledger.record({ ...TURN, startedAt: Date.now(), ...turn })
}

const TURN: Omit<RecordedTurn, 'startedAt'> = {
  hub: 'garden',
  email: 'pat@example.com',
  surface: 'chatapp',
  chatId: 'c1',
  model: 'openai/gpt-4.1',
  input: 1000,
  output: 0,
  cached: 0,
  reasoning: 0,
  outcome: 'stop',
  durationMs: 1,
}

test('a summary adds up known prices and names the unpriced part [usage.cost]', async (t) => {
  const hub = await startHubs(t)
  await record(
    hub,
    {},
    { email: 'bob@example.com' },
    { model: 'compatible/llama', chatId: 'c2' },
    { hub: 'orchard', model: 'compatible/llama' },
  )
  const { json } = await hub.admin.get('/summary?period=30d')
  const shown = ({ messages, chats, active_people, tokens, cost_usd, unpriced_turns }: any) => ({
    messages,
    chats,
    active_people,
    tokens,
    cost_usd,
    unpriced_turns,
  })
  const garden = { messages: 3, chats: 2, active_people: 2, tokens: 3000, cost_usd: 0.004, unpriced_turns: 1 }
  const orchard = { messages: 1, chats: 1, active_people: 1, tokens: 1000, cost_usd: null, unpriced_turns: 1 }
  const all = { messages: 4, chats: 3, active_people: 2, tokens: 4000, cost_usd: 0.004, unpriced_turns: 2 }
  assert.deepEqual(shown(json.totals), all)
  assert.deepEqual(json.hubs.map(shown), [garden, orchard])
  assert.deepEqual(shown({ messages: 4, ...json.series.at(-1) }), all)
  assert.equal(json.series[0].cost_usd, 0)
  assert.deepEqual(json.notices, [])
})

for (const [period, hours] of [
  ['24h', 24],
  ['7d', 7 * 24],
  ['30d', 30 * 24],
] as const)
  test(`a summary over ${period} is of exactly that long [usage.periods]`, async (t) => {
    const hub = await startHubs(t)
    const length = hours * 3_600_000
    const now = Date.now()
    await record(
      hub,
      { startedAt: now - length + 60_000, chatId: 'in' },
      { startedAt: now - length - 1, chatId: 'out' },
      { startedAt: now, chatId: 'in' },
    )
    const { json } = await hub.admin.get(`/summary?period=${period}`)
    assert.equal(Date.parse(json.until) - Date.parse(json.since), length)
    assert.deepEqual([json.totals.messages, json.totals.chats, json.totals.active_people], [2, 1, 1])
    const { messages, tokens, cost_usd, denials } = json.before
    assert.deepEqual([messages, tokens, cost_usd, denials], [1, 1000, 0.002, 0], 'the period before')
    assert.equal(json.series[0].at, json.since)
    const inSeries = json.series.reduce((sum: number, { messages }: any) => sum + messages, 0)
    assert.equal(inSeries, 2)
  })

test('uncounted tokens are marked as estimated, and an agent’s own cost counts if no price is known [usage.estimated]', async (t) => {
  const hub = await startHubs(t)
  await record(
    hub,
    { costMicroUsd: 999_999 },
    { model: 'process/agent', isEstimated: true, costMicroUsd: 250_000 },
    { model: 'process/agent', isEstimated: true },
  )
  const { json } = await hub.admin.get('/summary?period=30d')
  for (const sums of [json.totals, json.hubs[0], json.series.at(-1)])
    assert.deepEqual(
      [sums.tokens, sums.estimated_turns, sums.cost_usd, sums.unpriced_turns],
      [3000, 2, 0.252, 1],
    )
})

test('a summary of one Hub is for those who manage it [usage.one-hub]', async (t) => {
  const hub = await startHubs(t)
  await record(hub, {}, { hub: 'orchard' })
  const { json } = await hub.admin.get('/summary?hub=orchard')
  assert.deepEqual(
    json.hubs.map((one: any) => one.hub),
    ['orchard'],
  )
  assert.equal(json.totals.messages, 1)
  assert.equal((await hub.dan.get('/summary?hub=garden')).json.totals.messages, 1)
  for (const slug of ['orchard', 'nowhere']) {
    const { status, json } = await hub.dan.get(`/summary?hub=${slug}`)
    assert.deepEqual([status, json.code], [403, 'outside_ceiling'])
  }
  assert.equal((await hub.admin.get('/summary?hub=nowhere')).json.code, 'not_found')
})

test('a manager of a Hub sets its budgets, and each change is recorded with its author [budgets.console]', async (t) => {
  const hub = await startHubs(t, { SVC_BUDGET_HUB_MONTHLY_USD: '20' })
  const change = { hub: 'garden', scope: 'hub', period: 'month', unit: 'usd' }
  const { json: before } = await hub.dan.get('/budgets?hub=garden')
  assert.deepEqual(
    before.items.map(({ limit, source, environment_limit, used }: any) => [
      limit,
      source,
      environment_limit,
      used,
    ]),
    [[20, 'environment', 20, 0]],
  )
  const set = await hub.dan.put('/budgets', { ...change, limit: 12.5 })
  assert.equal(set.status, 200, set.text)
  const [item] = set.json.items
  assert.deepEqual(
    [item.limit, item.source, item.environment_limit, item.set_by],
    [12.5, 'console', 20, hub.dan.email],
  )
  await hub.dan.put('/budgets', { ...change, limit: 12.5 })
  await hub.admin.put('/budgets', { ...change, limit: null })
  const { json: after } = await hub.admin.put('/budgets', { ...change, remove: true })
  assert.deepEqual([after.items[0].limit, after.items[0].source], [20, 'environment'])
  const { json: records } = await hub.admin.get('/access-changes?hub=garden')
  const limit = (value: number | null) => ({ scope: 'hub', period: 'month', unit: 'usd', limit: value })
  assert.deepEqual(
    records.items
      .filter(({ action }: any) => action.startsWith('budget.'))
      .map(({ action, actor, before, after }: any) => ({ action, actor, before, after })),
    [
      { action: 'budget.remove', actor: hub.admin.email, before: limit(null), after: null },
      { action: 'budget.set', actor: hub.admin.email, before: limit(12.5), after: limit(null) },
      { action: 'budget.set', actor: hub.dan.email, before: null, after: limit(12.5) },
    ],
  )
})

test('budgets of a Hub are nothing to those who do not manage it [budgets.console]', async (t) => {
  const hub = await startHubs(t)
  const change = { hub: 'orchard', scope: 'hub', period: 'day', unit: 'tokens', limit: 5 }
  const code = ({ status, json }: { status: number; json: any }) => [status, json.code]
  assert.deepEqual(code(await hub.dan.get('/budgets?hub=orchard')), [403, 'outside_ceiling'])
  assert.deepEqual(code(await hub.dan.put('/budgets', change)), [403, 'outside_ceiling'])
  assert.deepEqual(code(await hub.pat.put('/budgets', change)), [403, 'forbidden'])
  assert.deepEqual(code(await hub.visitor.put('/budgets', change)), [401, 'unauthenticated'])
  assert.deepEqual(code(await hub.admin.put('/budgets', { ...change, hub: 'nowhere' })), [404, 'not_found'])
  assert.deepEqual(code(await hub.admin.put('/budgets', change, { origin: 'https://evil.example' })), [
    403,
    'cross_origin',
  ])
  assert.deepEqual((await hub.admin.get('/budgets?hub=orchard')).json.items, [])
})

test('a budget that makes no sense is refused with the field that is wrong [budgets.console]', async (t) => {
  const hub = await startHubs(t)
  const good = {
    hub: 'garden',
    scope: 'person',
    subject: 'pat@example.com',
    period: 'day',
    unit: 'tokens',
    limit: 5,
  }
  for (const [bad, field] of [
    [{ limit: 0 }, 'limit'],
    [{ limit: -1 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ limit: '5' }, 'limit'],
    [{ limit: 1e15 }, 'limit'],
    [{ unit: 'usd', limit: 1e9 }, 'limit'],
    [{ limit: undefined }, 'limit'],
    [{ remove: true }, 'limit'],
    [{ scope: 'hub' }, 'subject'],
    [{ subject: 'not a person' }, 'subject'],
    [{ subject: '*' }, 'subject'],
    [{ scope: 'task', subject: 'water' }, 'subject'],
    [{ period: 'week' }, 'period'],
    [{ colour: 'red' }, 'colour'],
  ] as const) {
    const { status, json } = await hub.admin.put('/budgets', { ...good, ...bad })
    assert.deepEqual([status, json.code], [400, 'invalid'], JSON.stringify(bad))
    assert.match(json.detail, new RegExp(field), JSON.stringify(bad))
  }
  assert.equal((await hub.admin.put('/budgets', good)).status, 200)
})

test('a budget set in the Console holds in the chat, and its notice is for the Hub’s administrators [budgets.notices]', async (t) => {
  const hub = await startHubs(t)
  await hub.admin.post('/access/grant', { subject: hub.pat.email, hub: 'garden', permission: 'use_hub' })
  const ask = () =>
    fetch(`${hub.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${hub.bridgeKey}`, 'x-chatapp-user-email': hub.pat.email },
      body: JSON.stringify({ messages: [{ role: 'user', content: '/say one' }] }),
    })
  assert.equal((await ask()).status, 200)
  const change = {
    hub: 'garden',
    scope: 'person',
    subject: 'PAT@example.com',
    period: 'month',
    unit: 'tokens',
  }
  await hub.dan.put('/budgets', { ...change, limit: 2 })
  const refused = await ask()
  assert.equal(refused.status, 429)
  const { error } = (await refused.json()) as { error: { code: string } }
  assert.equal(error.code, 'budget_exhausted')
  const { notices } = (await hub.dan.get('/summary')).json
  assert.equal(notices.length, 1)
  assert.deepEqual(
    [notices[0].hub, notices[0].scope, notices[0].subject, notices[0].state, notices[0].limit_tokens],
    ['garden', 'person', hub.pat.email, 'exhausted', 2],
  )
  await hub.admin.post('/access/grant', {
    subject: hub.pat.email,
    hub: 'orchard',
    permission: 'manage_access',
  })
  assert.deepEqual((await hub.pat.get('/summary')).json.notices, [])
  await hub.dan.put('/budgets', { ...change, remove: true })
  assert.equal((await ask()).status, 200)
})
