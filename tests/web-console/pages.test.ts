import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings, LOOKS, lookedOver, type Look } from '../support/accessibility.ts'
import { cell, openConsole, visit } from './console-page.ts'
import { seededConsole } from './started-console.ts'
import { walk } from './walked-pages.ts'

const { hub, slug, ann } = await seededConsole()

/** A small phone, and a desktop with 200 % zoom. */
const SMALL: readonly Look[] = [
  { width: 320, colorScheme: 'light', rules: 'layout' },
  { width: 640, colorScheme: 'light', rules: 'layout' },
]
const ALL_LOOKS = [...LOOKS, ...SMALL]

const walked = new Set<string>()
const wrong = lookedOver(ALL_LOOKS, (lookAt) =>
  walk(async (page, path, { browser }) => {
    walked.add(`/portal${path.split('?')[0]}`)
    await lookAt(page, path)
    assert.deepEqual(browser.complaints, [])
  }),
)

/** The first test that runs visits the pages in all window sizes, which is slow. */
const LONG = { timeout: 180_000 }
for (const look of ALL_LOOKS)
  test(
    `no page has a finding of any weight, ${look.width} px wide and ${look.colorScheme} [console-app.axe]`,
    LONG,
    async () => assert.deepEqual(await wrong(look), []),
  )

test('dialogs, menus and tooltips have no finding either [console-app.axe]', async () => {
  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  await page.goto(`${hub.url}/portal/people`)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('dialog', { name: 'Create account' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Bob Stone' }).hover()
  await page.getByRole('tooltip').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('button', { name: 'Actions for Bob Stone' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog', { name: 'Delete Bob Stone?' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  assert.deepEqual(await allFindings(page), [])

  await page.keyboard.press('Escape')
  await visit(page, `${hub.url}/portal/hubs/${slug}/access`)
  await cell(page, 'Order supplies', 'Eve Long').click()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('dialog', { name: 'Review changes' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
  await opened.browser.context.clearCookies()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page.getByRole('dialog', { name: 'You were signed out' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
})

test('every page that the rail leads to is looked at [console-app.axe]', async () => {
  await using opened = await openConsole(hub.url, ann.token)
  await opened.page.goto(`${hub.url}/portal/`)
  const links = opened.page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  await links.first().waitFor()
  const led = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')!))
  assert.deepEqual(
    led.filter((path) => path !== '/' && !walked.has(path)),
    [],
  )
  assert.ok(led.length > 8)
})
