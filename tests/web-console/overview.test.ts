import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { follow, heading, openConsole } from './console-page.ts'
import { startWork } from './started-work.ts'
import { until } from '../support/until.ts'

/** The task is disabled, so deliveries stay pending. */
const work = await startWork({
  'scripts/fail.sh': '#!/bin/sh\nexit 3\n',
  'tasks/fail.md': `---\nrun_as: ann.lee@example.org\nrun: scripts/fail.sh\n---\n`,
  'tasks/orders.md':
    '---\non_webhook: true\nenabled: false\nrun_as: ann.lee@example.org\nrun: scripts/orders.sh\n---\n',
})
after(() => work[Symbol.asyncDispose]())
const { hub, slug, ann } = work
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
const CONSOLE = `${hub.url}/portal`

test('a new Hub starts with first steps and their progress, also before its live connection starts [console-app.first] [console-app.live]', async () => {
  const slowLine = Promise.withResolvers<void>()
  await page.route('**/portal/api/live', async (route) => {
    await slowLine.promise
    await route.continue()
  })
  await page.goto(`${CONSOLE}/`)
  const first = page.getByRole('region', { name: 'First steps' })
  const steps = first.getByRole('listitem')
  await first.getByRole('link', { name: 'Invite people' }).waitFor()
  assert.equal(await steps.filter({ hasText: '(Done)' }).count(), 0)
  await ann.say(slug, 'What grows here?')
  await pause(1100) // longer than `MAX_CONNECT_MS` of `live-lists.ts`
  slowLine.resolve()
  await steps.filter({ hasText: 'Try the agent' }).filter({ hasText: '(Done)' }).waitFor()
  const figure = page.getByRole('main').locator('dl > div').filter({ hasText: 'Messages' })
  await figure.getByText('previously 0').waitFor()
  await page.unrouteAll()
})

test('matters that need a person stand first, each with its link [console-app.first]', async () => {
  await until(async () => (await work.deliver({ order: 7 }, '?kind=none')) === 'ok')
  let event = ''
  await until(async () => {
    const { items } = await ann.call('GET', `/portal/api/inbox/events?hub=${slug}`)
    event = items[0]?.event ?? ''
    return event !== ''
  })
  await ann.call('POST', '/portal/api/inbox/quarantine', { hub: slug, events: [event] })
  await page.goto(`${CONSOLE}/`)
  const now = page.getByRole('region', { name: 'Needs your attention' })
  await now.getByRole('link', { name: /An event is quarantined on/ }).click()
  await page.waitForURL(/inbox\?.*state=quarantined/)

  await ann.call('POST', '/portal/api/workflows/run', { hub: slug, workflow: 'md:fail', inputs: {} })
  await until(async () => (await ann.call('GET', '/portal/api/runs?status=failed')).total > 0)
  await page.goto(`${CONSOLE}/`)
  await now.getByRole('link', { name: 'fail failed' }).click()
  await page.waitForURL(/runs\?.*status=failed/)
  await page.getByRole('table', { name: 'Runs' }).getByText('fail').first().waitFor()
})

test('first steps that are put away stay away for this person [console-app.first]', async () => {
  await page.goto(`${CONSOLE}/`)
  const first = page.getByRole('region', { name: 'First steps' })
  await first.getByRole('button', { name: 'Dismiss' }).click()
  await first.waitFor({ state: 'detached' })
  await using other = await openConsole(hub.url, ann.token)
  await other.page.goto(`${CONSOLE}/`)
  await other.page.getByRole('table', { name: 'Usage by Hub' }).waitFor()
  assert.equal(await other.page.getByRole('region', { name: 'First steps' }).count(), 0)
})

for (const size of [
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
])
  test(`nothing moves while the overview loads, ${size.width} px wide [console-app.still]`, async () => {
    await using other = await openConsole(hub.url, ann.token, size)
    await other.page.addInitScript(() => {
      const counted = window as unknown as { shift: number }
      counted.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) counted.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    // The list arrives after the figures, and the Hub answers last, which is the worst order.
    for (const [address, ms] of [
      ['**/portal/api/attention*', 500],
      ['**/portal/api/inbox*', 1200],
    ] as const)
      await other.page.route(address, async (route) => {
        await pause(ms)
        await route.continue()
      })
    const quarantine = other.page.waitForResponse(/\/portal\/api\/inbox/)
    await other.page.goto(`${CONSOLE}/`)
    await other.page
      .getByRole('link', { name: /fail failed|is quarantined/ })
      .first()
      .waitFor()
    await other.page.getByRole('table', { name: 'Usage by Hub' }).waitFor()
    await quarantine
    await other.page.getByRole('link', { name: /is quarantined/ }).waitFor()
    const shift = await other.page.evaluate(() => (window as unknown as { shift: number }).shift)
    assert.ok(shift <= 0.05, `layout shift ${shift}`)
  })

test('runs, budgets and denials update without a reload, with a short highlight, and recover after a disconnection [console-app.live]', async () => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${CONSOLE}/runs`)
  await heading(page, 'Runs').waitFor()
  const runNow = () =>
    ann.call('POST', '/portal/api/workflows/run', { hub: slug, workflow: 'md:morning', inputs: {} })
  await runNow()
  const table = page.getByRole('table', { name: 'Runs' })
  await table.getByRole('row').nth(1).waitFor()
  const shown = await table.getByRole('row').count()
  await runNow()
  await table.getByRole('row').nth(shown).waitFor()
  assert.ok((await table.locator('tr.animate-arrive').count()) > 0, 'it is marked')

  await page.context().setOffline(true)
  await runNow()
  await page.context().setOffline(false)
  await table
    .getByRole('row')
    .nth(shown + 1)
    .waitFor()

  await follow(page, `${CONSOLE}/hubs/${slug}/budgets`)
  await page.getByText('No budgets').waitFor()
  asked.length = 0
  await ann.call('PUT', '/portal/api/budgets', {
    hub: slug,
    scope: 'hub',
    period: 'month',
    unit: 'tokens',
    limit: 77,
  })
  await page.getByRole('cell', { name: '77 tokens', exact: true }).waitFor()
  assert.ok(!asked.includes('/portal/api/runs'), 'a list that isn’t visible asks nothing')
})
