// Runs in a process of its own: it changes people's access to the Hub that other files share.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cell, heading, openConsole, visit } from './console-page.ts'
import { DAN, seededConsole } from './started-console.ts'

const { hub, slug, ann } = await seededConsole()
const MATRIX = `${hub.url}/portal/hubs/${slug}/access`
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
const bar = page.getByRole('region', { name: 'Changes not applied' })
const focused = () =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )
const review = page.getByRole('dialog', { name: 'Review changes' })
const accessOf = async (subject: string) =>
  (await ann.call('GET', `/portal/api/access?hub=${slug}&q=${subject}`)).items[0]

test('keys lead through the matrix as through a sheet, and one Tab from a cell to the review [console-app.keys]', async () => {
  await visit(page, MATRIX)
  await heading(page, 'Demo agent').waitFor()
  const order = cell(page, 'Order supplies', 'Eve Long')
  await order.click()
  await bar.waitFor()
  await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Discard')
  await page.keyboard.press('Shift+Tab')
  assert.match((await focused())!, /^Order supplies, Eve Long/)
  await page.keyboard.press('Home')
  assert.equal(await focused(), 'Select Eve Long')
  await page.keyboard.press('End')
  assert.equal(await focused(), 'Why Eve Long has access')
  await page.keyboard.press('Control+Home')
  const first = (await focused())!
  assert.match(first, /^Select /)
  await page.keyboard.press('Control+End')
  assert.match((await focused())!, /^Why /)
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Home')
  assert.equal(await focused(), first)
  await page.keyboard.press('PageDown')
  assert.notEqual(await focused(), first)
  await bar.getByRole('button', { name: 'Discard' }).click()
})

test('the keyboard alone grants a person access, in at most 26 keys [console-app.keys]', async () => {
  await page.goto(MATRIX)
  await cell(page, 'Order supplies', 'Eve Long').waitFor()
  const keys: string[] = []
  const press = async (key: string) => {
    keys.push(key)
    await page.keyboard.press(key)
  }
  const until = async (key: string, name: RegExp) => {
    while (!name.test((await focused()) ?? '')) {
      assert.ok(keys.length < 60, keys.join(' '))
      await press(key)
    }
  }
  await until('Tab', /^Search by name/)
  for (const letter of 'eve') await press(letter)
  await cell(page, 'Order supplies', 'Ann Lee').waitFor({ state: 'detached' })
  await press('ArrowDown')
  await press('End')
  await until('ArrowLeft', /^Order supplies, Eve Long/)
  await press('Space')
  await bar.waitFor()
  await until('Tab', /^Review/)
  await press('Enter')
  await review.waitFor()
  await until('Tab', /^Apply 1 change/)
  await press('Enter')
  await review.waitFor({ state: 'detached' })
  const { direct } = await accessOf('eve')
  assert.ok(direct.includes('orders'), String(direct))
  assert.ok(keys.length <= 26, `${keys.length} keys: ${keys.join(' ')}`)
  await ann.call('POST', '/portal/api/access/revoke', {
    subject: 'eve@example.org',
    hub: slug,
    permission: 'orders',
  })
})

test('several people are given a permission until a time as one reviewed change [console-app.several]', async () => {
  await visit(page, MATRIX)
  for (const name of ['Eve Long', 'Gul Demir']) await page.getByLabel(`Select ${name}`).check()
  const selection = page.getByRole('region', { name: 'Selected people' })
  await selection.getByText('2 selected').waitFor()
  await selection.getByRole('button', { name: 'Give' }).click()
  await page.getByRole('menuitem', { name: 'Share artifacts publicly' }).click()
  await bar.getByText('2 changes').waitFor()
  await bar.getByRole('button', { name: 'Review' }).click()
  await review.getByLabel('Expires (optional)').fill('2099-12-03T18:00')
  await review
    .getByText(/until 3 Dec 2099|until Dec 3, 2099/)
    .first()
    .waitFor()
  await review.getByRole('button', { name: 'Keep editing' }).click()
  await bar.getByRole('button', { name: 'Review' }).click()
  assert.equal(await review.getByLabel('Expires (optional)').inputValue(), '2099-12-03T18:00')
  await review.getByRole('button', { name: 'Apply 2 changes' }).click()
  await review.waitFor({ state: 'detached' })
  for (const subject of ['eve', 'gul']) {
    const { effective } = await accessOf(subject)
    const shared = effective.find(({ permission }: any) => permission === 'share_public')
    assert.match(shared.grant.expires_at, /^2099-12-0/, subject)
  }
  await page
    .getByRole('checkbox', { name: /^Share artifacts publicly, Eve Long: Granted · until / })
    .waitFor()
})

