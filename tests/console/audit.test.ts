import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AccessChangesPage, AuditPage } from '#core/audit/schema.ts'
import { Summary } from '#core/usage/schema.ts'
import { ask } from './ask.ts'
import { refusal, startCast } from './cast.ts'
import { until } from '../support/until.ts'

const hub = await startCast({ after })
const { admin, dan, olga, pat } = hub

await ask(hub, pat.email, '/tool send_reminder {}')
await admin.post('/access/grant', { subject: pat.email, hub: 'garden', permission: 'invoices.send' })
await ask(hub, pat.email, '/tool send_reminder {}')
await ask(hub, dan.email, '/say hello', 'another chat')

test('every decision on a restricted tool is listed, newest first, with its grant [console.audit]', async () => {
  const page = AuditPage.strict().parse((await dan.get('/audit')).json)
  assert.deepEqual(
    page.items.map(({ user, tool, capability, outcome, surface, hub }) => [
      user,
      tool,
      capability,
      outcome,
      surface,
      hub,
    ]),
    [
      [pat.email, 'send_reminder', 'invoices.send', 'allowed', 'chatapp', 'garden'],
      [pat.email, 'send_reminder', 'invoices.send', 'denied', 'chatapp', 'garden'],
    ],
  )
  assert.deepEqual([page.total, page.total_is_exact], [2, true])
  assert.equal(
    (page.items[0]!.grant as any).granted_by ?? (page.items[0]!.grant as any).grantedBy,
    admin.email,
  )
  assert.match(page.items[0]!.at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

test('each filter of the audit narrows it [console.audit]', async () => {
  const count = async (query: string) => (await admin.get(`/audit?${query}`)).json.total
  const [newest] = (await admin.get('/audit')).json.items
  for (const [query, expected] of [
    ['hub=garden', 2],
    ['hub=orchard', 0],
    ['user=PAT@example.com', 2],
    ['user=pat', 0],
    ['outcome=denied', 1],
    ['outcome=failed', 0],
    ['tool=send_reminder', 2],
    ['tool=other', 0],
    ['surface=chatapp', 2],
    ['surface=mcp', 0],
    [`since=${newest.at}`, 1],
    [`until=${newest.at}`, 1],
    [`since=${newest.at}&until=${newest.at}`, 0],
    ['since=2020-01-01T00:00:00%2B02:00', 2],
    ['outcome=denied&user=pat@example.com&hub=garden', 1],
  ] as const)
    assert.equal(await count(query), expected, query)
})

test('a Hub’s administrator sees the records of their own Hubs only [console.scope]', async () => {
  assert.equal((await olga.get('/audit')).json.total, 0)
  const { items } = (await olga.get('/access-changes')).json
  assert.ok(items.length > 0)
  for (const { hub: slug } of items) assert.equal(slug, 'orchard')
})

test('access changes contain actor, change and subject [console.access-changes]', async () => {
  const page = AccessChangesPage.strict().parse((await admin.get('/access-changes')).json)
  assert.equal(page.items[0]!.permission, 'invoices.send')
  const blocked = (await admin.get('/access-changes?action=block')).json.items
  assert.deepEqual(
    blocked.map(({ actor, subject, after }: any) => [actor, subject, after]),
    [['system:cli', 'blake@example.com', true]],
  )
  const count = async (query: string) => (await admin.get(`/access-changes?${query}`)).json.total
  assert.equal(await count(`user=${pat.email}`), 2)
  assert.equal(await count(`user=${pat.email}&permission=x`), undefined)
  assert.equal(await count(`actor=${admin.email}&user=${dan.email}&action=grant&hub=garden`), 2)
  assert.equal(await count('actor=nobody@example.com'), 0)
  assert.equal(await count('hub=attic&action=unmanage'), 1)
})

test('pages of a ledger follow one another without gap or repeat [console.access-changes]', async () => {
  const { total } = (await admin.get('/access-changes?limit=1')).json
  const seen: number[] = []
  for (let offset = 0; offset < total; offset += 3)
    seen.push(
      ...(await admin.get(`/access-changes?limit=3&offset=${offset}`)).json.items.map(({ id }: any) => id),
    )
  assert.deepEqual(
    seen,
    Array.from({ length: total }, (_, n) => total - n),
  )
  assert.deepEqual((await admin.get(`/access-changes?offset=${total + 5}`)).json.items, [])
})

const EXPORTS = ['/audit', '/access-changes', '/access?hub=garden']

test('lists are exported whole as CSV and as JSON lines [console.export]', async () => {
  for (const path of EXPORTS) {
    const list = (await admin.get(`${path}${path.includes('?') ? '&' : '?'}limit=200`)).json
    const get = (format: string) =>
      admin.get(`${path}${path.includes('?') ? '&' : '?'}format=${format}&limit=1`)
    const [csv, jsonl] = [await get('csv'), await get('jsonl')]
    assert.match(csv.headers.get('content-type')!, /^text\/csv; charset=utf-8/)
    assert.match(csv.headers.get('content-disposition')!, /^attachment; filename="[a-z-]+\.csv"$/)
    assert.equal(csv.text.trimEnd().split('\r\n').length, list.total + 1, path)
    assert.deepEqual(
      jsonl.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
      list.items,
    )
  }
})

test('an export is limited to the caller’s Hubs like the list [console.export]', async () => {
  const { text } = await olga.get('/access-changes?format=csv')
  assert.ok(!text.includes('garden'))
  assert.deepEqual(refusal(await olga.get('/audit?hub=garden&format=csv')), [403, 'outside_ceiling'])
})

test('the summary counts chats, messages, people, tokens and denials per Hub [console.summary]', async () => {
  // Usage is stored shortly after the answer.
  await until(async () => (await admin.get('/summary')).json.totals.messages >= 3)
  for (const [period, steps] of [
    ['24h', 24],
    ['7d', 7],
    ['30d', 30],
  ] as const) {
    const summary = Summary.strict().parse((await admin.get(`/summary?period=${period}`)).json)
    const { totals, hubs, series } = summary
    assert.deepEqual([totals.chats, totals.messages, totals.active_people, totals.denials], [2, 3, 2, 1])
    assert.ok(totals.tokens > 0)
    assert.deepEqual(
      hubs.map(({ hub: slug, messages }) => [slug, messages]),
      [
        ['attic', 0],
        ['garden', 3],
        ['orchard', 0],
      ],
    )
    assert.ok([steps, steps + 1].includes(series.length), 'a period may begin within a step')
    assert.deepEqual(
      series.map(({ at }) => at).toSorted(),
      series.map(({ at }) => at),
    )
    assert.deepEqual(
      [series.at(-1)!.messages + series.at(-2)!.messages, sum(series, 'tokens')],
      [3, totals.tokens],
    )
  }
  assert.equal((await admin.get('/summary')).json.period, '24h')
})

test('the summary of a Hub’s administrator is of their Hubs [console.summary]', async () => {
  const { json } = await olga.get('/summary?period=7d')
  assert.deepEqual([json.totals.messages, json.totals.denials, json.hubs.length], [0, 0, 1])
})

test('workflows and runs are lists, empty while no Hub has any [console.runs]', async () => {
  const empty = { items: [], total: 0, offset: 0, limit: 50 }
  assert.deepEqual((await admin.get('/workflows?hub=garden')).json, empty)
  const runs = await admin.get('/runs?hub=garden&status=failed&workflow=md:x&run_id=y')
  assert.deepEqual(runs.json, { ...empty, total_is_exact: true })
})

const sum = (items: readonly any[], field: string): number =>
  items.reduce((total, item) => total + item[field], 0)
