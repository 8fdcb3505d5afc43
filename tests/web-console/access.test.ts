import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cell, heading, openConsole, visit } from './console-page.ts'
import { BOB, CLEO, seededConsole } from './started-console.ts'

const { hub, slug, ann, bob } = await seededConsole()
const MATRIX = `${hub.url}/portal/hubs/${slug}/access`

const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened

const bar = (page: Page) => page.getByRole('region', { name: 'Changes not applied' })
const state = async (page: Page, permission: string, person: string) =>
  (await cell(page, permission, person).getAttribute('aria-label'))!.split(': ')[1]

async function applied(page: Page): Promise<void> {
  await page
    .getByText(/Applied. The policy is at revision \d+/)
    .first()
    .waitFor() // the message of an earlier action may still be visible
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await bar(page).waitFor({ state: 'detached' })
}

test('edits collect, are reviewed in words, and apply with the new revision told [console-app.matrix]', async () => {
  await visit(page, MATRIX)
  await heading(page, 'Demo agent').waitFor()
  await cell(page, 'Order supplies', 'Eve Long').click()
  await cell(page, 'Manage access', 'Eve Long').click()
  await cell(page, 'Use the agent', 'Finn Marsh').click()
  assert.equal(await state(page, 'Order supplies', 'Eve Long'), 'Granted · Changed, not applied')
  await bar(page).getByText('3 changes').waitFor()

  await cell(page, 'Manage access', 'Eve Long').click()
  await bar(page).getByText('2 changes').waitFor()
  await bar(page).getByRole('button', { name: 'Review' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  await review.getByText('gets “Order supplies”').waitFor()
  await review.getByText('loses “Use the agent”').waitFor()
  await review.getByRole('button', { name: 'Apply 2 changes' }).click()
  await applied(page)

  const { items } = await ann.call('GET', `/portal/api/access?hub=${slug}&q=eve`)
  assert.deepEqual(items[0].direct, ['orders', 'use_hub'])
  await page.reload()
  assert.equal(await state(page, 'Order supplies', 'Eve Long'), 'Granted')
})

test('discarding edits leaves everything as it was [console-app.matrix]', async () => {
  await visit(page, MATRIX)
  await cell(page, 'Order supplies', 'Gul Demir').click()
  await bar(page).getByRole('button', { name: 'Discard' }).click()
  await bar(page).waitFor({ state: 'detached' })
  assert.equal(await state(page, 'Order supplies', 'Gul Demir'), 'Not granted')
})

test('leaving edits behind is asked for on the page itself [console-app.leave]', async () => {
  await visit(page, MATRIX)
  await cell(page, 'Order supplies', 'Gul Demir').click()
  const leave = () => page.getByRole('navigation').getByRole('link', { name: 'Audit', exact: true }).click()
  await leave()
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await question.waitFor({ state: 'detached' })
  await bar(page).waitFor()
  await leave()
  await question.getByRole('button', { name: 'Leave' }).click()
  await heading(page, 'Audit').waitFor()
})

test('a failed action is reported at once, and its dialog can be used again [console-app.recover]', async () => {
  await visit(page, `${hub.url}/portal/people`)
  await page.getByRole('button', { name: 'Actions for Gul Demir' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Gul Demir?' })
  await dialog.waitFor()
  await page.route('**/portal/api/**', (route) =>
    route.request().method() === 'GET'
      ? undefined
      : route.fulfill({ status: 503, json: { detail: 'The store is locked.', code: 'unavailable' } }),
  )
  const [confirm] = [dialog.getByRole('button', { name: /Delete/ }).last()]
  const field = dialog.getByRole('textbox')
  if ((await field.count()) > 0) await field.fill('gul@example.org')
  await confirm.click()
  await page.getByText('The store is locked.').first().waitFor()
  assert.equal(await confirm.isEnabled(), true)
  await page.unrouteAll()
  await page.keyboard.press('Escape')
})

test('a delegate edits within the ceiling; cells beyond it are dimmed and say why [console-app.matrix]', async () => {
  await using opened = await openConsole(hub.url, bob.token)
  const { page } = opened
  await visit(page, MATRIX)
  await heading(page, 'Demo agent').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Organization' }).count(), 0)
  const beyond = cell(page, 'Read invoices', 'Henri Blanc')
  await beyond.waitFor()
  assert.equal(await beyond.getAttribute('aria-disabled'), 'true')
  assert.match((await beyond.getAttribute('aria-label'))!, /You don’t have this permission on this Hub/)
  await beyond.click({ force: true })
  assert.equal(await bar(page).count(), 0)
  await page
    .getByRole('region', { name: 'Notifications (F8)' })
    .getByText(/You don’t have this permission on this Hub/)
    .waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await page
    .getByRole('tooltip', { name: /^Read invoices: .*You don’t have this permission on this Hub/ })
    .waitFor()

  await cell(page, 'Order supplies', 'Henri Blanc').click()
  await bar(page).getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await applied(page)
  const { items } = await ann.call('GET', `/portal/api/access?hub=${slug}&q=henri`)
  assert.deepEqual(items[0].direct, ['orders', 'use_hub'])
})

test('of two tabs that edit, the second sees both sides and can merge [console-app.conflict]', async () => {
  await visit(page, MATRIX)
  await cell(page, 'Manage access', 'Ines Costa').click()
  await ann.call('POST', '/portal/api/access/apply', {
    subject: 'ines@example.org',
    hub: slug,
    operations: [
      { action: 'grant', permission: 'orders' },
      { action: 'revoke', permission: 'use_hub' },
    ],
  })
  await bar(page).getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  const conflict = page.getByRole('dialog', { name: 'Access was changed in the meantime' })
  await conflict.getByText('gets “Order supplies”').waitFor()
  await conflict.getByText('loses “Use the agent”').waitFor()
  await conflict.getByText('gets “Manage access”').waitFor()
  await conflict.getByText('Manage access and Order supplies').waitFor()
  const before = await ann.call('GET', `/portal/api/access?hub=${slug}&q=ines`)
  assert.deepEqual(before.items[0].direct, ['orders'], 'nothing of mine was applied yet')

  await conflict.getByRole('button', { name: 'Add my changes to theirs' }).click()
  await applied(page)
  const merged = await ann.call('GET', `/portal/api/access?hub=${slug}&q=ines`)
  assert.deepEqual(merged.items[0].direct, ['manage_access', 'orders'])
})

test('a manager adds a new person to the table and gives them access [console-app.matrix]', async () => {
  await visit(page, MATRIX)
  await page.getByRole('button', { name: 'Add person' }).click()
  await page.getByLabel('Email or service').fill('svc:weekly-digest')
  await page.getByRole('button', { name: 'Add to the table' }).click()
  await cell(page, 'Use the agent', 'svc:weekly-digest').click()
  await bar(page).getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await applied(page)
  const { items } = await ann.call('GET', `/portal/api/access?hub=${slug}&q=weekly`)
  assert.deepEqual(items[0].direct, ['use_hub'])
})

test('arrows walk the matrix and Space edits [console-app.keyboard]', async () => {
  await visit(page, MATRIX)
  await cell(page, 'Use the agent', 'Bob Stone').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  assert.match(
    await state(page, 'Share artifacts publicly', 'Cleo Park').then(String),
    /Changed, not applied/,
  )
  await bar(page).getByText('1 change').waitFor()
})

test('a review is opened, read and closed by the keyboard, and the focus stays in place [console-app.keyboard]', async () => {
  await visit(page, MATRIX)
  await cell(page, 'Share artifacts publicly', 'Cleo Park').focus()
  await page.keyboard.press('Space')
  const review = bar(page).getByRole('button', { name: 'Review' })
  await review.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Review changes' })
  await dialog.waitFor()
  const focused = page.locator(':focus')
  const walked: string[] = []
  while (walked.length < 5) {
    // Skips tab stops without an accessible name, such as those of time fields.
    const name = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
    })
    if (name !== '') walked.push(name)
    if (walked.length < 5) await page.keyboard.press('Tab')
  }
  assert.deepEqual(walked, ['Keep editing', 'Apply 1 change', 'Close', 'Keep editing', 'Apply 1 change'])
  await page.getByRole('tooltip').waitFor({ state: 'detached' }) // otherwise Escape closes the tooltip
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await focused.innerText(), 'Review')
  await bar(page).getByText('1 change').waitFor()
})

test('each right shows its source, and a missing right shows how to get it [console-app.why]', async () => {
  await visit(page, MATRIX)
  await page.getByRole('button', { name: 'Why Bob Stone has access' }).click()
  const reasons = page.getByRole('dialog', { name: 'Why Bob Stone has access' })
  await reasons.getByText('Order supplies · granted on this Hub').waitFor()
  await reasons
    .getByText(/granted by ann.lee@example.org/)
    .first()
    .waitFor()

  await visit(page, `${hub.url}/portal/people/${BOB.email}`)
  await page.getByRole('button', { name: 'Why? Order supplies' }).click()
  const why = page.getByRole('dialog', { name: 'Why: Order supplies' })
  await why.getByText('Allowed', { exact: true }).waitFor()
  await why.getByText('ann.lee@example.org').waitFor()
  await why
    .getByText(/revision \d+/)
    .first()
    .waitFor()

  await visit(page, `${hub.url}/portal/people/kim.waits@example.org`)
  await page.getByRole('button', { name: 'Why? Demo agent' }).click()
  await page.getByText('Not allowed', { exact: true }).waitFor()
  await page.getByText('To allow it:').waitFor()
})

test('a Hub moves to web chat groups and back, and no person loses access [console-app.matrix]', async () => {
  await visit(page, MATRIX)
  await cell(page, 'Use the agent', CLEO.name).waitFor()
  await page.getByRole('link', { name: 'Settings' }).last().click()
  await page.getByRole('button', { name: 'Switch to web chat groups' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch to web chat groups' }).click()
  await page.getByRole('button', { name: 'Manage in the Console' }).waitFor()
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await page.getByText('Web chat groups decide who uses this Hub').waitFor()
  await page.getByRole('button', { name: 'Manage in the Console' }).click()
  await cell(page, 'Use the agent', CLEO.name).waitFor()
  assert.equal(await state(page, 'Use the agent', CLEO.name), 'Granted')
})
