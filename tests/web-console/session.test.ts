import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunningBrowser } from '../support/browser.ts'
import { signIn } from '../support/console-person.ts'
import { cell, heading, openConsole, signInThere } from './console-page.ts'
import { CLEO, seededConsole } from './started-console.ts'
import { until } from '../support/until.ts'

const { hub, slug, ann, newcomer } = await seededConsole()
const CONSOLE = `${hub.url}/portal`
const MANAGES = ['use_hub', 'manage_access', 'orders']
const block = (subject: string, suspended: boolean) =>
  ann.call('POST', '/portal/api/people/block', { subject, suspended })

const signOutElsewhere = ({ context }: RunningBrowser) =>
  context.request.post(`${hub.url}/api/v1/auths/signout`, { headers: { origin: hub.url } })

test('a session that ends during an edit loses nothing, and signing in in another tab continues it [console-app.signed-out]', async () => {
  const max = await newcomer('Max Rand', MANAGES)
  const service = 'svc:evening-report'
  await ann.call('POST', '/portal/api/access/grant', { subject: service, hub: slug, permission: 'use_hub' })
  await using opened = await openConsole(hub.url, max.token)
  const { page, browser } = opened
  await page.goto(`${CONSOLE}/hubs/${slug}/access`)
  await cell(page, 'Order supplies', service).click()
  await signOutElsewhere(browser)
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  const dialog = page.getByRole('dialog', { name: 'You were signed out' })
  await dialog.getByRole('button', { name: 'I have signed in' }).click()
  await dialog.getByText('You are still signed out.').waitFor()

  const [elsewhere] = await Promise.all([
    browser.context.waitForEvent('page'),
    dialog.getByRole('button', { name: 'Sign in', exact: true }).click(),
  ])
  await signInThere(elsewhere, max.account)
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'Review changes' }).getByText('gets “Order supplies”').waitFor()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page
    .getByText(/Applied/)
    .first()
    .waitFor()
  const { items } = await ann.call('GET', `/portal/api/access?hub=${slug}&q=evening`)
  assert.deepEqual(items[0].direct, ['orders', 'use_hub'])
})

test('a half-filled form stays unchanged when the session ends [console-app.signed-out]', async () => {
  const mel = await newcomer('Mel Form', MANAGES)
  await using opened = await openConsole(hub.url, mel.token)
  const { page, browser } = opened
  await page.goto(`${CONSOLE}/people`)
  await page.getByRole('button', { name: 'Create account' }).click()
  const form = page.getByRole('dialog', { name: 'Create account' })
  await form.getByLabel('Name').fill('Lou Half')
  await form.getByLabel('Email').fill('lou.half@example.org')
  await form.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await form.getByRole('checkbox', { name: 'Use the agent' }).setChecked(true)
  await signOutElsewhere(browser)
  await form.getByRole('button', { name: 'Create account' }).click()
  const again = page.getByRole('dialog', { name: 'You were signed out' })
  await again.waitFor()
  const token = (await signIn(hub.url, mel.account)).token
  await browser.context.addCookies([{ name: 'token', value: token, url: hub.url, httpOnly: true }])
  await again.getByRole('button', { name: 'I have signed in' }).click()
  await again.waitFor({ state: 'detached' })
  assert.equal(await form.getByLabel('Email').inputValue(), 'lou.half@example.org')
  await form.getByRole('button', { name: 'Create account' }).click()
  await heading(page, 'Lou Half').waitFor()
})

test('a Console page that is open closes to who is blocked, with the next thing it asks [console-app.blocked]', async () => {
  const may = await newcomer('May Gone', MANAGES)
  await using opened = await openConsole(hub.url, may.token)
  const { page } = opened
  await page.goto(`${CONSOLE}/people`)
  await page.getByRole('link', { name: CLEO.name }).waitFor()
  await block(may.account.email, true)
  await page.getByRole('link', { name: 'Audit' }).click()
  await heading(page, 'Your account is blocked').waitFor()
  assert.equal(await page.getByRole('link', { name: CLEO.name }).count(), 0)
  assert.equal(await page.getByRole('navigation').count(), 0)
})

test('an answer that streams ends when its reader is blocked [console-app.blocked]', async () => {
  const uma = await newcomer('Uma Reads', ['use_hub'])
  await until(async () => (await uma.call('GET', '/api/models')).data.length > 0)
  await using opened = await openConsole(hub.url, uma.token)
  const { page } = opened
  await page.goto(hub.url)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill('/say first words\n/wait 600000\n/say last words')
  await box.press('Enter')
  await page.getByText('first words').last().waitFor()
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await block(uma.account.email, true)
  await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
  await page.getByText('Your account is blocked. Ask an administrator.').waitFor()
  assert.doesNotMatch(await page.locator('body').innerText(), /last words/)
  await page.goto(`${hub.url}/portal/`)
  await heading(page, 'Your account is blocked').waitFor()
})

test('a Console from before an upgrade says so, and loads the new version when the person asks [console-app.new-version]', async () => {
  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  await page.goto(`${CONSOLE}/people`)
  await page.getByRole('link', { name: CLEO.name }).waitFor()
  const gone = '**/portal/assets/audit-page-*.js'
  await page.route(gone, (route) => route.fulfill({ status: 404, body: '' }))
  await page.getByRole('link', { name: 'Audit' }).click()
  const failed = page.getByRole('alert').filter({ hasText: 'This page can’t be shown' })
  await failed.filter({ hasText: 'There is a new version' }).waitFor()
  await page.unroute(gone)
  await failed.getByRole('button', { name: 'Reload' }).click()
  await heading(page, 'Audit').waitFor()
})

test('a Console that lost its connection says so on the next page, and shows the page once the server is back [console-app.states]', async () => {
  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  const lost = page.getByRole('alert').filter({ hasText: /The connection is lost|server can’t be reached/ })
  // The browser already has the script of Audit, so only its list fails.
  for (const name of ['Traces', 'Audit']) {
    await page.goto(`${CONSOLE}/people`)
    await page.getByRole('link', { name: CLEO.name }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('link', { name, exact: true }).click()
    await lost.waitFor()
    assert.equal(await page.getByText('Something went wrong').count(), 0)
    await page.context().setOffline(false)
    await heading(page, name).waitFor()
    await lost.waitFor({ state: 'detached' })
  }
})
