import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, beforeEach, test } from 'node:test'
import { heading, inSight, openConsole, signInThere, visit } from './console-page.ts'
import { BOB, CLEO, seededConsole } from './started-console.ts'
import { until } from '../support/until.ts'

const { hub, slug, ann, bob, cleo } = await seededConsole()
const CONSOLE = `${hub.url}/portal`
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }

const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
beforeEach(() => page.setViewportSize(DESK))

test('a signed-out person signs in and returns to the requested page [console-app.entry]', async () => {
  await using opened = await openConsole(hub.url, 'not-a-session')
  const { page } = opened
  await page.goto(`${CONSOLE}/audit?outcome=denied`)
  await page.waitForURL(/\/auth\?redirect=/)
  await signInThere(page, ann.account)
  await page.waitForURL(/\/portal\/audit\?outcome=denied/)
  await heading(page, 'Audit').waitFor()
})

test('a person who may manage nothing gets a calm page and the way to the web chat [console-app.entry]', async () => {
  await using opened = await openConsole(hub.url, cleo.token)
  const { page } = opened
  await visit(page, `${CONSOLE}/people`)
  await heading(page, 'You don’t manage any access').waitFor()
  await page.getByRole('link', { name: 'Go to the web chat' }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()

  await page.goto(`${CONSOLE}/`)
  await heading(page, 'Your pages').waitFor()
  const own = page.getByRole('main').getByRole('link')
  assert.deepEqual(await own.allInnerTexts(), [
    'Change requests',
    'Artifacts',
    'Connections',
    'Memory',
    'MCP',
    'API keys',
  ])
  await own.filter({ hasText: 'Memory' }).click()
  await heading(page, 'Memory').waitFor()
})

test('the web chat links to the Console for managers only [console-app.link]', async () => {
  await using manager = await openConsole(hub.url, bob.token)
  await manager.page.goto(hub.url)
  await manager.page.getByRole('link', { name: 'Console' }).click()
  await heading(manager.page, 'Overview').waitFor()

  await using other = await openConsole(hub.url, cleo.token)
  const asked = other.page.waitForResponse(/\/portal\/api\/me/)
  await other.page.goto(hub.url)
  assert.equal((await asked).status(), 403)
  assert.equal(await other.page.getByRole('link', { name: 'Console' }).count(), 0)
})

test('the palette jumps to pages, Hubs and people by the keyboard alone [console-app.keyboard]', async () => {
  await visit(page, `${CONSOLE}/`)
  await heading(page, 'Overview').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await heading(page, 'Audit').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('stone')
  await page.getByRole('option', { name: /Bob Stone/ }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[role=option]').length === 1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await heading(page, BOB.name).waitFor()
  await page.getByRole('button', { name: 'Actions' }).focus()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing like it')
  await page.getByText('Nothing matches.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Actions')
})

test('on a phone the navigation is a sheet that leads on [console-app.keyboard]', async () => {
  await page.setViewportSize(PHONE)
  await visit(page, `${CONSOLE}/`)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Hubs' }).click()
  await heading(page, 'Hubs').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a closed sheet returns the focus to its opener, with a tooltip for keyboards only [console-app.keyboard]', async () => {
  await page.setViewportSize(PHONE)
  await visit(page, `${CONSOLE}/`)
  const opener = page.getByRole('button', { name: 'Open navigation' })
  const sheet = page.getByRole('dialog')
  const isFocused = () =>
    page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Open navigation')

  await opener.click()
  await sheet.waitFor()
  await page.mouse.click(380, 400)
  await sheet.waitFor({ state: 'detached' })
  await isFocused()
  assert.equal(await page.getByRole('tooltip').count(), 0)

  await page.keyboard.press('Enter')
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await isFocused()
  await page.getByRole('tooltip', { name: 'Open navigation' }).waitFor()
})

test('charts have the same numbers as a table, and a legend that toggles [console-app.charts]', async () => {
  await visit(page, `${CONSOLE}/?period=7d`)
  const chart = page.getByRole('region', { name: 'Chats and messages', exact: true }).first()
  await chart.locator('polyline').nth(1).waitFor()
  assert.equal(await chart.locator('polyline[stroke-dasharray]').count(), 1, 'equal lines are both seen')
  await chart.getByRole('button', { name: 'Chats', exact: true }).click()
  await chart.locator('polyline').nth(1).waitFor({ state: 'detached' })
  assert.equal(await chart.locator('polyline').count(), 1)
  await chart.getByRole('button', { name: 'Chats and messages as a table' }).click()
  const rows = chart.getByRole('row')
  assert.ok((await rows.count()) >= 8, 'a row for each day')
  assert.match(await rows.last().innerText(), /[1-9]\d*\s+[1-9]\d*$/)
})

test('the audit is filtered in the address, shows a record whole, and is exported as filtered [console-app.records]', async () => {
  await visit(page, `${CONSOLE}/`)
  await page.getByRole('link', { name: /order_seeds/ }).click()
  await page.waitForURL(/outcome=denied/)
  await page.getByRole('button', { name: 'order_seeds' }).click()
  const record = page.getByRole('dialog', { name: /Record \d+/ })
  await record.getByText(CLEO.email).waitFor()
  await record.getByText('Order supplies').waitFor()
  await record.getByText(/^[0-9a-f]{64}$/).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV, for spreadsheets' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n')
  assert.equal(lines.length, 2, 'a heading and the one denial')
  assert.match(lines[1]!, /cleo\.park@example\.org/)
})

test('access changes are found by person, action and day [console-app.records]', async () => {
  await visit(page, `${CONSOLE}/access-changes?user=${BOB.email}`)
  const table = page.getByRole('table', { name: 'Access changes' })
  await table.getByText('Order supplies').waitFor()
  await page.getByRole('button', { name: 'Action', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Created an account' }).click()
  await table.getByText('Order supplies').waitFor({ state: 'detached' })
  assert.equal(await table.getByRole('row').count(), 2)
  await page.getByRole('button', { name: 'Time', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Custom days…' }).click()
  await page.getByRole('button', { name: 'Time: custom days' }).waitFor()
  await page.getByLabel('To').fill('2020-01-01')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Time: until Jan 1, 2020' }).waitFor()
  await page.getByLabel('From').fill('2019-12-30')
  await page.getByRole('button', { name: /^Time: Dec 30, 2019 – Jan 1, 2020$/ }).waitFor()
})

test('a record shows its parts as text, each in its own line [console-app.records]', async (t) => {
  const budget = { hub: slug, unit: 'tokens', scope: 'hub', period: 'month' }
  t.after(() => ann.call('PUT', '/portal/api/budgets', { ...budget, remove: true }))
  await ann.call('PUT', '/portal/api/budgets', { ...budget, limit: 9_000_000 })
  await visit(page, `${CONSOLE}/access-changes?action=budget.set`)
  await page.getByRole('button', { name: 'Set a budget', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('listitem').getByText('9,000,000').waitFor()
  await visit(page, `${CONSOLE}/audit?outcome=allowed&user=${BOB.email}`)
  await page.getByRole('table').locator('tbody').getByRole('button').first().click()
  const grant = page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: /^By: ann\.lee@example\.org$/ })
  await grant.waitFor()
  assert.ok(!(await page.getByRole('dialog').innerText()).includes('{'))
})

test('on a phone access changes show the person below the change [console-app.phone]', async () => {
  await page.setViewportSize(PHONE)
  await visit(page, `${CONSOLE}/access-changes?user=${BOB.email}`)
  const table = page.getByRole('table', { name: 'Access changes' })
  const row = table.getByRole('row', { name: /Created an account/ })
  await inSight(row.getByText(BOB.email).filter({ visible: true }), 390)
})

test('an address without a page keeps the navigation for who is signed in [console-app.nowhere]', async () => {
  await visit(page, `${CONSOLE}/nowhere/at/all`)
  await heading(page, 'Page not found').waitFor()
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await heading(page, 'People').waitFor()
  await using other = await openConsole(hub.url, cleo.token)
  await other.page.goto(`${CONSOLE}/nowhere`)
  await heading(other.page, 'Page not found').waitFor()
  await other.page.getByRole('link', { name: 'Artifacts' }).click()
  await heading(other.page, 'Artifacts').waitFor()
})

test('a list that can’t be read says so and is read again on demand [console-app.states]', async () => {
  let isBroken = true
  await page.route('**/portal/api/hubs?*', (route) =>
    isBroken
      ? route.fulfill({ status: 500, json: { detail: 'The store is locked.', code: 'internal' } })
      : route.continue(),
  )
  await visit(page, `${CONSOLE}/hubs`)
  await page.getByRole('alert').getByText('The store is locked.').waitFor()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('table', { name: 'Hubs' }).getByRole('link', { name: 'Demo agent' }).waitFor()
})

test('a denial appears on the Overview without a reload, and a printed page contains no links to other pages [console-app.live]', async () => {
  await visit(page, `${CONSOLE}/`)
  const denials = page.getByRole('region', { name: 'Latest denials' }).getByRole('listitem')
  await denials.first().waitFor()
  const shown = await denials.allInnerTexts()
  await cleo.say(slug, '/tool order_seeds {"what":"beans"}')
  await until(async () => String(await denials.allInnerTexts()) !== String(shown))
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('navigation').filter({ visible: true }).count(), 0)
  assert.ok(await heading(page, 'Overview').isVisible())
  await page.emulateMedia({ media: 'screen' })
})

test('a proposed change shows its plan and applies it when confirmed [console-app.changes]', async () => {
  await using opened = await openConsole(hub.url, bob.token)
  const { page } = opened
  await visit(page, `${CONSOLE}/change-requests`)
  await heading(page, 'Change requests').waitFor()
  await bob.say(slug, `/tool propose_access ${JSON.stringify({ subject: CLEO.email, grant: ['orders'] })}`)
  const proposed = page.getByRole('row').filter({ hasText: CLEO.email })
  await proposed.waitFor()
  await page.setViewportSize(PHONE)
  await inSight(proposed.getByText('Waiting for you'), PHONE.width)
  await page.setViewportSize(DESK)
  await proposed.getByRole('link', { name: CLEO.email }).click()
  const plan = page.getByRole('region', { name: 'Plan' })
  await plan.getByText(CLEO.email).first().waitFor()
  await plan.getByText('gets “Order supplies”').waitFor()
  await page.getByRole('button', { name: 'Approve and apply' }).click()
  await page.getByText('Applied', { exact: true }).waitFor()
  const { items } = await ann.call('GET', `/portal/api/access?hub=${slug}&q=${CLEO.email}`)
  assert.deepEqual(items[0].direct, ['orders', 'use_hub'])
})

test('a plan from before another change is refused as out of date, and a rejected one does nothing [console-app.changes]', async () => {
  const propose = `/tool propose_access ${JSON.stringify({ subject: 'mia@example.org', grant: ['orders'] })}`
  await bob.say(slug, propose)
  await bob.say(slug, propose)
  await using opened = await openConsole(hub.url, bob.token)
  const { page } = opened
  const proposed = page.getByRole('table', { name: 'Change requests' }).getByRole('link', { name: /mia/ })
  await visit(page, `${CONSOLE}/change-requests?state=proposed`)
  await proposed.first().click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('textbox', { name: /Reason/ }).press('Tab')
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('Nothing was changed.').waitFor()

  await visit(page, `${CONSOLE}/change-requests?state=proposed`)
  await until(async () => (await proposed.count()) === 1)
  await proposed.click()
  await page.getByRole('button', { name: 'Approve and apply' }).waitFor()
  await ann.call('POST', '/portal/api/access/grant', {
    subject: 'mia@example.org',
    hub: slug,
    permission: 'manage_access',
  })
  await page.getByRole('button', { name: /^(Approve and apply|Propose again)$/ }).click()
  await page.getByText('Outdated', { exact: true }).first().waitFor()
  const { items } = await ann.call('GET', `/portal/api/access?hub=${slug}&q=mia`)
  assert.ok(!items[0].direct.includes('orders'))
})
