import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { runHub } from '../support/running-hub.ts'
import { signIn, signUp } from '../support/console-person.ts'
import { openConsole, visit } from './console-page.ts'
import { ANN, BOB } from './started-console.ts'
import { until } from '../support/until.ts'
import { startWork } from './started-work.ts'

const work = await startWork()
after(() => work[Symbol.asyncDispose]())
const { hub, slug, ann } = work
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened
await ann.call('POST', '/portal/api/accounts', {
  ...BOB,
  sign_in: 'password',
  grants: [{ hub: slug, permission: 'use_hub' }],
})
const bob = await signIn(hub.url, BOB)
await until(async () => (await bob.call('GET', '/api/models')).data.length > 0)
await bob.say(slug, 'When do we sow peas?')
await ann.say(slug, 'What grows here?')
const table = page.getByRole('table', { name: 'Traces' })
const traces = async (query = '') => (await ann.call('GET', `/portal/api/traces${query}`)).items

test('a trace is known by its person, channel, model, tokens and cost, and leads its owner to the chat [console-app.trace-list]', async () => {
  await until(
    async () => (await traces()).filter(({ tokens }: { tokens: number }) => tokens > 0).length === 2,
  )
  const [newest] = await traces()
  assert.equal(newest.person, ANN.email)
  assert.equal(newest.surface, 'chatapp')
  assert.equal(newest.first_words, null, 'contents are not recorded')
  await page.setViewportSize({ width: 1440, height: 900 })
  await visit(page, `${hub.url}/portal/traces`)
  const own = table.getByRole('row').filter({ hasText: ANN.email })
  await own.getByText('Web chat').waitFor()
  await own.getByText(newest.model).waitFor()
  await own.getByText(newest.tokens.toLocaleString('en'), { exact: true }).waitFor()
  const other = table.getByRole('row').filter({ hasText: BOB.email })
  assert.equal(await other.getByRole('link', { name: 'Open chat' }).count(), 0, 'of its owner alone')
  await own.getByRole('link', { name: 'Open chat' }).click()
  await page.waitForURL((url) => url.pathname.startsWith('/c/'))
  await page.getByText('What grows here?').first().waitFor()
})

test('traces are found by person [console-app.trace-list]', async () => {
  await page.goto(`${hub.url}/portal/traces`)
  await page.getByLabel('Filter by person').fill(BOB.email)
  await page.getByLabel('Filter by person').press('Enter')
  await page.waitForURL(/user=bob\.stone/)
  await table.getByText(ANN.email).first().waitFor({ state: 'detached' })
  await table.getByText(BOB.email).first().waitFor()
  assert.deepEqual(await traces('?user=nobody@example.org'), [])
})

test('a cancelled run is told as cancelled, in the list and on its page [console-app.trace-list]', async () => {
  const { run_id } = await ann.call('POST', '/portal/api/workflows/run', { hub: slug, workflow: 'md:slow' })
  const run = `/portal/api/runs/${slug}/${encodeURIComponent(run_id)}`
  await until(async () => (await ann.call('GET', run)).status === 'running')
  await ann.call('POST', '/portal/api/runs/cancel', { hub: slug, run_id })
  await until(async () => (await ann.call('GET', run)).status === 'cancelled')
  await until(async () => (await traces(`?run=${encodeURIComponent(run_id)}`)).length === 1)
  await page.goto(`${hub.url}/portal/traces?run=${encodeURIComponent(run_id)}`)
  const row = table.getByRole('row').filter({ hasText: 'task slow' })
  await row.getByText('Cancelled').waitFor()
  await row.getByText(ANN.email).waitFor()
  await row.getByRole('link', { name: 'task slow' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a run is known by its person, start, model and tokens, and found by person and workflow [console-app.runs-list]', async () => {
  const { run_id } = await ann.call('POST', '/portal/api/workflows/run', {
    hub: slug,
    workflow: 'md:morning',
  })
  const list = async (query: string) => (await ann.call('GET', `/portal/api/runs?${query}`)).items
  const found = async () => (await list(`run_id=${encodeURIComponent(run_id)}`))[0]
  let tokens = 0
  await until(async () => {
    const before = tokens
    tokens = (await found())?.tokens ?? 0
    await new Promise((resolve) => setTimeout(resolve, 1500)) // usage is written in batches
    return tokens > 0 && tokens === before
  })
  const run = await found()
  const rows = page.getByRole('table', { name: 'Runs' }).locator('tbody tr')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${hub.url}/portal/runs`)
  const row = rows.filter({ hasText: 'morning' })
  for (const text of [run.model, run.tokens.toLocaleString('en'), 'Incomplete'])
    await row.getByText(text, { exact: true }).waitFor()
  await row.getByText('did not call finish').waitFor()
  await row.getByText(`${ANN.email} · Manual`).waitFor()
  await rows.filter({ hasText: 'slow' }).getByText('Cancelled').waitFor()
  await page.getByRole('button', { name: 'Workflow', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'slow' }).click()
  await page.waitForURL(/workflow=/)
  await row.waitFor({ state: 'detached' })
  assert.equal((await list('user=nobody@example.org')).length, 0)
  assert.ok((await list(`user=${encodeURIComponent(ANN.email)}`)).length >= 2)
})

test('with recorded contents, the question names the trace [console-app.trace-list]', async () => {
  await using open = await runHub({ environment: { SVC_PROCESSES: 'single', SVC_TRACE_CONTENT: 'true' } })
  const owner = await signUp(open.url, ANN)
  await owner.say(open.ready.hubs[0]!.slug, 'When do we sow peas?')
  await until(async () => {
    const { items } = await owner.call('GET', '/portal/api/traces')
    return items[0]?.first_words === 'When do we sow peas?'
  })
  await using other = await openConsole(open.url, owner.token)
  await other.page.goto(`${open.url}/portal/traces`)
  await other.page.getByRole('link', { name: 'When do we sow peas?' }).click()
  await other.page.getByText('chat ').first().waitFor()
})

test('heads offer an order only if the filters allow it, and an old address with both shows the newest first [console-app.list-order]', async () => {
  for (const [path, name, filter, head, key] of [
    ['runs', 'Runs', 'status=cancelled', 'Took', 'duration'],
    ['traces', 'Traces', `user=${BOB.email}`, 'Tokens', 'tokens'],
  ] as const) {
    const list = page.getByRole('table', { name })
    const button = list.getByRole('columnheader', { name: head }).getByRole('button')
    await visit(page, `${hub.url}/portal/${path}?sort=-${key}`)
    await list.locator('[aria-sort=descending]', { hasText: head }).waitFor()
    await button.waitFor()
    await visit(page, `${hub.url}/portal/${path}?${filter}&sort=-${key}`)
    await list.getByRole('row').nth(1).waitFor()
    assert.equal(await button.count(), 0, `${path} offers ${key}`)
    assert.equal(await list.locator('[aria-sort=descending]', { hasText: head }).count(), 0)
  }
  assert.deepEqual(browser.complaints, [])
})
