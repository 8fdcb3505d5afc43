import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { boxOf, heading, inSight, openConsole, visit } from './console-page.ts'
import { BOB, seededConsole } from './started-console.ts'

const { hub, slug, ann, bob } = await seededConsole()
const CONSOLE = `${hub.url}/portal`
const LAPTOP = { width: 1280, height: 720 }
const TABLET = { width: 768, height: 1024 }

const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
beforeEach(() => page.setViewportSize(LAPTOP))
const rail = page.getByRole('navigation', { name: 'Pages', exact: true })
const entries = rail.getByRole('listitem').getByRole('link')

test('the rail has at most nine entries and fits a low window without scrolling [console-app.rail]', async () => {
  await visit(page, `${CONSOLE}/`)
  await heading(page, 'Overview').waitFor()
  assert.ok((await entries.count()) <= 9)
  const last = await boxOf(rail.getByRole('link').last())
  assert.ok(last.y + last.height <= LAPTOP.height)
  assert.ok(await rail.evaluate((nav) => nav.scrollHeight <= nav.clientHeight))
  await using manager = await openConsole(hub.url, bob.token)
  await manager.page.goto(`${CONSOLE}/`)
  await heading(manager.page, 'Overview').waitFor()
  const names = await manager.page
    .getByRole('navigation', { name: 'Pages', exact: true })
    .getByRole('listitem')
    .allInnerTexts()
  assert.ok(!names.includes('Settings'), 'for organization administrators only')
})

test('the entry of the current page is marked and in sight, also for pages below it [console-app.rail]', async () => {
  await page.setViewportSize({ width: 1280, height: 420 })
  for (const [path, title, entry] of [
    ['/web-chat/providers', 'Providers', 'Settings'],
    ['/machines', 'Instances', 'Settings'],
    [`/people/${BOB.email}`, BOB.name, 'People'],
    ['/organization', 'Organization', 'People'],
    ['/who-is-who', 'Who is who', 'Inbox'],
    ['/web-chat/sign-ins', 'Sign-ins', 'Audit'],
    [`/hubs/${slug}/budgets`, 'Demo agent', 'Hubs'],
  ] as const) {
    await page.goto(`${CONSOLE}${path}`)
    await heading(page, title).waitFor()
    const current = rail.locator('[aria-current=page]')
    assert.equal(await current.innerText(), entry, path)
    const { y, height } = await boxOf(current)
    const around = await boxOf(rail)
    assert.ok(y >= around.y && y + height <= around.y + around.height, `${path} is in sight`)
  }
})

test('pages of one entry stand in a strip that keeps its place [console-app.sections]', async () => {
  await visit(page, `${CONSOLE}/web-chat`)
  await heading(page, 'Web chat models').waitFor()
  const strip = page.getByRole('navigation', { name: 'Pages of this section' })
  const { y } = await boxOf(strip)
  for (const title of ['Sign-up and banner', 'Providers', 'Instances']) {
    await strip.getByRole('link', { name: title }).click()
    await heading(page, title).waitFor()
    assert.equal(await strip.locator('[aria-current=page]').innerText(), title)
    assert.equal((await boxOf(strip)).y, y)
  }
})

test('on a tablet entries have names, and lists keep their columns [console-app.rail]', async () => {
  await page.setViewportSize(TABLET)
  await visit(page, `${CONSOLE}/people`)
  await heading(page, 'People').waitFor()
  assert.ok((await entries.count()) > 5)
  for (const entry of await entries.all()) {
    const name = entry.locator('span')
    assert.ok((await boxOf(name)).width > 20)
    assert.ok(
      await name.evaluate(
        (text) =>
          text.scrollWidth <= text.clientWidth + 1 && parseFloat(getComputedStyle(text).fontSize) >= 12,
      ),
    )
  }
  for (const head of ['Person', 'Status'])
    await inSight(page.getByRole('columnheader', { name: head }), TABLET.width)
  const person = page.getByRole('link', { name: 'Bob Stone' })
  assert.ok(await person.evaluate((text) => text.scrollWidth <= text.clientWidth), 'the name is whole')
  await inSight(page.getByRole('button', { name: 'Actions for Bob Stone' }), TABLET.width)
  await page.getByRole('button', { name: 'Hub: All Hubs' }).click()
  await page.getByRole('menuitemradio', { name: 'Demo agent' }).click()
  await page.waitForURL(/hub=/)
})

test('personal pages are in the account’s menu [console-app.personal]', async () => {
  await visit(page, `${CONSOLE}/`)
  for (const title of ['Change requests', 'Artifacts', 'Connections', 'Memory', 'MCP']) {
    await page.getByRole('button', { name: /Account/ }).click()
    await page.getByRole('menuitem', { name: title }).click()
    await heading(page, title).waitFor()
  }
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'API keys' }).click()
  await page.waitForURL((url) => url.search === '?settings=key')
  await page.getByRole('dialog').waitFor()
})

const FOUND: readonly (readonly [words: string, option: RegExp, title: string])[] = [
  ['budget', /Budgets/, 'Demo agent'],
  ['spending limit', /Budgets/, 'Demo agent'],
  ['2fa', /Required second factor/, 'Sign-up and banner'],
  ['announcement', /Banner above the web chat/, 'Sign-up and banner'],
  ['register', /Who may make an account/, 'Sign-up and banner'],
  ['sso', /Providers/, 'Providers'],
  ['webhook', /Inbox/, 'Inbox'],
  ['telegram', /Messages/, 'Messages'],
  ['cron', /Workflows/, 'Workflows'],
  ['users', /People/, 'People'],
  ['logins', /Sign-ins/, 'Sign-ins'],
  ['api key', /MCP/, 'MCP'],
  ['approve', /Change requests/, 'Change requests'],
  ['ollama', /Web chat models/, 'Web chat models'],
  ['servers', /Instances/, 'Instances'],
  ['agent.md', /Files/, 'Demo agent'],
]

test('the palette finds pages and settings by words that people use [console-app.palette]', async () => {
  await page.goto(`${CONSOLE}/`)
  await heading(page, 'Overview').waitFor()
  for (const [words, option, title] of FOUND) {
    await search(page, words)
    await page.getByRole('option', { name: option }).first().click()
    await heading(page, title).waitFor()
  }
  await search(page, 'budget nowhere')
  await page.getByText('Nothing matches.').waitFor()
  await page.keyboard.press('Escape')
})

async function search(on: Page, words: string): Promise<void> {
  await on.keyboard.press('Control+k')
  await on.getByRole('combobox').fill(words)
}
