import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { signIn } from '../support/console-person.ts'
import { heading, inSight, openConsole, visit } from './console-page.ts'
import { ANN, BOB } from './started-console.ts'
import { until } from '../support/until.ts'
import { startWork } from './started-work.ts'

const ASKS = `---\nrun_as: ${ANN.email}\n---\n/finish done Asked\n`
const ENDLESS = `---\nrun_as: ${BOB.email}\nrun: scripts/endless.sh\n---\n`
const work = await startWork({
  'tasks/asks.md': ASKS,
  'tasks/endless.md': ENDLESS,
  'scripts/endless.sh': '#!/bin/sh\nwhile :; do echo on; sleep 0.2; done\n',
})
after(() => work[Symbol.asyncDispose]())
const { hub, slug, ann } = work
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened

test('workflows show their triggers, the next five times, and problems with file and line [console-app.workflows]', async () => {
  await visit(page, `${hub.url}/portal/workflows`)
  await page.getByText(/^tasks\/broken\.md:3:\d+: on_webhook: a task has on_webhook or schedule/).waitFor()
  const morning = page.getByRole('row', { name: /morning/ })
  await morning.getByText('every weekday at 07:00').filter({ visible: true }).waitFor()
  await morning.getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  assert.equal(await page.getByRole('dialog').getByRole('listitem').count(), 5)
})

test('on a phone each workflow shows its state and can be run, at a desk its last run too [console-app.workflows]', async () => {
  for (const [width, seen] of [
    [390, ['Enabled', 'every weekday at 07:00']],
    [1280, ['Enabled', 'every weekday at 07:00', 'Never']],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await visit(page, `${hub.url}/portal/workflows`)
    const row = page.getByRole('row', { name: /morning/ })
    for (const text of seen) await inSight(row.getByText(text).filter({ visible: true }), width - 16)
    await inSight(row.getByRole('button', { name: 'Run now: morning' }), width - 16)
    const frame = page.getByRole('region', { name: 'Workflows' })
    const hidden = await frame.evaluate((frame: Element) => frame.scrollWidth - frame.clientWidth)
    assert.equal(hidden, 0, `nothing lies to the side, ${width} px wide`)
  }
})

test('a manually started run shows its output live, until it is cancelled [console-app.runs]', async () => {
  await visit(page, `${hub.url}/portal/workflows`)
  await page.getByRole('button', { name: 'Run now: slow' }).click()
  await page.getByRole('button', { name: 'Run now', exact: true }).last().click()
  await heading(page, 'slow').waitFor()
  const output = page.getByRole('log', { name: 'Output' })
  for (const line of ['line 1', 'line 3', 'line 6']) await output.getByText(line).first().waitFor()
  await page.getByRole('button', { name: 'Cancel…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel run' }).click()
  await page.locator('header').getByText('Cancelled', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Cancel…' }).count(), 0)
  assert.deepEqual(browser.complaints, [])
})

test('a run that waits for a budget names it, links to it, and continues after an increase [console-app.runs]', async () => {
  const budget = { hub: slug, scope: 'task', subject: 'md:asks', period: 'day', unit: 'tokens' }
  await ann.call('PUT', '/portal/api/budgets', { ...budget, limit: 1 })
  const { run_id } = await ann.call('POST', '/portal/api/workflows/run', { hub: slug, workflow: 'md:asks' })
  await visit(page, `${hub.url}/portal/runs/${slug}/${encodeURIComponent(run_id)}`)
  await page.locator('header').getByText('Paused', { exact: true }).waitFor()
  await page.getByText('The daily budget of the task asks is too low for this request').first().waitFor()
  await page.getByRole('link', { name: 'Show the budgets' }).click()
  await page.getByRole('row', { name: /md:asks/ }).waitFor()
  await page.goBack()
  await ann.call('PUT', '/portal/api/budgets', { ...budget, limit: 10_000 })
  await page.locator('header').getByText('Succeeded', { exact: true }).waitFor()
  assert.equal(await page.getByText('Paused until the budget allows it').count(), 0)
})

test('the run’s output is shown only to the account of the run [console-app.runs]', async () => {
  await ann.call('POST', '/portal/api/accounts', {
    ...BOB,
    sign_in: 'password',
    grants: [{ hub: slug, permission: 'manage_access' }],
  })
  const bob = await signIn(hub.url, BOB)
  await writeFile(join(hub.folder, 'enough'), '')
  const { run_id } = await ann.call('POST', '/portal/api/workflows/run', { hub: slug, workflow: 'md:slow' })
  const path = `/portal/runs/${slug}/${encodeURIComponent(run_id)}`
  await visit(page, hub.url + path)
  await page.getByRole('log').getByText('that is enough').waitFor()
  await page.getByText('Succeeded').first().waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Result' }).count(), 0)
  await using bobs = await openConsole(hub.url, bob.token)
  await bobs.page.goto(hub.url + path)
  await bobs.page.getByText('Succeeded').first().waitFor()
  await bobs.page.getByText(`only ${ann.account.email} can see them`).waitFor()
  assert.equal(await bobs.page.getByText('that is enough').count(), 0)
  const live = await fetch(`${hub.url}/portal/api/runs/${slug}/${encodeURIComponent(run_id)}/live`, {
    headers: { cookie: `token=${bob.token}` },
  })
  const text = await live.text()
  assert.match(text, /"status":"succeeded"/)
  assert.ok(!text.includes('that is enough'))
})

test('the filters of runs are in the address and survive going there and back [console-app.runs]', async () => {
  await visit(page, `${hub.url}/portal/runs?status=cancelled&workflow=md:slow`)
  await page.getByRole('row', { name: /slow/ }).getByRole('link').first().click()
  await heading(page, 'slow').waitFor()
  await page.getByRole('link', { name: 'All runs' }).click()
  await heading(page, 'Runs').waitFor()
  const { searchParams } = new URL(page.url())
  assert.deepEqual([searchParams.get('status'), searchParams.get('workflow')], ['cancelled', 'md:slow'])
})

test('the record of a block lists the work that it ended [console-app.stopped]', async () => {
  const use = { subject: BOB.email, hub: slug, permission: 'use_hub' }
  await ann.call('POST', '/portal/api/access/grant', use)
  const { run_id } = await ann.call('POST', '/portal/api/workflows/run', {
    hub: slug,
    workflow: 'md:endless',
  })
  const run = `/portal/api/runs/${slug}/${encodeURIComponent(run_id)}`
  await until(async () => (await ann.call('GET', run)).steps.length > 0)
  await ann.call('POST', '/portal/api/people/block', { subject: BOB.email, suspended: true })
  await until(async () => (await ann.call('GET', run)).status === 'failed')
  await visit(page, `${hub.url}/portal/access-changes?user=${BOB.email}&action=block`)
  await page.getByRole('row', { name: BOB.email }).getByRole('button').click()
  const dialog = page.getByRole('dialog')

  await dialog.getByText('Stopped work').waitFor()
  await dialog.getByText('1 run', { exact: true }).waitFor()
  await dialog.getByText(/^On .+; all stopped within \d/).waitFor()
  await visit(page, `${hub.url}/portal/access-changes?user=${BOB.email}&action=grant`)
  await page.getByRole('row', { name: BOB.email }).getByRole('button').first().click()
  await dialog.getByText('Revision').waitFor()
  assert.equal(await dialog.getByText('Stopped work').count(), 0)
})
