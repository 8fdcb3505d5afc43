import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openConsole, visit } from './console-page.ts'
import { seededConsole } from './started-console.ts'
import { until } from '../support/until.ts'

const { hub, slug, ann } = await seededConsole()
const opened = await openConsole(hub.url, ann.token, { width: 1440, height: 900 })
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened
const people = page.getByRole('table', { name: 'People' })
const names = () => people.getByRole('row').locator('td:first-child a').allTextContents()
const head = (name: string) => people.getByRole('columnheader', { name })

test('a click on a head sorts the whole list, which the address and the head say [console-app.list-order]', async () => {
  await visit(page, `${hub.url}/portal/people`)
  await people.getByRole('link', { name: 'Ann Lee' }).waitFor()
  const ascending = await names()
  assert.deepEqual(
    ascending,
    ascending.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
  )
  assert.equal(await head('Person').getAttribute('aria-sort'), 'ascending')
  await head('Person').getByRole('button').click()
  await page.waitForURL(/sort=-name/)
  await people.locator('[aria-sort=descending]').waitFor()
  await until(async () => (await names()).join() === ascending.toReversed().join())
  await head('Last active').getByRole('button').press('Enter')
  await page.waitForURL(/sort=-last_active/)
  assert.equal(await head('Person').getAttribute('aria-sort'), null)
  await head('Last active').getByRole('button').click()
  await page.waitForURL(/sort=last_active/)
  await page.goBack()
  await page.waitForURL(/sort=-last_active/)
  assert.equal(await head('Last active').getAttribute('aria-sort'), 'descending')
})

test('a list begins at a name, and a list by time at a day [console-app.list-order]', async () => {
  await visit(page, `${hub.url}/portal/people?from=b`)
  await until(async () => (await names())[0] === 'Bob Stone')
  await page.getByLabel('Jump to name').fill('ine')
  await page.getByLabel('Jump to name').press('Enter')
  await page.waitForURL(/from=ine/)
  await until(async () => (await names())[0] === 'Ines Costa')
  await page.getByRole('button', { name: 'Back to the beginning of the list' }).click()
  await until(async () => (await names())[0] === 'Ann Lee')
  await visit(page, `${hub.url}/portal/access-changes?from=2020-01-01`)
  await page.getByText('Nothing matches').waitFor()
  await visit(page, `${hub.url}/portal/access-changes?sort=at&from=2020-01-01`)
  await page.getByRole('table', { name: 'Access changes' }).getByRole('row').nth(1).waitFor()
})

test('the number of rows of a page is remembered [console-app.page-size]', async () => {
  for (let n = 0; n < 14; n++)
    for (const act of ['grant', 'revoke'])
      await ann.call('POST', `/portal/api/access/${act}`, {
        subject: 'svc:counted',
        hub: slug,
        permission: 'use_hub',
      })
  await visit(page, `${hub.url}/portal/access-changes`)
  const rows = page.getByRole('table', { name: 'Access changes' }).locator('tbody tr')
  await until(async () => (await rows.count()) > 25)
  await page.getByLabel('Rows per page').selectOption('25')
  await until(async () => (await rows.count()) === 25)
  await page.reload()
  await until(async () => (await rows.count()) === 25)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(/^26–/).waitFor()
  await page.getByLabel('Rows per page').selectOption('50')
  await page.getByText(/^1–/).waitFor()
})

test('filters and order are saved under a name, shown as chips in every browser, renamed and deleted, and no browser loses views of another [console-app.saved-views]', async () => {
  const chips = page.getByRole('group', { name: 'Saved views' })
  await visit(page, `${hub.url}/portal/people?status=blocked&sort=-name`)
  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('Who is out')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await chips.getByRole('link', { name: 'Who is out' }).waitFor()
  await dialog.waitFor({ state: 'detached' })
  await using other = await openConsole(hub.url, ann.token, { width: 1440, height: 900 })
  await other.page.goto(`${hub.url}/portal/people`)
  await other.page.getByRole('link', { name: 'Who is out' }).click()
  await other.page.waitForURL(
    (url) => url.search.includes('status=blocked') && url.search.includes('sort=-name'),
  )
  assert.equal(await chips.getByRole('link').count(), 1)
  await other.page.goto(`${hub.url}/portal/people?status=pending`)
  await other.page.getByRole('button', { name: 'Save view' }).click()
  const second = other.page.getByRole('dialog', { name: 'Save this view' })
  await second.getByLabel('Name').fill('Waiting')
  await second.getByRole('button', { name: 'Save view' }).click()
  await second.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for the view “Who is out”' }).click()
  await page.getByRole('menuitem', { name: 'Rename…' }).click()
  const rename = page.getByRole('dialog', { name: 'Rename view' })
  await rename.getByLabel('Name').fill('Blocked')
  await rename.getByRole('button', { name: 'Rename' }).click()
  await chips.getByRole('link', { name: 'Blocked' }).waitFor()
  await page.getByRole('button', { name: 'Actions for the view “Blocked”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await chips.getByRole('link', { name: 'Blocked' }).waitFor()
  await page.getByRole('button', { name: 'Actions for the view “Blocked”' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await chips.getByRole('link', { name: 'Blocked' }).waitFor({ state: 'detached' })
  await page.reload()
  await people.getByRole('link', { name: 'Dan Rivers' }).waitFor()
  await chips.getByRole('link').first().waitFor()
  assert.deepEqual(await chips.getByRole('link').allTextContents(), ['Waiting'])
})

test('a person to add is suggested with name and address, chosen by keys, and may be typed whole [console-app.person-filter]', async () => {
  await visit(page, `${hub.url}/portal/hubs/${slug}/access`)
  await page.getByRole('button', { name: 'Add person' }).first().click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox')
  await field.pressSequentially('riv')
  const option = dialog.getByRole('option', { name: 'Dan Rivers' })
  await option.waitFor()
  const [list, frame] = [await option.boundingBox(), await dialog.boundingBox()]
  assert.ok(list && frame && list.height > 0)
  await field.press('ArrowDown')
  assert.equal(await option.getAttribute('aria-selected'), 'true')
  await field.press('Escape')
  await option.waitFor({ state: 'hidden' })
  await dialog.waitFor()
  await field.fill('svc:new-service')
  await dialog.getByRole('option').first().waitFor({ state: 'hidden' })
  assert.ok(await dialog.getByRole('button', { name: 'Add', exact: false }).last().isEnabled())
  await field.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(browser.complaints, [])
})
