import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isTooWide, seriousFindings } from '../support/accessibility.ts'
import { cell, follow, heading, openConsole } from './console-page.ts'
import { BOB, seed, startConsole } from './started-console.ts'

const started = await startConsole()
after(() => started[Symbol.asyncDispose]())
await seed(started)
const { hub, slug, ann } = started

const PAGES: readonly (readonly [path: string, title: string])[] = [
  ['/', 'Overview'],
  ['/?period=7d', 'Overview'],
  ['/people', 'People'],
  ['/people?q=nobody-at-all', 'People'],
  [`/people/${BOB.email}`, BOB.name],
  ['/hubs', 'Hubs'],
  [`/hubs/${slug}`, 'Demo agent'],
  [`/hubs/${slug}/budgets`, 'Budgets'],
  ['/organization', 'Organization'],
  ['/change-requests', 'Change requests'],
  ['/audit', 'Audit'],
  ['/access-changes?range=custom', 'Access changes'],
  ['/mcp', 'MCP'],
  ['/nowhere', 'Page not found'],
  ['/signed-in', 'You are signed in'],
]

const DIST = join(import.meta.dirname, '../../web/dist/console')

for (const [width, colorScheme, rules] of [
  [1280, 'light'],
  [390, 'dark'],
  [820, 'dark'],
  [390, 'light', 'colours'],
] as const)
  test(`no page has a serious finding, ${width} px wide and ${colorScheme} [console-app.axe]`, async () => {
    await using opened = await openConsole(hub.url, ann.token, { width })
    const { page, browser } = opened
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [index, [path, title]] of PAGES.entries()) {
      // At one width each is loaded by itself. A page with the title of the one before must not be taken for that one.
      const isLoaded = width === 1280 || index === 0 || title === PAGES[index - 1]![1]
      await (isLoaded ? page.goto(`${hub.url}/portal${path}`) : follow(page, `/portal${path}`))
      await heading(page, title).waitFor()
      await page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
      assert.deepEqual(await seriousFindings(page, { rules }), [], path)
      assert.equal(await isTooWide(page), false, `${path} is wider than the window`)
    }
    assert.deepEqual(browser.complaints, [])
  })

test('dialogs and menus have no serious finding either [console-app.axe]', async () => {
  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  await page.emulateMedia({ reducedMotion: 'reduce' })
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

  await page.goto(`${hub.url}/portal/hubs/${slug}`)
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