test('when access ends is changed where its reasons are shown, and for good [console-app.change-end]', async () => {
  const shared = async () =>
    (await accessOf('eve')).effective.find(({ permission }: any) => permission === 'share_public').grant
  const openEnd = async () => {
    await page.getByRole('button', { name: 'Why Eve Long has access' }).click()
    await page.getByRole('button', { name: 'Set expiry… Share artifacts publicly' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Expiry of “Share artifacts publicly” for Eve Long' })
  const field = dialog.getByLabel('Expires (optional)')
  await openEnd()
  assert.equal(await field.inputValue(), '2099-12-03T18:00')
  await field.fill('2099-12-24T18:00')
  await dialog.getByRole('button', { name: 'Add to the changes' }).click()
  await page
    .getByRole('checkbox', { name: /^Share artifacts publicly, Eve Long: Granted · until .*24.* · Changed/ })
    .waitFor()
  await openEnd()
  assert.equal(await field.inputValue(), '2099-12-24T18:00')
  await dialog.getByRole('button', { name: 'No expiry' }).click()
  await bar.getByRole('button', { name: 'Review' }).click()
  await review.getByText('“Share artifacts publicly” no longer expires').waitFor()
  await review.getByRole('button', { name: 'Apply 1 change' }).click()
  await review.waitFor({ state: 'detached' })
  assert.equal((await shared()).expires_at, null)
})

test('of several edited people, the refused person is named with the reason [console-app.several]', async () => {
  await page.getByRole('button', { name: 'Add person' }).click()
  const adding = page.getByRole('dialog', { name: 'Add person' })
  await adding.getByLabel('Email or service').fill(DAN.email)
  await adding.getByRole('button', { name: 'Add to the table' }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByLabel('Select Mia Roth').check()
  await page.getByLabel(/^Select dan[ .]rivers/i).check()
  await page.getByRole('region', { name: 'Selected people' }).getByRole('button', { name: 'Give' }).click()
  await page.getByRole('menuitem', { name: 'Share artifacts publicly' }).click()
  await bar.getByRole('button', { name: 'Review' }).click()
  await review.getByRole('button', { name: 'Apply 2 changes' }).click()
  await review.getByRole('alert').filter({ hasText: 'dan.rivers@example.org is blocked' }).waitFor()
  await review.getByRole('button', { name: 'Apply 1 change' }).waitFor()
  assert.ok((await accessOf('mia')).direct.includes('share_public'))
  await review.getByRole('button', { name: 'Keep editing' }).click()
  await bar.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByLabel('Select Eve Long').check()
})

test('a manager copies the access of another person, found by a part of the name [console-app.same-access]', async () => {
  const eve = await accessOf('eve')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByLabel('Select Finn Marsh').check()
  await page.getByRole('button', { name: 'Same access as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Same access as' })
  const field = dialog.getByLabel('Email or service')
  await field.pressSequentially('ve lon')
  await dialog.getByRole('option', { name: eve.subject }).waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
  assert.equal(await field.inputValue(), eve.subject)
  await dialog.getByText('gets “Share artifacts publicly”').waitFor()
  await dialog.getByRole('button', { name: 'Add to the changes' }).click()
  await bar.getByRole('button', { name: 'Review' }).click()
  await review.getByRole('button', { name: /^Apply/ }).click()
  await review.waitFor({ state: 'detached' })
  const finn = await accessOf('finn')
  for (const permission of eve.direct) assert.ok(finn.direct.includes(permission), permission)
})

test('a person’s page copies another person’s access, after a review [console-app.same-access]', async () => {
  await visit(page, `${hub.url}/portal/people/ines@example.org`)
  await heading(page, 'Ines Costa').waitFor() // the previous page also has such a button
  await page.getByRole('button', { name: 'Same access as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Same access as' })
  await dialog.getByLabel('Copy from (email or service)').fill('nobody@example.org')
  await dialog.getByText('There is no person of this name').waitFor()
  await dialog.getByLabel('Copy from (email or service)').fill('eve@example.org')
  await dialog.getByText('gets “Share artifacts publicly”').waitFor()
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('region', { name: 'Access' }).getByText('Share artifacts publicly').waitFor()
  assert.deepEqual((await accessOf('ines')).direct, (await accessOf('eve')).direct)
})

test('the holders of a permission are shown first or alone, also from the page of all permissions [console-app.holders]', async () => {
  await visit(page, `${hub.url}/portal/permissions`)
  await heading(page, 'Permissions').waitFor()
  await page.getByRole('link', { name: 'Share artifacts publicly' }).first().click()
  await page.waitForURL(/permission=share_public/)
  await cell(page, 'Use the agent', 'Eve Long').waitFor()
  assert.equal(await cell(page, 'Use the agent', 'Bob Stone').count(), 0)
  await visit(page, `${MATRIX}?first=share_public`)
  const boxes = page.getByRole('checkbox', { name: /^Share artifacts publicly, / })
  await boxes.first().waitFor()
  assert.equal(await boxes.first().getAttribute('aria-checked'), 'true')
  await page.getByRole('columnheader', { name: 'Share artifacts publicly' }).getByRole('button').click()
  await page.waitForURL((url) => !url.search.includes('first'))
})

test('records are filtered by a partly typed person [console-app.person-filter]', async () => {
  await visit(page, `${hub.url}/portal/access-changes`)
  const field = page.getByLabel('Subject', { exact: true })
  await field.pressSequentially('demir')
  const { subject } = await accessOf('gul')
  await page.getByRole('option', { name: subject }).waitFor()
  await field.press('Enter')
  await page.waitForURL(new RegExp(encodeURIComponent(subject)))
})
