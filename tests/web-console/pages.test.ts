import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { LOOKS, lookedOver, seriousFindings } from '../support/accessibility.ts'
import { cell, follow, heading, openConsole, visit } from './console-page.ts'
import { BOB, seededConsole } from './started-console.ts'

const { hub, slug, ann } = await seededConsole()

const PAGES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'Overview'],
  ['/?period=7d', 'Overview'],
  ['/people', 'People'],
  ['/people?q=nobody-at-all', 'People'],
  [`/people/${BOB.email}`, BOB.name],
  ['/hubs', 'Hubs'],
  [`/hubs/${slug}`, 'Demo agent'],
  [`/hubs/${slug}/budgets`, 'Budgets'],
  [`/hubs/${slug}/files`, 'Files'],
  ['/organization', 'Organization'],
  ['/web-chat', 'Web chat settings'],
  ['/web-chat/sign-up', 'Sign-up and banner'],
  ['/web-chat/groups', 'Groups'],
  ['/web-chat/sign-ins', 'Sign-ins'],
  ['/web-chat/providers', 'Providers'],
  ['/change-requests', 'Change requests'],
  ['/audit', 'Audit'],
  ['/access-changes?range=custom', 'Access changes'],
  ['/mcp', 'MCP'],
  ['/nowhere', 'Page not found'],
  ['/signed-in', 'You are signed in'],
]

const DIST = join(import.meta.dirname, '../../web/dist/console')

const wrong = lookedOver(LOOKS, async (lookAt) => {
  await using opened = await openConsole(hub.url, ann.token)
  const { page, browser } = opened
  for (const [index, [path, title]] of PAGES.entries()) {
    // A page with the title of the one before must not be taken for that one.
    const isLoaded = index === 0 || title === PAGES[index - 1]![1]
    await (isLoaded ? page.goto(`${hub.url}/portal${path}`) : follow(page, `/portal${path}`))
    await heading(page, title).waitFor()
    await page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
    await lookAt(page, path)
  }
  assert.deepEqual(browser.complaints, [])
})

/** All looks happen in the first of these tests. */
const LONG = { timeout: 180_000 }
for (const look of LOOKS)
  test(
    `no page has a serious finding, ${look.width} px wide and ${look.colorScheme} [console-app.axe]`,
    LONG,
    async () => assert.deepEqual(await wrong(look), []),
  )

test('dialogs and menus have no serious finding either [console-app.axe]', async () => {
  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  await page.goto(`${hub.url}/portal/people`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('dialog', { name: 'Create account' }).waitFor()
  assert.deepEqual(await seriousFindings(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Bob Stone' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog', { name: 'Delete Bob Stone?' }).waitFor()
  assert.deepEqual(await seriousFindings(page), [])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  assert.deepEqual(await seriousFindings(page), [])

  await page.keyboard.press('Escape')
  await visit(page, `${hub.url}/portal/hubs/${slug}`)
  await cell(page, 'Order supplies', 'Eve Long').click()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('dialog', { name: 'Review changes' }).waitFor()
  assert.deepEqual(await seriousFindings(page), [])
  await opened.browser.context.clearCookies()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByRole('dialog', { name: 'You were signed out' }).waitFor()
  assert.deepEqual(await seriousFindings(page), [])
})

test('130 kB of compressed JavaScript are enough to start, 200 for the whole first page [console-app.weight]', async () => {
  await using opened = await openConsole(hub.url, ann.token)
  const scripts: string[] = []
  opened.page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (pathname.endsWith('.js')) scripts.push(pathname.replace('/portal/', ''))
  })
  await opened.page.goto(`${hub.url}/portal/`)
  await heading(opened.page, 'Overview').waitFor()
  const html = await readFile(join(DIST, 'index.html'), 'utf8')
  const first = scripts.filter((path) => html.includes(path))
  assert.ok(first.length > 1 && first.length < scripts.length, 'the scripts were seen')
  assert.ok((await weight(first)) <= 130_000, `${await weight(first)} bytes at first`)
  assert.ok((await weight(scripts)) <= 200_000, `${await weight(scripts)} bytes in all`)
})

async function weight(paths: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const file = join(DIST, path)
      return (await stat(`${file}.gz`).catch(() => stat(file))).size
    }),
  )
  return sizes.reduce((total, size) => total + size, 0)
}
