import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { follow, heading, openConsole } from '../web-console/console-page.ts'
import { lookedOver, type Look } from '../support/accessibility.ts'
import { branch, frameOf } from './artifact-page.ts'
import { DOCUMENT, JSON_TEXT, png, REPORT, TABLE } from './samples.ts'
import { startArtifacts } from './started-artifacts.ts'

const started = await startArtifacts()
after(() => started[Symbol.asyncDispose]())
const { hub, slug, ann, bob, upload } = started

const report = await upload(ann, 'report.html', REPORT, { title: 'Spring report' })
const table = await upload(ann, 'beds.csv', TABLE, { title: 'Beds and harvest' })
const json = await upload(ann, 'garden.json', JSON_TEXT, { title: 'Garden settings' })
const handbook = await upload(ann, 'handbook.md', DOCUMENT, { title: 'Handbook' })
const photo = await upload(ann, 'photo.png', png(400, 300), { title: 'Photo' })
await ann.call('POST', `/portal/artifacts/api/${report.id}/audience`, {
  kind: 'people',
  people: [bob.account.email],
})
const titles = (page: Page) => page.getByRole('table').getByRole('link').allInnerTexts()

const hers = await openConsole(hub.url, ann.token)
after(() => hers[Symbol.asyncDispose]())

test('artifacts are found by owner, title and kind, in the address [web-artifacts.gallery]', async () => {
  const { page } = hers
  await page.goto(`${hub.url}/portal/artifacts`)
  await page.getByRole('link', { name: 'Photo' }).waitFor()
  assert.deepEqual(await titles(page), [
    'Photo',
    'Handbook',
    'Garden settings',
    'Beds and harvest',
    'Spring report',
  ])
  const thumbnail = page.getByRole('row').filter({ hasText: 'Photo' }).locator('img')
  await thumbnail.evaluate((image: HTMLImageElement) => image.decode())
  assert.equal(await page.getByRole('table').locator('img').count(), 1, 'what is no small picture has a sign')
  await page.getByRole('button', { name: 'Kind' }).click()
  await page.getByRole('menuitemradio', { name: 'Table' }).click()
  await page.getByRole('link', { name: 'Photo' }).waitFor({ state: 'detached' })
  assert.deepEqual(await titles(page), ['Beds and harvest'])
  assert.equal(new URL(page.url()).search, '?preview=csv')
  await page.getByRole('searchbox', { name: 'Search by title' }).fill('spring')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('link', { name: 'Photo' }).waitFor()
  await follow(page, `/portal/artifacts?q=garden&hub=${slug}`)
  await page.getByRole('link', { name: 'Photo' }).waitFor({ state: 'detached' })
  assert.deepEqual(await titles(page), ['Garden settings'])

  await page.getByRole('button', { name: 'Actions for Garden settings' }).click()
  await page.getByRole('menuitem', { name: 'Open' }).click()
  await heading(page, 'Garden settings').waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Actions for Garden settings' }).click()
  const coming = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  assert.equal((await coming).suggestedFilename(), 'garden.json')
  assert.deepEqual(hers.browser.complaints, [])
})

test('a person without managed Hubs comes from the chat and sees shared artifacts and the first steps [web-artifacts.gallery]', async () => {
  await using opened = await openConsole(hub.url, bob.token)
  const { page } = opened
  await page.goto(hub.url)
  await page.getByRole('button', { name: /Bob Stone/ }).click()
  await page.getByRole('menuitem', { name: 'Artifacts' }).click()
  await page.getByText('You have published nothing yet').waitFor()
  await page.getByRole('radio', { name: 'Shared with me' }).click()
  await page.getByRole('link', { name: 'Spring report' }).waitFor()
  assert.equal(new URL(page.url()).search, '?view=shared')
  assert.deepEqual(await titles(page), ['Spring report'])
  await page.getByRole('button', { name: 'Actions for Spring report' }).click()
  await page.getByRole('menu').waitFor()
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), ['Open', 'Download'])
})

const looks: readonly Look[] = [
  { width: 1280, colorScheme: 'dark' },
  { width: 390, colorScheme: 'dark', rules: 'structure' },
  { width: 820, colorScheme: 'light' },
]
const wrong = lookedOver(looks, lookAtAll, { frames: 'ignored' })

/** The first test that runs visits the pages in all window sizes, which is slow. */
const LONG = { timeout: 180_000 }
for (const look of looks)
  test(
    `no artifact page has a finding, ${look.width} px wide and ${look.colorScheme} [web-artifacts.axe]`,
    LONG,
    async () => assert.deepEqual(await wrong(look), []),
  )

async function lookAtAll(lookAt: (page: Page, what: string) => Promise<void>): Promise<void> {
  const { url } = await ann.call('POST', `/portal/artifacts/api/${handbook.id}/link`, { action: 'create' })
  const { page, browser } = hers
  const view = (id: string) => follow(page, `/portal/artifacts/${id}`)
  await page.goto(`${hub.url}/portal/artifacts`)
  await page.getByRole('link', { name: 'Photo' }).waitFor()
  await lookAt(page, 'the gallery')
  await view(report.id)
  await frameOf(page, 'Spring report').getByText('Drawn by a script').waitFor()
  await lookAt(page, 'a page')
  await page.getByRole('button', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Add people or groups' }).fill('cleo')
  await dialog.getByRole('option', { name: 'Cleo Park' }).waitFor()
  await dialog.getByRole('button', { name: 'Create public link' }).click()
  await lookAt(page, 'the share dialog')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const ground = await dialog.getByRole('img').evaluate((code) => getComputedStyle(code).backgroundColor)
    assert.equal(ground, 'oklch(1 0 0)', 'cameras read dark on light')
  }
  await view(table.id)
  await page.getByRole('cell', { name: 'Tomato' }).waitFor()
  await lookAt(page, 'a table')
  await view(json.id)
  await branch(page, 'beds').waitFor()
  await lookAt(page, 'a tree')
  await view(photo.id)
  await page.getByText('400 × 300').waitFor()
  await lookAt(page, 'a picture')
  await view('nope')
  await page.getByText('No such artifact').waitFor()
  await lookAt(page, 'a missing artifact')
  await page.goto(url)
  await page.getByRole('heading', { name: 'Handbook', level: 2, exact: true }).waitFor()
  await lookAt(page, 'a public link')
  await page.reload()
  await page.getByText('Open the link again').waitFor()
  await lookAt(page, 'a public link without its token')
  assert.deepEqual(browser.complaints, [])
}
